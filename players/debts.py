"""Debts to disputed cases: collected from chips or in cash, in parts, or written off by two people; never forgotten.

A ruling pays the winner whole, and what the loser lacked is owed to the case: its account is below zero by that much.
A debt that is paid brings it back to nothing: from the player's stack between hands, from his rack, or for cash, for
which the drawer's chips go to the case. What is written off is the house's loss: it comes out of the vault.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.models import RequestKey
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players.ledger import Move, case_account, drawer_account, house_account, lock, post, rack_account, seat_account
from players.models import Account, AccountKind, Debt, DebtEntry, Drawer, Player, Sitting, TransferKind
from players.plaque_rules import refuse_mid_hand, refuse_unpayable
from players.services.people import lock_player
from tables.services import lock_session, touch

How = DebtEntry.How


def incur(*, room: Room, player: Player, case_id: int, ruling_id: int, number: int, amount: int, at: datetime) -> Debt:
    """What a ruling's remedy could not take; the ruling's own transfers have made it a receivable of the case."""
    return Debt.objects.create(
        room=room, player=player, case_id=case_id, ruling_id=ruling_id, number=number, amount=amount, incurred_at=at
    )


@transaction.atomic
def collect_debt(
    *, debt: Debt, how: How, amount: int, key: str, by: User | None, at: datetime, drawer: Drawer | None = None
) -> DebtEntry:
    """Take part or all of what a player owes: from his stack between hands, his rack, or in cash into a `drawer`.

    The same `key` collects once. Refusals: `nothing_owed`, `above_debt`, `not_chip_multiple`, `not_seated`, `mid_hand`,
    `drawer_missing`, `drawer_closed`, and what the ledger refuses (`insufficient_chips`, `drawer_short`).
    """
    body = {"debt": debt.pk, "how": how.value, "amount": amount, "drawer": drawer.pk if drawer else None}
    if earlier := claim(key, "collect_debt", body, by=by, at=at):
        return _answered(earlier)
    lock_player(debt.player)
    moves, till = _collecting(debt, how, amount, drawer)
    return _settle(debt, how, moves, key=key, by=by, at=at, amount=amount, drawer=till)


@transaction.atomic
def write_off_debt(*, debt: Debt, reason: str, second: User | None, key: str, by: User, at: datetime) -> DebtEntry:
    """Give up what is still owed, by a manager with a reason and a `second` person, who has shown his own PIN.

    The loss is the vault's. Refusals: `nothing_owed`, `reason_missing`, `write_off_not_yours`, `second_needed`,
    `second_is_first`, `second_may_not`, `vault_short`.
    """
    body = {"debt": debt.pk, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "write_off_debt", body, by=by, at=at):
        return _answered(earlier)
    _check_write_off(debt, reason, second, by)
    lock_player(debt.player)
    owed = case_account(debt.room, AccountKind.RECEIVABLE, debt.case_id)
    vault = house_account(debt.room, AccountKind.VAULT_CHIPS)
    held = lock([owed, vault])
    amount = _owed(debt)
    moves = [Move(vault, owed, amount, TransferKind.DEBT)]
    return _settle(
        debt, How.WRITTEN_OFF, moves, key=key, by=by, at=at, held=held, amount=amount, reason=reason, second=second
    )


def take_back_debts(*, ruling_id: int, key: str, by: User, at: datetime) -> None:
    """Undo the debts of a ruling that is taken back, in its transaction: what was collected goes to the player's rack,
    what was written off to the vault, and nothing is owed any more."""
    for debt in Debt.objects.filter(ruling_id=ruling_id).select_related("room", "player"):
        room, owed = debt.room, case_account(debt.room, AccountKind.RECEIVABLE, debt.case_id)
        rack, vault = rack_account(room, debt.player), house_account(room, AccountKind.VAULT_CHIPS)
        held = lock([owed, rack, vault])
        paid, given_up = debt.paid, sum(each.amount for each in debt.entries.filter(how=How.WRITTEN_OFF))
        parts = ((How.REFUNDED, rack, paid), (How.RESTORED, vault, given_up))
        own = f"{key}:debt:{debt.pk}"
        claim(own, "debt_back", {"debt": debt.pk}, by=by, at=at)
        moves = [Move(owed, target, amount, TransferKind.DEBT) for _, target, amount in parts if amount]
        post(room=room, key=own, moves=moves, by=by, at=at, reason=f"case {debt.case_id}: taken back", held=held)
        back = [(how, amount) for how, _, amount in parts] + [(How.TAKEN_BACK, debt.amount)]
        for how, amount in back:
            if amount:
                _enter(debt, how, key=own, by=by, at=at, amount=amount)
        record("debt.taken_back", debt, room=room, by=by, at=at, after={"refunded": paid, "restored": given_up})
        answered(own, {"debt": debt.pk})


def _collecting(debt: Debt, how: How, amount: int, drawer: Drawer | None) -> tuple[list[Move], Drawer | None]:
    """The moves that collect a debt, with the session or the drawer locked that they touch."""
    room, owed = debt.room, case_account(debt.room, AccountKind.RECEIVABLE, debt.case_id)
    refuse_unpayable(room, amount)
    if how == How.SEAT:
        return [Move(_stack(debt), owed, amount, TransferKind.DEBT)], None
    if how == How.RACK:
        return [Move(rack_account(room, debt.player), owed, amount, TransferKind.DEBT)], None
    till = _lock_drawer(room, drawer)
    cash, patrons = drawer_account(till, AccountKind.DRAWER_CASH), house_account(room, AccountKind.PATRONS)
    chips = drawer_account(till, AccountKind.DRAWER_CHIPS)
    paid = Move(patrons, cash, amount, TransferKind.CHIP_SALE)
    return [paid, Move(chips, owed, amount, TransferKind.DEBT)], till


def _settle(
    debt: Debt,
    how: How,
    moves: Sequence[Move],
    *,
    key: str,
    by: User | None,
    at: datetime,
    held: dict[int, Account] | None = None,
    **facts: Any,
) -> DebtEntry:
    """Lock what is moved, refuse more than is owed then, move it and write it down."""
    held = held or lock(account for move in moves for account in (move.source, move.target))
    _refuse_above(debt, facts["amount"])
    why = f"case {debt.case_id}: {how.label}"
    post(room=debt.room, key=key, moves=moves, by=by, at=at, reason=why, held=held)
    entry = _enter(debt, how, key=key, by=by, at=at, **facts)
    after = {"player": debt.player_id, "case": debt.case_id, "how": how.value, "amount": entry.amount}
    after |= {"second": entry.second.display_name} if entry.second else {}
    record("debt.settled", debt, room=debt.room, by=by, at=at, after=after, reason=entry.reason)
    answered(key, {"entry": entry.pk})
    return entry


def _enter(debt: Debt, how: How, *, key: str, at: datetime, **facts: Any) -> DebtEntry:
    day = debt.room.gaming_day(at)
    return DebtEntry.objects.create(debt=debt, how=how, at=at, gaming_day=day, request_key=key, **facts)


def _owed(debt: Debt) -> int:
    """What is owed now, with the account of the case locked. Refuses where that is nothing (`nothing_owed`)."""
    owed = debt.amount - sum(entry.amount * entry.sign for entry in DebtEntry.objects.filter(debt=debt))
    if owed <= 0:
        raise DomainError("nothing_owed", f"{debt.player} owes nothing to case {debt.case_id} any more.")
    return owed


def _refuse_above(debt: Debt, amount: int) -> None:
    owed = _owed(debt)
    if amount > owed:
        message = f"{debt.player} owes {debt.room.money(owed)}: enter that, or less."
        raise DomainError("above_debt", message, allowed={"most": owed}, field="amount")


def _stack(debt: Debt) -> Account:
    """The chips in front of the player, at whatever table of the room; its session is locked, between two hands."""
    seated = Sitting.objects.filter(player=debt.player, left_at=None, is_import=False, session__room=debt.room)
    sitting = seated.select_related("session").first()
    if sitting is None:
        raise DomainError("not_seated", f"{debt.player} sits nowhere: collect from his rack, or in cash.", field="how")
    session = lock_session(sitting.session)
    sitting.refresh_from_db(fields=["left_at"])
    if sitting.left_at:
        raise DomainError("not_seated", f"{debt.player} has just left: collect from his rack, or in cash.", field="how")
    refuse_mid_hand(session)
    touch(session)
    return seat_account(sitting)


def _lock_drawer(room: Room, drawer: Drawer | None) -> Drawer:
    if drawer is None or drawer.room_id != room.pk:
        raise DomainError("drawer_missing", "Choose the drawer that takes the cash.", field="drawer")
    locked = Drawer.objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=drawer.pk)
    if not locked.is_open:
        raise DomainError("drawer_closed", f"{locked} is closed: open it, or choose another drawer.", field="drawer")
    return locked


def _check_write_off(debt: Debt, reason: str, second: User | None, by: User) -> None:
    if not by.may(Permission.DISPUTE_APPEAL, debt.room):
        raise DomainError("write_off_not_yours", "A manager writes debts off: ask one.")
    if not reason.strip():
        raise DomainError("reason_missing", "Say why it is written off.", field="reason")
    if second is None:
        raise DomainError("second_needed", "A second person confirms a write-off: badge and PIN.", field="badge")
    if second.pk == by.pk:
        raise DomainError("second_is_first", "Somebody else confirms it: nobody is his own second.", field="badge")
    if not second.may(Permission.DISPUTE_RULE, debt.room):
        raise DomainError(
            "second_may_not", f"{second} does not rule on disputes here: ask a supervisor.", field="badge"
        )


def _answered(earlier: RequestKey) -> DebtEntry:
    return DebtEntry.objects.get(pk=(earlier.answer or {})["entry"])
