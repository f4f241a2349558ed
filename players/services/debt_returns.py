"""Chips that were collected on a debt by mistake go back to whoever they were taken from, and as much is owed again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, lock, post, rack_account
from players.models import Account, DebtEntry, Player, Transfer, TransferKind
from players.services.debts import How, account_of, enter_void
from players.services.people import lock_player
from players.works_here import refuse_oneself

OF_CHIPS: Final = (How.SEAT, How.RACK)
"""The ways of collecting that are taken back here; cash goes back at the window (`cage.services.debt_voids`)."""


@transaction.atomic
def return_collected(
    *, collected: DebtEntry, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> DebtEntry:
    """Give chips back that were collected on a debt by mistake, whole, from whoever was paid: to the racks that they
    came from, and what lay on a table to the rack of the record that sat there. Returns the entry of the void; as much
    is owed again, and the same `key` gives back once.

    They go back although the records are linked no more: that is what it is for. Alone up to what one person voids on
    its own gaming day (`Room.void_alone`), else by two. Refuses what was no chips (`not_chips_collected`), what went
    back already (`already_voided`) or with its ruling (`debt_taken_back`), chips that whoever was paid has no more
    (`chips_moved_on`), a missing reason (`reason_missing`), a second person who took it (`second_made_it`), and as
    `four_eyes.approve`. Source: C-4, R34, R69.
    """
    body = {"collected": collected.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if earlier := claim(key, "return_collected", body, by=by, at=at):
        return DebtEntry.objects.get(pk=(earlier.answer or {})["void"])
    _refuse_other(collected, reason)
    debt = collected.debt
    refuse_oneself(lock_player(debt.player), by, second, what="settles a debt of their own")
    owed, back = account_of(debt), _racks(collected)
    held = lock([owed, debt.goes_to, *back])
    _refuse_gone(collected, held)
    _approve(collected, key=key, by=by, at=at, second=second)
    moves = [Move(debt.goes_to, owed, collected.amount, TransferKind.DEBT)]
    moves += [Move(owed, rack, amount, TransferKind.DEBT) for rack, amount in back.items()]
    post(room=debt.room, key=key, moves=moves, by=by, at=at, reason=f"{debt.creditor}: {reason.strip()}", held=held)
    void = enter_void(collected, key=key, by=by, at=at, reason=reason.strip(), second=second)
    after: dict[str, Any] = {
        "player": debt.player_id,
        "amount": collected.amount,
        "case": debt.case_id,
        "collected": collected.pk,
    }
    after |= {"back_to": {str(rack.player_id): amount for rack, amount in back.items()}}
    after |= {"confirmed_by": second.pk} if second else {}
    record("debt.collection_voided", debt, room=debt.room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void


def why_two_return(collected: DebtEntry, at: datetime) -> str:
    """The reason why two people give it back whatever its amount; nothing on the gaming day on which it was taken."""
    day = collected.gaming_day
    is_over = day != collected.debt.room.gaming_day(at)
    return f"It was collected on the gaming day {day:%-d %B %Y}, which is over." if is_over else ""


def _refuse_other(collected: DebtEntry, reason: str) -> None:
    if collected.how not in OF_CHIPS:
        message = "Only chips that were collected go back here: cash goes back at the window that took it."
        raise DomainError("not_chips_collected", message)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what was wrong: whose chips they were.", field="reason")


def _racks(collected: DebtEntry) -> Mapping[Account, int]:
    """The racks that get chips back, each with its part: those of the records that they were taken from."""
    debt, back = collected.debt, dict[Account, int]()
    taken = Transfer.objects.filter(request_key=collected.request_key, target=account_of(debt)).order_by("number")
    for transfer in taken.select_related("source__sitting"):
        came_from = transfer.source
        record_of = came_from.player_id or (came_from.sitting.player_id if came_from.sitting else debt.player_id)
        rack = rack_account(debt.room, Player.objects.get(pk=record_of))
        back[rack] = back.get(rack, 0) + transfer.amount
    return back


def refuse_returned(collected: DebtEntry) -> None:
    """Refuse what went back already (`already_voided`), or with its ruling (`debt_taken_back`)."""
    if DebtEntry.objects.filter(voids=collected).exists():
        raise DomainError("already_voided", "It was given back already: the page of the debt says by whom.")
    if DebtEntry.objects.filter(debt=collected.debt, how=How.TAKEN_BACK).exists():
        raise DomainError("debt_taken_back", "The ruling was taken back, and with it these chips: look at the racks.")


def _refuse_gone(collected: DebtEntry, held: Mapping[int, Account]) -> None:
    """Refuse what went back already, or is there no more; the places are locked."""
    debt, money = collected.debt, collected.debt.room.money
    refuse_returned(collected)
    there = held[debt.goes_to_id].balance
    if there < collected.amount:
        message = (
            f"The chips have moved on: {debt.winner} holds {money(there)} of the {money(collected.amount)} that were "
            "collected. Bring them back there first, or let a supervisor rule on it."
        )
        raise DomainError("chips_moved_on", message, allowed={"most": there})


def _approve(collected: DebtEntry, *, key: str, by: User, at: datetime, second: User | None) -> None:
    """Ask whether this person may give it back alone, or with that second one."""
    if second is not None and second.pk in (collected.by_id, collected.second_id):
        message = f"{second} took or confirmed this collection: somebody else confirms its void."
        raise DomainError("second_made_it", message, field="badge")
    room = collected.debt.room
    facts: dict[str, Any] = {"room": room, "key": key, "by": by, "at": at, "second": second}
    because = why_two_return(collected, at)
    four_eyes.approve(four_eyes.COLLECT, amount=collected.amount, limit=room.void_alone, because=because, **facts)
