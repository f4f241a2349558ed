"""Acts during which a process is killed, told by numbers and texts alone: they are done in a process of its own."""

from datetime import date, datetime
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import DrawerSession
from config.days.services import lock_gaming_day
from config.rooms.models import Room
from config.staff.models import User

Sheet = dict[str, dict[str, int]]


def close_drawer(*, session: int, people: tuple[int, int], sheet: Sheet, keys: tuple[str, str], at: datetime) -> None:
    """Close a drawer: begin, then the counts of both."""
    cashier, second = (User.objects.get(pk=person) for person in people)
    found = DrawerSession.objects.select_related("drawer__room", "room", "cashier").get(pk=session)
    found = cage.begin_close(session=found, by=cashier, at=at)
    for who, key in zip((cashier, second), keys, strict=True):
        found = cage.count_drawer(session=found, counted=Counted.read(**sheet), key=key, by=who, at=at)


def lock_day(*, room: int, day: date, people: tuple[int, int], key: str, at: datetime) -> None:
    """Lock a gaming day."""
    by, second = (User.objects.get(pk=person) for person in people)
    facts: dict[str, Any] = {"room": Room.objects.get(pk=room), "day": day, "key": key, "at": at}
    lock_gaming_day(by=by, second=second, **facts)


def count_vault(*, room: int, people: tuple[int, int], sheet: Sheet, keys: tuple[str, str], at: datetime) -> None:
    """Count the vault: begin, then the counts of both."""
    by = [User.objects.get(pk=person) for person in people]
    count = cage.begin_vault_count(room=Room.objects.get(pk=room), by=by[0], at=at)
    for who, key in zip(by, keys, strict=True):
        count = cage.count_vault(count=count, counted=Counted.read(**sheet), key=key, by=who, at=at)
