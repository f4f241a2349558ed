"""The money of the window's own slips on the page of the person who brought or got it."""

from datetime import date

from django.db.models import Sum
from django.utils.translation import gettext

from cage.cash_kinds import BY_KIND
from cage.models import CashSlip
from config.rooms.models import Room
from players.models import Player, TransferKind
from players.selectors.money_today import MoneyLine, register


@register
def money_lines(room: Room, player: Player, day: date) -> list[MoneyLine]:
    """The chips without a known origin, tournaments, promotions and comps of a person's gaming day, by every record of
    theirs and without what was voided; one line for each kind, minor units, one query."""
    slips = CashSlip.objects.filter(room=room, gaming_day=day, player__in=Player.objects.of(player), void=None)
    sums = slips.order_by().values_list("kind").annotate(sum=Sum("amount")).order_by("kind")
    return [MoneyLine(_name(kind), amount) for kind, amount in sums]


def _name(kind: str) -> str:
    if kind == TransferKind.PRESENTED:
        return gettext("Chips the books didn’t know, paid today in cash")
    way = BY_KIND[kind]
    name = gettext(way.name)
    if way.comes_in:
        return gettext("%(name)s, taken today") % {"name": name}
    return gettext("%(name)s, paid today") % {"name": name}
