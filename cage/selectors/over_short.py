"""The over-and-short of a room by what was counted, as the ledger holds it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from players.models import Account, AccountKind, Transfer

_A = AccountKind
_OFF: Final = (_A.OVER_SHORT, _A.OVER_SHORT_CASH)


class Counted(Enum):
    """The kinds of things that are counted short or over; the value is what people call them."""

    DRAWERS = _("Drawers")
    SLIPS = _("On the way")
    TRAYS = _("Trays")
    VAULT = _("The vault")
    BOXES = _("Boxes")
    OTHERS = _("Others")


_COUNTED: Final[Mapping[str, Counted]] = {
    _A.DRAWER_CHIPS: Counted.DRAWERS,
    _A.DRAWER_CASH: Counted.DRAWERS,
    _A.TRANSIT: Counted.SLIPS,
    _A.TRANSIT_CASH: Counted.SLIPS,
    _A.TRAY: Counted.TRAYS,
    _A.VAULT_CHIPS: Counted.VAULT,
    _A.VAULT_CASH: Counted.VAULT,
    _A.CUSTODY: Counted.BOXES,
    _A.RAKE_BOX: Counted.BOXES,
    _A.PROMO_BOX: Counted.BOXES,
}
"""The things that were counted, by the other end of a row of over-and-short. Into boxes at tables and out of them go
the covers of hands that were corrected after their box was pulled."""


@dataclass(frozen=True, slots=True)
class Part:
    """The chips and the cash by which things of one kind were over, below zero: short; minor units."""

    what: Counted
    chips: int
    cash: int


@dataclass(frozen=True, slots=True)
class OverShort:
    """The balance of over-and-short as it was counted: over, below zero: short; minor units. `parts` come to it."""

    chips: int
    cash: int
    parts: tuple[Part, ...]

    @property
    def boxes(self) -> Part | None:
        """The part of the boxes; None where none was off."""
        return next((part for part in self.parts if part.what == Counted.BOXES), None)


def over_short(room: Room) -> OverShort | None:
    """The over-and-short of a room with its parts; None where nothing was ever booked there. Three queries."""
    held = {row.kind: row for row in Account.objects.filter(room=room, kind__in=_OFF)}
    parts = _parts([row.pk for row in held.values()]) if held else ()
    if not parts:
        return None
    chips, cash = (-held[kind].balance if kind in held else 0 for kind in _OFF)
    return OverShort(chips, cash, parts)


def _parts(accounts: list[int]) -> tuple[Part, ...]:
    sums: dict[bool, Counter[Counted]] = {False: Counter(), True: Counter()}
    kinds: set[Counted] = set()
    for other, is_cash, amount in _moved(accounts):
        what = _COUNTED.get(other, Counted.OTHERS)
        sums[is_cash][what] += amount
        kinds.add(what)
    return tuple(Part(what, sums[False][what], sums[True][what]) for what in Counted if what in kinds)


def _moved(accounts: list[int]) -> Iterator[tuple[str, bool, int]]:
    """The kind of the other end of what moved there, whether it was cash, and how much came from there, below zero:
    went there."""
    for here, there, sign in (("source", "target", 1), ("target", "source", -1)):
        rows = Transfer.objects.filter(**{f"{here}__in": accounts}).order_by()
        kinds = rows.values_list(f"{there}__kind", f"{here}__kind").annotate(amount=Sum("amount"))
        for other, own, amount in kinds:
            yield other, own == _A.OVER_SHORT_CASH, sign * amount
