"""Cash that was paid on a debt by mistake, given back whole by the rule of sales and payments."""

from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import Drawer
from cage.selectors.voids import why_two_void
from cage.services.drawers import lock_own_drawer
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import lock, reverse
from players.models import Account, DebtEntry, Transfer
from players.services.debts import How, enter_void
from players.services.people import lock_player
from players.works_here import refuse_oneself


@transaction.atomic
def void_debt_payment(
    *, paid: DebtEntry, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> DebtEntry:
    """Give cash back that was paid on a debt by mistake: out of the drawer that took it, which gets its chips back from
    whoever they were paid on to; as much is owed again. Returns the entry of the void.

    Alone and by two as for `void_buy_in`. Refuses what was paid otherwise (`not_paid_in_cash`) or voided already
    (`already_voided`), a debt whose ruling was taken back, by which the payment went to the rack (`debt_taken_back`),
    chips that whoever was paid has no more (`chips_moved_on`), a missing reason (`reason_missing`), a drawer as
    `lock_own_drawer` does, one without that cash (`drawer_short`), a second person who took it (`second_made_it`), and
    as `four_eyes.approve`. Source: R34, R69.
    """
    body = {"paid": paid.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "void_debt_payment", body, by=by, at=at):
        return DebtEntry.objects.get(pk=(earlier.answer or {})["void"])
    if paid.how != How.CASH or paid.drawer_id is None:
        message = "Only cash is given back here: chips that were collected go back on the page of the debt."
        raise DomainError("not_paid_in_cash", message)
    debt, room = paid.debt, paid.debt.room
    refuse_oneself(lock_player(debt.player), by, second, what="settles a debt of their own")
    drawer = lock_own_drawer(Drawer.objects.get(pk=paid.drawer_id), by)
    group = Transfer.objects.filter(request_key=paid.request_key).select_related("source", "target", "room")
    transfers = list(group.order_by("number"))
    held = lock(place for transfer in transfers for place in (transfer.source, transfer.target))
    refuse_returned_payment(paid)
    _refuse_moved_on(paid, held[debt.goes_to_id])
    _approve(paid, drawer, key=key, by=by, at=at, second=second)
    reverse(transfers=transfers, key=key, by=by, at=at, reason=reason)
    void = enter_void(paid, key=key, by=by, at=at, reason=reason.strip(), second=second)
    after = {"player": debt.player_id, "amount": paid.amount, "case": debt.case_id, "paid": paid.pk}
    after |= {"confirmed_by": second.pk} if second else {}
    record("debt.payment_voided", debt, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void


def refuse_returned_payment(paid: DebtEntry) -> None:
    """Refuse what went back already (`already_voided`), or with its ruling (`debt_taken_back`)."""
    if DebtEntry.objects.filter(voids=paid).exists():
        raise DomainError("already_voided", "It was given back already: the page of the debt says by whom.")
    if DebtEntry.objects.filter(debt=paid.debt, how=How.TAKEN_BACK).exists():
        message = (
            f"The ruling was taken back, and {paid.debt.player} has the chips in the rack: redeem them from there."
        )
        raise DomainError("debt_taken_back", message)


def _refuse_moved_on(paid: DebtEntry, place: Account) -> None:
    """Refuse where whoever was paid hasn't the chips any more; the place is locked."""
    if place.balance >= paid.amount:
        return
    money, winner = paid.debt.room.money, paid.debt.winner
    message = (
        f"The chips have moved on: {winner} holds {money(place.balance)} of the {money(paid.amount)} that were paid. "
        "Bring them back there first, or let a supervisor rule on it."
    )
    raise DomainError("chips_moved_on", message, allowed={"most": place.balance})


def _approve(paid: DebtEntry, drawer: Drawer, *, key: str, by: User, at: datetime, second: User | None) -> None:
    """Ask whether this person may void it alone, or with that second one."""
    if second is not None and second.pk in (paid.by_id, paid.second_id):
        message = f"{second} took or confirmed this payment: somebody else confirms its void."
        raise DomainError("second_made_it", message, field="badge")
    room = drawer.room
    because, limit = why_two_void(paid, room.gaming_day(at)), room.void_alone
    facts: dict[str, Any] = {"room": room, "key": key, "at": at, "by": by, "second": second}
    four_eyes.approve(four_eyes.SLIP_VOID, amount=paid.amount, limit=limit, because=because, **facts)
