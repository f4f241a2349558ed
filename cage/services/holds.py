"""Held cash-outs are ended by a supervisor: paid nevertheless, or not paid."""

from datetime import datetime

from django.db import transaction

from cage.models import CashOut, Drawer, HeldCashOut, HoldEnd
from cage.selectors.holds import still_held
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.models import Player, Sitting
from players.services.people import lock_player
from tables.selectors.sessions import playing


def hold_cash_out(
    room: Room, player: Player, drawer: Drawer, amount: int, missing: str, *, key: str, by: User | None, at: datetime
) -> HeldCashOut:
    """Write down a cash-out that waits, with the table where its alarm stands; returns it. The caller has locked."""
    sitting = Sitting.objects.filter(player__in=Player.objects.of(player), session__room=room, left_at=None).first()
    near = sitting.session if sitting else playing(room).order_by("table__position", "pk").first()
    held = HeldCashOut.objects.create(
        room=room, player=player, drawer=drawer, session=near, amount=amount, missing=missing,
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"player": player.pk, "amount": amount, "missing": missing}
    record("cash_out.held", held, room=room, by=by, at=at, after=after)
    answered(key, {"held": held.pk})
    return held


def end_holds(room: Room, player: Player, paid: CashOut, *, by: User | None, at: datetime) -> None:
    """End what was held for somebody who is identified now, the oldest by the payment."""
    waiting = still_held(room).filter(player__in=Player.objects.of(player)).order_by("pk")
    for number, held in enumerate(waiting):
        ended = HoldEnd.objects.create(
            room=room, hold=held, outcome=HoldEnd.Outcome.IDENTIFIED, paid=None if number else paid,
            gaming_day=room.gaming_day(at), at=at, by=by, request_key=f"{paid.request_key}:hold{number}",
        )  # fmt: skip
        record("cash_out.hold_ended", ended, room=room, by=by, at=at, after={"outcome": ended.outcome})


@transaction.atomic
def decide_hold(*, held: HeldCashOut, is_paid: bool, reason: str, key: str, by: User, at: datetime) -> HoldEnd:
    """End a held cash-out: let a cashier pay just that amount on its gaming day, or leave the chips with the patron;
    returns the end. The same `key` decides once.

    Refuses a missing reason (`reason_missing`), whoever held it (`second_is_first`), and one that has an end
    (`hold_ended`).
    """
    body = {"held": held.pk, "is_paid": is_paid, "reason": reason}
    if earlier := claim(key, "decide_hold", body, by=by, at=at):
        return HoldEnd.objects.get(pk=(earlier.answer or {})["end"])
    lock_player(held.player)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why: who knows the patron, or why not.", field="reason")
    if held.by_id == by.pk:
        raise DomainError("second_is_first", "Who held it doesn’t decide it: ask another supervisor.")
    if HoldEnd.objects.filter(hold=held).exists():
        raise DomainError("hold_ended", "That was decided already: reload the page.")
    outcome = HoldEnd.Outcome.ALLOWED if is_paid else HoldEnd.Outcome.WITHDRAWN
    ended = HoldEnd.objects.create(
        room=held.room,
        hold=held,
        outcome=outcome,
        reason=reason,
        gaming_day=held.room.gaming_day(at),
        at=at,
        by=by,
        request_key=key,
    )
    after = {"player": held.player_id, "amount": held.amount, "outcome": outcome.value}
    record("cash_out.hold_ended", ended, room=held.room, by=by, at=at, after=after, reason=reason)
    answered(key, {"end": ended.pk})
    return ended
