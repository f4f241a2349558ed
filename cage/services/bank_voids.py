"""Slips of players' banks that were a mistake, taken back whole by the rule of sales and payments."""

from datetime import datetime

from django.db import transaction

from cage.models import BankSlip
from cage.services.drawers import lock_own_drawer
from cage.services.voids import approve_void, refuse_spent
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.ledger import lock, next_receipt, reverse
from players.models import Transfer
from players.services.people import lock_player
from players.works_here import refuse_oneself


@transaction.atomic
def void_bank_slip(
    *, slip: BankSlip, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> BankSlip:
    """Take a deposit or a withdrawal back; returns the slip of the void, a retry with the same key the first one.

    A withdrawal alone and by two as for `void_buy_in`; a deposit always by two, for its void takes money off the
    player's bank. Refuses a slip that was voided already (`already_voided`) or is a void (`is_reversal`), money that
    the bank or the drawer hasn't any more (`bank_short`, `drawer_short`), a missing reason (`reason_missing`), a drawer
    as `lock_own_drawer`, a second person who made it (`second_made_it`), one's own slip (`serves_oneself`), and as
    `four_eyes.approve`.
    """
    body = {"slip": slip.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "void_bank_slip", body, by=by, at=at):
        return BankSlip.objects.get(pk=(earlier.answer or {})["void"])
    refuse_oneself(lock_player(slip.player), by, second, what="voids a receipt of their own")
    drawer = lock_own_drawer(slip.drawer, by)
    refuse_voided_bank_slip(slip)
    transfers = list(Transfer.objects.filter(request_key=slip.request_key).select_related("source", "target", "room"))
    held = lock(place for transfer in transfers for place in (transfer.source, transfer.target))
    refuse_spent(slip, held.values())
    approve_void(slip, drawer, key=key, by=by, at=at, second=second)
    reverse(transfers=transfers, key=key, by=by, at=at, reason=reason)
    room = drawer.room
    void = BankSlip.objects.create(
        room=room, bank=slip.bank, player=slip.player, drawer=drawer, kind=slip.kind, amount=slip.amount, voids=slip,
        reason=reason, second=second, receipt=next_receipt(room), gaming_day=room.gaming_day(at), at=at, by=by,
        request_key=key,
    )  # fmt: skip
    after = {"player": slip.player_id, "amount": slip.amount, "voided_receipt": slip.receipt}
    after |= {"confirmed_by": second.pk} if second else {}
    record(f"bank.{slip.kind}_voided", void, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void


def refuse_voided_bank_slip(slip: BankSlip) -> None:
    """Refuse a slip that was voided already (`already_voided`), and one that is a void (`is_reversal`)."""
    if slip.voids_id:
        message = "A void is not taken back: enter the right amount anew."
        raise DomainError("is_reversal", message)
    if earlier := BankSlip.objects.filter(voids=slip).first():
        message = f"Receipt {slip.receipt} was voided already, by receipt {earlier.receipt}: look at it again."
        raise DomainError("already_voided", message)
