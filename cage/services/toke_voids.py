"""Slips of tokes that were a mistake, taken back whole: a dealer's own that were exchanged, counts of the pool, and
shares that were paid."""

from datetime import date, datetime

from django.db import transaction

from cage.models import TokeSlip, TokeSplit
from cage.services.drawers import lock_own_drawer
from cage.services.tokes import hold_tokes, refuse_dealer
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
_VERBS = {_K.OWN: "tokes.exchange_voided", _K.COUNTED: "tokes.count_voided", _K.PAID: "tokes.share_taken_back"}


@transaction.atomic
def void_toke_slip(
    *, slip: TokeSlip, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> TokeSlip:
    """Take tokes back that were exchanged, counted or paid by mistake; returns the slip of the void, a retry the first
    one.

    The chips go back to whoever brought them, and the cash of a dealer's own or of a share into the drawer, on the
    gaming day that runs; the void names the day that the tokes are of. A share is owed to its dealer again. Always by
    two where two have counted; a share by one person up to what the room has set, as other slips of the window.
    Refuses a slip that was voided already (`already_voided`) or is a void (`is_reversal`), a count whose gaming day was
    shared (`tokes_split_already`), chips that the drawer hasn't any more (`drawer_short`), a missing reason
    (`reason_missing`), a drawer as `lock_own_drawer`, a second person who counted or booked them (`second_made_it`) or
    whose share it is (`second_is_dealer`), and as `four_eyes.approve`. Source: C-11, C-6.
    """
    body = {"slip": slip.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "void_toke_slip", body, by=by, at=at):
        return TokeSlip.objects.get(pk=(earlier.answer or {})["void"])
    drawer = lock_own_drawer(slip.drawer, by)
    room = drawer.room
    hold_tokes(room)
    refuse_settled_tokes(slip)
    refuse_dealer(slip.dealer, second, "voids them")
    transfers = list(Transfer.objects.filter(request_key=slip.request_key).select_related("source", "target", "room"))
    lock(place for transfer in transfers for place in (transfer.source, transfer.target))
    approve_void(slip, drawer, key=key, by=by, at=at, second=second)
    reverse(transfers=transfers, key=key, by=by, at=at, reason=reason)
    void = TokeSlip.objects.create(
        room=room, drawer=drawer, kind=slip.kind, dealer=slip.dealer, of_day=slip.of_day, chips=slip.chips,
        share=slip.share, amount=slip.amount, voids=slip, reason=reason, second=second, receipt=next_receipt(room),
        gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"amount": slip.amount, "of_day": slip.of_day.isoformat(), "voided_receipt": slip.receipt}
    after |= {"dealer": slip.dealer.display_name} if slip.dealer else {}
    after |= {"confirmed_by": second.pk} if second else {}
    record(_VERBS[_K(slip.kind)], void, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void


def refuse_settled_tokes(slip: TokeSlip) -> None:
    """Refuse what is not taken back any more (`already_voided`, `is_reversal`, `tokes_split_already`); a caller who
    means it holds the room's tokes."""
    if slip.voids_id:
        anew = "pay the share" if slip.kind == _K.PAID else "count the tokes"
        raise DomainError("is_reversal", f"A void is not taken back: {anew} anew.")
    if earlier := TokeSlip.objects.filter(voids=slip).first():
        message = f"Receipt {slip.receipt} was voided already, by receipt {earlier.receipt}: look at it again."
        raise DomainError("already_voided", message)
    if slip.kind == _K.COUNTED:
        _refuse_shared(slip.room, slip.of_day)


def _refuse_shared(room: Room, day: date) -> None:
    if TokeSplit.objects.filter(room=room, gaming_day__gte=day).exists():
        message = (
            f"The tokes of {in_words(day)} are shared among the dealers, and stay as they were counted: "
            "tell a manager what was wrong."
        )
        raise DomainError("tokes_split_already", message)
