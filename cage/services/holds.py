"""Cash beyond what moves without an identity is held, not refused (C-3), and ended by a supervisor: paid nevertheless,
or not paid."""

from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import AwardShare, CashOut, Drawer, HeldCashOut, HoldEnd, PlayerBank
from cage.selectors.holds import still_held
from cage.services.unidentified import allowance, crosses, refuse_while_held, told
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.models import Player, Sitting, TransferKind
from players.selectors.identified import missing_of
from players.services.people import lock_player
from players.works_here import refuse_oneself
from tables.selectors.sessions import playing


def held_or_allowed(
    room: Room,
    player: Player,
    drawer: Drawer,
    amount: int,
    kind: TransferKind,
    *,
    share: AwardShare | None = None,
    bank: PlayerBank | None = None,
    key: str,
    by: User | None,
    at: datetime,
) -> HeldCashOut | HoldEnd | None:
    """Hold a payment that would bring the gaming day of somebody whose identity isn't on record above the room's limit,
    unless a supervisor has allowed just that: returns what is held now, or the decision by which it is paid; None where
    nothing stands in the way. Refuses any while another is held (`cash_out_held`); the caller has locked the person."""
    day = room.gaming_day(at)
    missing = missing_of(player, day)
    if not missing:
        return None
    refuse_while_held(player, room)
    if not crosses(player, room=room, day=day, cash_out=amount):
        return None
    about: dict[str, Any] = {"kind": kind, "share": share, "bank": bank}
    allowed = allowance(player, room, amount, day, **about)
    return allowed or hold_cash_out(room, player, drawer, amount, told(missing), **about, key=key, by=by, at=at)


def hold_cash_out(
    room: Room,
    player: Player,
    drawer: Drawer,
    amount: int,
    missing: str,
    *,
    kind: TransferKind = TransferKind.CHIP_REDEMPTION,
    share: AwardShare | None = None,
    bank: PlayerBank | None = None,
    key: str,
    by: User | None,
    at: datetime,
) -> HeldCashOut:
    """Write down a payment that waits, with the table where its alarm stands; returns it. The caller has locked."""
    sitting = Sitting.objects.filter(player__in=Player.objects.of(player), session__room=room, left_at=None).first()
    near = sitting.session if sitting else playing(room).order_by("table__position", "pk").first()
    held = HeldCashOut.objects.create(
        room=room, player=player, drawer=drawer, session=near, amount=amount, missing=missing, kind=kind.value,
        award_share=share, bank=bank,
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"player": player.pk, "amount": amount, "missing": missing}
    after |= {} if kind == TransferKind.CHIP_REDEMPTION else {"kind": kind.value}
    record("cash_out.held", held, room=room, by=by, at=at, after=after)
    answered(key, {"held": held.pk})
    return held


def end_holds(
    room: Room, player: Player, paid: CashOut | None = None, *, key: str, by: User | None, at: datetime
) -> None:
    """End what was held for somebody who is identified now and is paid by the request `key`, the oldest by the cash-out
    that was `paid`, where it is one."""
    waiting = still_held(room).filter(player__in=Player.objects.of(player)).order_by("pk")
    for number, held in enumerate(waiting):
        ended = HoldEnd.objects.create(
            room=room, hold=held, outcome=HoldEnd.Outcome.IDENTIFIED, paid=None if number else paid,
            gaming_day=room.gaming_day(at), at=at, by=by, request_key=f"{key}:hold{number}",
        )  # fmt: skip
        record("cash_out.hold_ended", ended, room=room, by=by, at=at, after={"outcome": ended.outcome})


def end_if_identified(room: Room, player: Player, *, key: str, by: User | None, at: datetime) -> None:
    """End what was held for somebody whose identity is on record now, who is paid by the request `key`."""
    if not missing_of(player, room.gaming_day(at)):
        end_holds(room, player, key=key, by=by, at=at)


@transaction.atomic
def decide_hold(*, held: HeldCashOut, is_paid: bool, reason: str, key: str, by: User, at: datetime) -> HoldEnd:
    """End what is held: let a cashier pay just that on its gaming day, as long as the patron was paid nothing since, or
    leave it unpaid; returns the end. The same `key` decides once.

    Refuses a missing reason (`reason_missing`), whoever held it (`second_is_first`), and one that has an end
    (`hold_ended`).
    """
    body = {"held": held.pk, "is_paid": is_paid, "reason": reason}
    if earlier := claim(key, "decide_hold", body, by=by, at=at):
        return HoldEnd.objects.get(pk=(earlier.answer or {})["end"])
    refuse_oneself(lock_player(held.player), by, what="decides what is held of their own")
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
