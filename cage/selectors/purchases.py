"""The questions of the window to the rules engine: what a player may buy for a table, by the plaque in force.

The minimum counts all chips off the table with the purchase, because all of them can go on it; the maximum counts the
stack, or what was bought for this game and not put on the table yet, with the purchase.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from cage.models import BuyIn
from players.models import Account, AccountKind, HouseException, Player, Sitting
from players.selectors.plaque_rules import Allowance, allowance_by, arrival, hold, seat_allowance
from players.selectors.stacks import chips_in_rack, stack_of
from rules.house.buyin import ChipsEvent
from tables.models import TableSession


def allowance(session: TableSession, player: Player, *, at: datetime) -> Allowance:
    """The amounts that `player` may buy for the table of `session` now; the services check it again under their locks,
    by the same computation (`rules.house.buyin.purchase_limits`)."""
    sitting = Sitting.objects.filter(session=session, player=player, left_at=None).first()
    if sitting and waits_for_hand(session):
        return allowance_by(session, player, _waiting(sitting), stack=stack_of(sitting))
    if sitting:
        return seat_allowance(session, sitting)
    return allowance_by(session, player, _purchase(session, player, at))


def refuse_purchase(session: TableSession, player: Player, amount: int, *, at: datetime, exception: str = "") -> None:
    """Hold a purchase to the plaque, for a player who doesn't sit at this table yet.

    Refuses `short_buy`, `above_max_buyin`, `going_south` (004:L48, L52; WSOP 58).
    """
    hold(session, replace(_purchase(session, player, at, exception), amount=amount))


def waits_for_hand(session: TableSession) -> bool:
    """Whether chips that a seated player buys wait in the rack: a hand is played, and the house lets nobody add to a
    stack meanwhile (004:L52)."""
    return session.hand_open and session.plaque.house_rules.house.answers.addon_between_hands


def refuse_above_stack(sitting: Sitting, amount: int) -> None:
    """Hold a purchase that waits for the end of a hand to the plaque, as if it lay on the stack with what waits there
    already; the caller holds the session. Refuses `short_buy`, `above_max_buyin` (004:L48)."""
    hold(sitting.session, replace(_waiting(sitting), amount=amount))


def chips_bought_for(session: TableSession, player: Player) -> int:
    """The chips that `player` bought for this game since the last sitting in it and still has off the table, in minor
    units: under whichever record, for the maximum is of the person."""
    records = Player.objects.of(player)
    bought = BuyIn.objects.filter(session=session, player__in=records, sitting=None, void=None)
    sat = Sitting.objects.filter(session=session, player__in=records).exclude(left_at=None)
    if last := sat.order_by("-left_at", "-pk").first():
        bought = bought.filter(at__gt=last.left_at)
    racks = Account.objects.filter(room=session.room, kind=AccountKind.RACK, player__in=records)
    return min(_sum(bought, "amount"), _sum(racks, "balance"))


def _sum(rows: QuerySet[Any], column: str) -> int:
    return int(rows.aggregate(sum=Sum(column, default=0))["sum"])


def _purchase(session: TableSession, player: Player, at: datetime, exception: str = HouseException.NONE) -> ChipsEvent:
    """Chips bought by somebody who doesn't sit at this table yet, with what they have off it."""
    rack, bought = chips_in_rack(session.room, player), chips_bought_for(session, player)
    return replace(arrival(session, player, at, exception), in_rack=rack, bought=bought)


def _waiting(sitting: Sitting) -> ChipsEvent:
    """Chips on top of a stack, and of what was bought in this hand for it and waits in the rack."""
    stack = stack_of(sitting) + min(sitting.chips_wait, chips_in_rack(sitting.session.room, sitting.player))
    return ChipsEvent("add_on" if stack else "rebuy", 0, stack_before=stack)
