"""Drop boxes registered, hung, pulled and counted in tests."""

from typing import Any

from cage import services as cage
from cage.box_places import PLACES
from cage.counted import Counted, fewest_pieces
from cage.models import Box, BoxPull
from cage.selectors.denominations import values_of
from cage.services.pulls import Order
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account
from tables.models import Table
from tests.support.desk import Desk, key, person


def chips(room: Room, amount: int) -> Counted:
    """An amount in as few chips as the room's denominations come to."""
    return Counted(fewest_pieces(amount, values_of(room).chips))


def hung(desk: Desk, number: str, *, holds: str = "rake", table: Table | None = None, kind: str = "") -> Box:
    """A new box that hangs at a table, and has hung there for as long as the table was open."""
    box = cage.add_box(room=desk.room, number=number, kind=kind or holds, by=desk.manager, at=desk.at())
    facts = {"by": desk.manager, "at": desk.at(), "key": key()}
    cage.hang_box(box=box, table=table or desk.session.table, holds=holds, is_there=True, **facts)
    return box


def pulled(desk: Desk, number: str, *, holds: str = "rake", next_number: str = "", **facts: Any) -> BoxPull:
    """A box that a cashier pulled off the table while a supervisor watched."""
    given: dict[str, Any] = {"table": desk.session.table, "orders": [Order(holds, number, next_number)], "why": "drop"}
    given |= {"by": desk.cashier, "second": desk.second, "key": key()}
    given |= {} if "at" in facts else {"at": desk.at()}
    (pull,) = cage.pull_boxes(**(given | facts))
    return pull


def two_counters(desk: Desk) -> tuple[User, User]:
    """Two people who count boxes, and pulled none."""
    return person(desk.room, "cashier"), person(desk.room, "floor")


def counted(desk: Desk, pull: BoxPull, off: int = 0, by: tuple[User, User] | None = None) -> BoxPull:
    """The pull, counted by two who agree: as the books say, or so much more or less."""
    sheet = chips(desk.room, pull.expected + off)
    for who in by or two_counters(desk):
        pull = cage.count_box(pull=pull, counted=sheet, key=key(), by=who, at=desk.at())
    return pull


def drop_everything(desk: Desk, *, with_pulled: bool = True) -> None:
    """Every box of the room that holds something is pulled, and counted as the books say, those that were pulled before
    `with_pulled`."""
    held = Account.objects.filter(room=desk.room, kind__in=PLACES.values(), is_import=False, balance__gt=0)
    pairs = sorted(set(held.values_list("session__table", "kind")))
    holds = {kind.value: name for name, kind in PLACES.items()}
    pulled_before = BoxPull.objects.filter(room=desk.room, state=BoxPull.State.PULLED)
    waiting = list(pulled_before.order_by("pk")) if with_pulled else []
    counters = two_counters(desk) if pairs or waiting else None
    for pull in waiting:
        counted(desk, pull, by=counters)
    for number, (table, kind) in enumerate(pairs, start=1):
        pull = pulled(desk, f"T{number}", holds=holds[kind], table=Table.objects.get(pk=table))
        counted(desk, pull, by=counters)
