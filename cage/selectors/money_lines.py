"""The money of the window's own slips on the page of the person who brought or got it."""

from datetime import date

from django.db.models import Sum
from django.utils.translation import gettext

from cage.cash_kinds import name_of
from cage.models import CashSlip, Exchange
from cage.models.cash_slips import COMES_IN
from config.rooms.models import Room
from players.models import Player, TransferKind
from players.selectors.money_today import MoneyLine, register


@register
def money_lines(room: Room, player: Player, day: date) -> list[MoneyLine]:
    """The chips without a known origin, tournaments, promotions, comps and awards of a person's gaming day, and their
    cash that was exchanged for other cash, by every record of theirs and without what was voided; one line for each
    kind, minor units, two queries."""
    of_person = {"room": room, "gaming_day": day, "player__in": Player.objects.of(player)}
    slips = CashSlip.objects.filter(**of_person, void=None)
    sums = slips.order_by().values_list("kind").annotate(sum=Sum("amount")).order_by("kind")
    lines = [MoneyLine(_name(kind), amount) for kind, amount in sums]
    exchanged = Exchange.objects.filter(**of_person).aggregate(sum=Sum("amount", default=0))["sum"]
    return lines + ([MoneyLine(gettext("Cash exchanged for other cash today"), exchanged)] if exchanged else [])


def _name(kind: str) -> str:
    if kind == TransferKind.PRESENTED:
        return gettext("Chips the books didn’t know, paid today in cash")
    name = gettext(name_of(kind))
    if kind in COMES_IN:
        return gettext("%(name)s, taken today") % {"name": name}
    return gettext("%(name)s, paid today") % {"name": name}
