"""The sum that a cashier pays alone on a gaming day: above it a supervisor confirms, or counts too."""

from datetime import datetime

from django.db.models import Sum

from cage.cash_kinds import PAYOUTS, PRESENTED
from cage.models import CashSlip
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.models import TransferKind


def alone_up_to(room: Room, kind: TransferKind) -> int | None:
    """The sum that a cashier pays alone of such money on a gaming day, minor units; None where nobody is asked."""
    if kind in PRESENTED:
        return room.presented_alone
    return room.payouts_alone if kind in PAYOUTS else None


def why_second(room: Room, kind: TransferKind, amount: int, *, by: User | None, at: datetime) -> str:
    """The reason why a second person is needed; nothing where `by` may do it alone.

    What one cashier paid alone that day is summed, voided or not: ten small ones are as much as a large one.
    """
    limit = alone_up_to(room, kind)
    if limit is None:
        return ""
    group = PRESENTED if kind in PRESENTED else PAYOUTS
    alone = CashSlip.objects.filter(
        room=room, by=by, second=None, gaming_day=room.gaming_day(at), kind__in=[each.value for each in group]
    ).aggregate(sum=Sum("amount", default=0))["sum"]
    return four_eyes.why_above(room, amount, alone, limit)


def check_second(
    act: four_eyes.Act,
    room: Room,
    kind: TransferKind,
    amount: int,
    second: User | None,
    *,
    by: User | None,
    at: datetime,
    key: str,
    because: str = "",
) -> str:
    """Refuse as `four_eyes.check_second` does, and write down what is let through, so that it stands on the list of who
    moved what alone; returns why a second person was needed. `because` says why one is, whatever the amount. Kinds
    that nobody is asked about leave no act.

    The person's day is locked, so that two at once can't both be the last below the limit.
    """
    four_eyes.lock_day(room, by)
    why = because or why_second(room, kind, amount, by=by, at=at)
    four_eyes.check_second(act, room, why, second, by, at=at)
    limit = alone_up_to(room, kind)
    if limit is not None:
        four_eyes.note(act, room=room, amount=amount, limit=limit, why=why, by=by, second=second, key=key, at=at)
    return why
