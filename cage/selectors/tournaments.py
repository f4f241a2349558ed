"""The entries that tournaments took at the windows, beside the prizes that they paid there."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Sum

from cage.models import CashSlip
from config.rooms.models import Room
from players.models import AccountKind, Transfer, TransferKind


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes of a gaming day in minor units, who paid them, and how much more than all entries all prizes came to
    by its end."""

    paid: int
    by: tuple[str, ...]
    beyond_entries: int


def prizes_on(room: Room, day: date) -> Prizes | None:
    """The prizes of tournaments that were paid on a gaming day and not voided; None without any. Three queries at
    most."""
    slips = CashSlip.objects.filter(room=room, gaming_day=day, kind=TransferKind.TOURNAMENT_PAID, void=None)
    paid = list(slips.order_by("by__display_name").values_list("by__display_name").annotate(sum=Sum("amount")))
    if not paid:
        return None
    moved = Transfer.objects.filter(room=room, gaming_day__lte=day)
    out, into = (
        moved.filter(**{f"{side}__kind": AccountKind.TOURNAMENT}).aggregate(sum=Sum("amount", default=0))["sum"]
        for side in ("target", "source")
    )
    names = tuple(f"{name} ({room.money(amount)})" for name, amount in paid)
    return Prizes(sum(amount for _, amount in paid), names, out - into)
