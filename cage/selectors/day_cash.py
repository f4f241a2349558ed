"""The money that left windows on a gaming day besides cash for chips of the books, in lines for whoever closes the day:
lost on the way of slips, paid out for other reasons, presented, and voided."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from cage.cash_kinds import BY_KIND
from cage.models import BuyIn, CashOut, CashSlip, Slip, SlipVoid
from cage.selectors.variances import MOST, carried_off
from config.rooms.models import Room
from players.models import TransferKind


@dataclass(frozen=True, slots=True)
class Row:
    """One paper that a line is made of: its name, and the page on which it is read, by the name of its address and the
    id there."""

    name: str
    address: str
    pk: int


@dataclass(frozen=True, slots=True)
class CashLine:
    """One line: what it was in words, how much it came to in minor units, of it what one person did alone (None where
    nobody is asked), who did it, and its papers."""

    words: str
    amount: int
    alone: int | None
    who: str
    rows: tuple[Row, ...]


def day_cash(room: Room, day: date) -> list[CashLine]:
    """The lines of a gaming day in their order, without those that came to nothing; five queries.

    A slip that was voided is left out of its kind and stands among the voids of the day on which it was voided.
    """
    return [*_on_the_way(room, day), *_paid(room, day), *_voided(room, day)]


def _on_the_way(room: Room, day: date) -> list[CashLine]:
    """The slips of which less, or more, came than was sent, against who carried them; chips and cash each by itself."""
    off = [each for each in carried_off(room, most=MOST) if each.came.gaming_day == day]
    lines = []
    for words, sign in ((_("Lost on the way of fills and credits"), -1), (_("Found too much on the way"), 1)):
        parts = {each: max(sign * each.chips, 0) + max(sign * each.cash, 0) for each in off}
        if found := [each for each, amount in parts.items() if amount]:
            rows = tuple(Row(str(each.slip), "slip", each.slip.pk) for each in found)
            lines.append(CashLine(words, sum(parts.values()), None, _names(each.runner for each in found), rows))
    return lines


def _paid(room: Room, day: date) -> list[CashLine]:
    slips = CashSlip.objects.filter(room=room, gaming_day=day, void=None).select_related("by").order_by("pk")
    kinds: dict[str, list[CashSlip]] = {}
    for slip in slips:
        kinds.setdefault(slip.kind, []).append(slip)
    order = (TransferKind.PRESENTED.value, *BY_KIND)
    return [_line_of(kind, kinds[kind]) for kind in order if kind in kinds]


def _line_of(kind: str, slips: list[CashSlip]) -> CashLine:
    words = _("Chips the books didn’t know, paid in cash") if kind == TransferKind.PRESENTED else _(BY_KIND[kind].name)
    alone = None if slips[0].comes_in else sum(slip.amount for slip in slips if slip.second_id is None)
    return _line(words, slips, alone)


def _voided(room: Room, day: date) -> list[CashLine]:
    of_slips = ("buy_in", "cash_out", "cash_slip", "by")
    voids = list(SlipVoid.objects.filter(room=room, gaming_day=day).select_related(*of_slips).order_by("pk"))
    if not voids:
        return []
    alone = sum(void.slip.amount for void in voids if void.second_id is None)
    rows = tuple(_row(void.slip) for void in voids)
    total = sum(void.slip.amount for void in voids)
    return [CashLine(_("Sales and payments voided"), total, alone, _names(void.by for void in voids), rows)]


def _line(words: str, slips: list[CashSlip], alone: int | None) -> CashLine:
    total, who = sum(slip.amount for slip in slips), _names(slip.by for slip in slips)
    return CashLine(words, total, alone, who, tuple(_row(slip) for slip in slips))


def _row(slip: Slip) -> Row:
    pages = {BuyIn: "buy_in_receipt", CashOut: "cash_out_receipt", CashSlip: "cash_slip_receipt"}
    return Row(_("receipt %(number)s") % {"number": slip.receipt}, pages[type(slip)], slip.pk)


def _names(people: Iterable[object]) -> str:
    return ", ".join(dict.fromkeys(str(person) for person in people if person))
