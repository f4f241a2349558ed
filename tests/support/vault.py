"""The vault counted in tests, exactly as the books say or otherwise."""

from datetime import date, datetime
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import VaultCount
from cage.selectors.drawers import vault
from cage.selectors.vault_counts import count_due
from config.rooms.models import Room
from config.staff.models import User
from tests.support.desk import Desk, key, person
from tests.support.drawers import counted


def lying(room: Room, *, chips: int = 0, cash: int = 0) -> Counted:
    """The pieces that the vault must hold, and so much more (below zero: less) of chips and cash."""
    held = vault(room)
    return counted(room, held[0] + chips, held[1] + cash)


def begun(desk: Desk, *, by: User | None = None) -> VaultCount:
    """A count of the vault that has begun, by the manager unless somebody else is named."""
    return cage.begin_vault_count(room=desk.room, by=by or desk.manager, at=desk.at())


def entered(count: VaultCount, who: User, at: datetime, counted: Counted, **facts: Any) -> VaultCount:
    """One count of the vault, as somebody entered it."""
    return cage.count_vault(**({"count": count, "counted": counted, "key": key(), "by": who, "at": at} | facts))


def vault_counted(desk: Desk, *, chips: int = 0, cash: int = 0, second: User | None = None) -> VaultCount:
    """The vault counted by the manager and a supervisor, both what the books say and so much more or less."""
    count, sheet = begun(desk), lying(desk.room, chips=chips, cash=cash)
    for who in (desk.manager, second or person(desk.room, "floor")):
        count = entered(count, who, desk.at(), sheet)
    return count


def count_due_vault(desk: Desk, day: date) -> None:
    """The vault is counted as the books say, where a gaming day waits for it."""
    if count_due(desk.room, day, desk.now):
        vault_counted(desk)
