"""Chips that a seated player bought in the middle of a hand: they wait in the rack, and go on the stack when the hand
is over (004:L52)."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F
from django.db.models.functions import Greatest

from config.errors import DomainError
from config.requests.services import claim
from config.staff.models import User
from players.ledger import lock, rack_account, rack_accounts, seat_account, seat_accounts
from players.models import Player, Sitting
from players.selectors.stacks import chips_in_rack
from players.services.admission import refuse_unfit
from players.services.seating import put_on_stack
from tables.models import TableSession
from tables.services import note_waiting

WHY = "bought while a hand was played"


def wait_for_hand(sitting: Sitting, amount: int) -> None:
    """Note that `amount` of the player's rack, in minor units, goes on the stack when the hand is over. The caller has
    locked the player and the session, and has held the purchase to the plaque."""
    Sitting.objects.filter(pk=sitting.pk).update(chips_wait=F("chips_wait") + amount)
    note_waiting(sitting.session, waits=True)


def wait_no_more(session: TableSession, player: Player, amount: int, *, bought_at: datetime) -> None:
    """Forget a purchase of so much that was taken back before the hand was over, if it was one that waits. The caller
    has locked the player's rack."""
    seated = Sitting.objects.filter(session=session, player=player, left_at=None)
    waiting = seated.filter(seated_at__lte=bought_at, chips_wait__gt=0)
    waiting.update(chips_wait=Greatest(F("chips_wait") - amount, 0))


def lock_waiting(session: TableSession) -> Sequence[Sitting]:
    """The sittings for which chips wait, their racks and stacks locked; asks for nothing where none do.

    The caller holds the session and has locked no account yet: racks come before what lies on the table, and the sale
    that fills one holds the session too.
    """
    if not session.chips_wait:
        return ()
    waiting = session.sittings.filter(left_at=None, chips_wait__gt=0).select_related("player")
    racks = rack_accounts(session.room, [sitting.player for sitting in waiting])
    lock([*racks.values(), *seat_accounts(waiting).values()])
    return list(waiting.all())  # a void may have taken some back before their rack was locked


def put_on_stacks(session: TableSession, waiting: Sequence[Sitting], *, by: User | None, at: datetime) -> None:
    """Put on the stacks what waits for the end of the hand, in the transaction that ends it; `waiting` is what
    `lock_waiting` gave.

    The plaque was asked when the chips were bought, and isn't asked again: what the hand won or lost since takes no
    chips away from whoever bought them in time (004:L48). Chips that have left the rack meanwhile, and those of a
    player who may not play any more, stay where they are.
    """
    if session.hand_open or not session.chips_wait:
        return
    for sitting in waiting:
        amount = min(sitting.chips_wait, chips_in_rack(session.room, sitting.player))
        if amount and _may_play(sitting, at):
            _put_on(sitting=sitting, amount=amount, key=f"chips-wait:{sitting.pk}:{session.version}", by=by, at=at)
    Sitting.objects.filter(pk__in=[sitting.pk for sitting in waiting]).update(chips_wait=0)
    note_waiting(session, waits=False)


def _put_on(*, sitting: Sitting, amount: int, key: str, by: User | None, at: datetime) -> Sitting:
    """Book one player's chips, a group of their own, once for each key."""
    if claim(key, "chips_wait", {"sitting": sitting.pk, "amount": amount}, by=by, at=at):
        return sitting
    rack, seat = rack_account(sitting.session.room, sitting.player), seat_account(sitting)
    put_on_stack(sitting, rack, lock([seat])[seat.pk], amount, key=key, by=by, at=at, reason=WHY)
    return sitting


def _may_play(sitting: Sitting, at: datetime) -> bool:
    try:
        refuse_unfit(sitting.player, room=sitting.session.room, at=at)
    except DomainError:
        return False
    return True
