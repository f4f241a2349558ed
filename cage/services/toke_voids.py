"""Slips of tokes that were a mistake, taken back whole: a dealer's own that were exchanged, and counts of the pool."""

from datetime import date, datetime

from django.db import transaction

from cage.models import TokeSlip, TokeSplit
from cage.services.drawers import lock_own_drawer
from cage.services.tokes import hold_tokes
from cage.services.voids import approve_void
from config.audit.services import record
from config.days.registry import in_words
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import lock, next_receipt, reverse
from players.models import Transfer

_K = TokeSlip.Kind
_VERBS = {_K.OWN: "tokes.exchange_voided", _K.COUNTED: "tokes.count_voided"}


@transaction.atomic
def void_toke_slip(
    *, slip: TokeSlip, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> TokeSlip:
    """Take tokes back that were exchanged or counted by mistake; returns the slip of the void, a retry the first one.

    The chips go back to whoever brought them, and the cash of a dealer's own into the drawer, on the gaming day that
    runs; the void names the day that the tokes are of. Always by two, for two have counted them. Refuses a slip that
    was voided already (`already_voided`) or is a void (`is_reversal`), a share that was paid (`share_paid`), a count
    whose gaming day was shared (`tokes_split_already`), chips that the drawer hasn't any more (`drawer_short`), a
    missing reason (`reason_missing`), a drawer as `lock_own_drawer`, a second person who counted or booked them
    (`second_made_it`), and as `four_eyes.approve`. Source: C-11, C-6.
    """
    body = {"slip": slip.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "void_toke_slip", body, by=by, at=at):
        return TokeSlip.objects.get(pk=(earlier.answer or {})["void"])
    drawer = lock_own_drawer(slip.drawer, by)
    room = drawer.room
    hold_tokes(room)
    _refuse_settled(slip, room)
    transfers = list(Transfer.objects.filter(request_key=slip.request_key).select_related("source", "target", "room"))
    lock(place for transfer in transfers for place in (transfer.source, transfer.target))
    approve_void(slip, drawer, key=key, by=by, at=at, second=second)
    reverse(transfers=transfers, key=key, by=by, at=at, reason=reason)
    void = TokeSlip.objects.create(
        room=room, drawer=drawer, kind=slip.kind, dealer=slip.dealer, of_day=slip.of_day, chips=slip.chips,
        amount=slip.amount, voids=slip, reason=reason, second=second, receipt=next_receipt(room),
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"amount": slip.amount, "of_day": slip.of_day.isoformat(), "voided_receipt": slip.receipt}
    after |= {"dealer": slip.dealer.display_name} if slip.dealer else {}
    after |= {"confirmed_by": second.pk} if second else {}
    record(_VERBS[_K(slip.kind)], void, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void


def _refuse_settled(slip: TokeSlip, room: Room) -> None:
    """Refuse what is not taken back any more; the caller holds the room's tokes."""
    if slip.voids_id:
        raise DomainError("is_reversal", "A void is not taken back: count the tokes anew.")
    if slip.kind == _K.PAID:
        message = f"Receipt {slip.receipt} paid a share in cash: a share that was paid is not taken back."
        raise DomainError("share_paid", message)
    if earlier := TokeSlip.objects.filter(voids=slip).first():
        message = f"Receipt {slip.receipt} was voided already, by receipt {earlier.receipt}: look at it again."
        raise DomainError("already_voided", message)
    if slip.kind == _K.COUNTED:
        _refuse_shared(room, slip.of_day)


def _refuse_shared(room: Room, day: date) -> None:
    if TokeSplit.objects.filter(room=room, gaming_day__gte=day).exists():
        message = (
            f"The tokes of {in_words(day)} are shared among the dealers, and stay as they were counted: "
            "tell a manager what was wrong."
        )
        raise DomainError("tokes_split_already", message)
