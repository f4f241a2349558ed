"""Debts to disputed cases and corrected hands: collected in parts, or paid by two people of the house; never forgotten.

A ruling, or the correction of a hand, moves what is there. What the loser lacks is owed, and whoever won it waits: a
debt names them, and what is collected goes to their rack (or to the box of the house that lacks it). It is collected
from the player's stack between hands, from their rack, or for cash at the window (`cage.services.debts`). What is
written off is the house's loss: it comes out of the vault, and the winner is paid.

The winner by an older debt was paid at once: there the account of the case or the hand is below zero by what is owed,
and what is collected stays in it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Case, When

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.models import RequestKey
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players import four_eyes
from players.ledger import Move, debt_account, house_account, lock, post, rack_account, seat_account
from players.models import Account, AccountKind, Debt, DebtEntry, Player, Sitting, TransferKind
from players.selectors.plaque_rules import refuse_mid_hand, refuse_unpayable
from players.services.boxes import cover, cover_of, covering
from players.services.people import lock_player
from players.works_here import refuse_oneself
from tables.services import lock_session, touch

How = DebtEntry.How


def incur(
    *,
    room: Room,
    player: Player,
    number: int,
    amount: int,
    goes_to: Account,
    at: datetime,
    case_id: int | None = None,
    ruling_id: int | None = None,
    hand_id: int | None = None,
) -> Debt:
    """Write down what a ruling's remedy, or the correction of a hand, could not take from a player, and where it goes
    once it is collected: to the rack of whoever won it, or to a box at the table. No chip moves."""
    owed_to: dict[str, Any] = {"case_id": case_id, "ruling_id": ruling_id, "hand_id": hand_id, "goes_to": goes_to}
    return Debt.objects.create(room=room, player=player, number=number, amount=amount, incurred_at=at, **owed_to)


@transaction.atomic
def collect_debt(
    *,
    debt: Debt,
    how: How,
    amount: int,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> DebtEntry:
    """Take chips for part or all of what a player owes: from their stack between hands, or from their rack; under
    whatever record of theirs the chips are, the one that owes first.

    The same `key` collects once. Refusals: `not_chip_multiple`, `not_seated`, `mid_hand`, and as `settle_debt`.
    """
    body = {"debt": debt.pk, "how": how.value, "amount": amount}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "collect_debt", body, by=by, at=at):
        return _answered(earlier)
    refuse_oneself(lock_player(debt.player), by, second, what="settles a debt of their own")
    refuse_unpayable(debt.room, amount)
    owed = account_of(debt)
    if how == How.RACK:
        moves = [Move(rack, owed, part, TransferKind.DEBT) for rack, part in _from_racks(debt, amount)]
    else:
        moves = [Move(_chips(debt, how), owed, amount, TransferKind.DEBT)]
    return settle_debt(debt, how, moves, key=key, by=by, at=at, amount=amount, second=second)


def _from_racks(debt: Debt, amount: int) -> list[tuple[Account, int]]:
    """The racks of a person that an amount is taken from, each with its part, minor units: of the record that owes
    first. What all of them lack is asked of that one, which refuses it. The person's records are locked, and so no
    chips leave these racks meanwhile that belong to a sale, a seat or a payment."""
    records, own = Player.objects.of(debt.player), rack_account(debt.room, debt.player)
    racks = Account.objects.filter(room=debt.room, kind=AccountKind.RACK, player__in=records)
    others = list(racks.exclude(pk=own.pk).order_by("pk"))
    held, parts, left = lock([own, *others, account_of(debt), debt.goes_to]), list[tuple[Account, int]](), amount
    for rack in (own, *others):
        part = min(left, max(held[rack.pk].balance, 0))
        left -= part
        parts += [(rack, part)] if part else []
    return parts if not left else [(own, amount)]


@transaction.atomic
def write_off_debt(*, debt: Debt, reason: str, second: User | None, key: str, by: User, at: datetime) -> DebtEntry:
    """Give up what is still owed, by a manager with a reason and a `second` person, who has shown their own PIN.

    The loss is the vault's: whoever waits for it is paid from there. Refusals: `nothing_owed`, `reason_missing`,
    `write_off_not_yours`, `second_needed`,
    `second_is_first`, `second_may_not`, `vault_short`.
    """
    body = {"debt": debt.pk, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "write_off_debt", body, by=by, at=at):
        return _answered(earlier)
    _check_write_off(debt, reason, second, by, at)
    refuse_oneself(lock_player(debt.player), by, second, what="settles a debt of their own")
    owed, vault = account_of(debt), house_account(debt.room, AccountKind.VAULT_CHIPS)
    held = lock([owed, vault, debt.goes_to])
    amount = _owed(debt)
    moves = [Move(vault, owed, amount, TransferKind.DEBT)]
    return settle_debt(
        debt, How.WRITTEN_OFF, moves, key=key, by=by, at=at, held=held, amount=amount, reason=reason, second=second
    )


def settle_debt(
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
    """Settle some of a debt by `moves`, the last of which brings it to the debt's account: from there it is paid on.

    In the transaction of a service that has claimed `key`; `facts` are the `amount`, and what else the entry says.
    Refuses more than is owed (`nothing_owed`, `above_debt`), what the ledger refuses (`insufficient_chips`), and above
    what one person moves alone a day asks for a second one (`four_eyes.approve`).
    """
    moves = [*moves, _paid_on(debt, moves[-1].target, facts["amount"])]
    held = held or lock(account for move in moves for account in (move.source, move.target))
    _refuse_above(debt, facts["amount"])
    act = four_eyes.WRITE_OFF if how == How.WRITTEN_OFF else four_eyes.COLLECT
    amount, second = facts["amount"], facts.get("second")
    four_eyes.approve(act, room=debt.room, amount=amount, key=key, by=by, second=second, at=at)
    why = f"{debt.creditor}: {how.label}"
    post(room=debt.room, key=key, moves=moves, by=by, at=at, reason=why, held=held)
    entry = _enter(debt, how, key=key, by=by, at=at, **facts)
    after = {"player": debt.player_id, "case": debt.case_id, "how": how.value, "amount": entry.amount}
    after |= {"hand": debt.hand_id} if debt.hand_id else {}
    after |= {"paid_to": debt.winner}
    after |= {"second": entry.second.display_name} if entry.second else {}
    record("debt.settled", debt, room=debt.room, by=by, at=at, after=after, reason=entry.reason)
    answered(key, {"entry": entry.pk})
    return entry


def take_back_debts(*, ruling_id: int, key: str, by: User, at: datetime) -> None:
    """Undo the debts of a ruling that is taken back, in its transaction: what was collected goes to the player's rack,
    what was written off to the vault, both from whoever was paid, and nothing is owed any more. Refuses
    `insufficient_chips` where they have it no longer."""
    for debt in Debt.objects.filter(ruling_id=ruling_id).select_related("room", "player", "goes_to"):
        room, owed = debt.room, account_of(debt)
        rack, vault = _sides(debt)
        held = lock([owed, rack, vault, debt.goes_to, *covering([debt.goes_to])])
        paid, given_up = debt.paid, sum(each.amount for each in debt.entries.filter(how=How.WRITTEN_OFF))
        parts = ((How.REFUNDED, rack, paid), (How.RESTORED, vault, given_up))
        own = f"{key}:debt:{debt.pk}"
        claim(own, "debt_back", {"debt": debt.pk}, by=by, at=at)
        _cover(debt, held, paid + given_up, key=own, by=by, at=at)
        moves = [Move(debt.goes_to, owed, paid + given_up, TransferKind.DEBT)] if paid + given_up else []
        moves += [Move(owed, target, amount, TransferKind.DEBT) for _, target, amount in parts if amount]
        post(room=room, key=own, moves=moves, by=by, at=at, reason=f"{debt.creditor}: taken back", held=held)
        back = [(how, amount) for how, _, amount in parts] + [(How.TAKEN_BACK, debt.amount)]
        for how, amount in back:
            if amount:
                _enter(debt, how, key=own, by=by, at=at, amount=amount)
        record("debt.taken_back", debt, room=room, by=by, at=at, after={"refunded": paid, "restored": given_up})
        answered(own, {"debt": debt.pk})


def enter_void(paid: DebtEntry, *, key: str, by: User, at: datetime, **facts: Any) -> DebtEntry:
    """Write down that a payment or a collection is taken back whole, in the transaction that gives it back: as much is
    owed again. The caller has locked what it moved."""
    given = {"amount": paid.amount, "drawer_id": paid.drawer_id, "voids": paid, **facts}
    return _enter(paid.debt, How.VOIDED, key=key, by=by, at=at, **given)


def places_to_take_back(ruling_ids: Collection[int]) -> list[Account]:
    """The accounts from and to which `take_back_debts` moves for these rulings, for whoever locks them with others."""
    debts = Debt.objects.filter(ruling_id__in=ruling_ids).select_related("room", "player", "goes_to")
    return [place for debt in debts for place in (account_of(debt), *_sides(debt), *_goes_to(debt))]


def account_of(debt: Debt) -> Account:
    """Through which what is collected goes; whoever reads what is still owed to move it on holds its lock."""
    return debt_account(debt.room, case_id=debt.case_id, hand_id=debt.hand_id)


def set_off(*, debt: Debt, amount: int, key: str, by: User | None, at: datetime) -> None:
    """Let part of a debt go, because who waits for it has to give up as much: no chip moves. The caller has the lock of
    `account_of`, and gives that part to somebody else."""
    _enter(debt, How.SET_OFF, key=key, by=by, at=at, amount=amount)


def _chips(debt: Debt, how: How) -> Account:
    """The player's chips from which a debt is collected; cash is taken at the window, and only there."""
    if how == How.SEAT:
        return _stack(debt)
    raise ValueError(f"no chips of the player are {how.label}")


def _sides(debt: Debt) -> tuple[Account, Account]:
    """The accounts that what was collected or given up goes to when the debt is taken back: the player's rack, and the
    vault."""
    return rack_account(debt.room, debt.player), house_account(debt.room, AccountKind.VAULT_CHIPS)


def _goes_to(debt: Debt) -> list[Account]:
    """The place that a debt goes to, and what covers it where that is a box."""
    return [debt.goes_to, *covering([debt.goes_to])]


def _cover(debt: Debt, held: Mapping[int, Account], amount: int, *, key: str, by: User, at: datetime) -> None:
    """Cover what a box was paid by a debt that is taken back, and holds no more since it was pulled."""
    if covering([debt.goes_to]) and (needed := cover_of(held[debt.goes_to_id], None, -amount)):
        told: dict[str, Any] = {"key": key, "by": by, "at": at, "reason": f"{debt.creditor}: taken back"}
        cover(debt.room, {debt.goes_to: needed}, held, case_id=debt.case_id, hand_id=debt.hand_id, **told)


def _paid_on(debt: Debt, owed: Account, amount: int) -> Move:
    return Move(owed, debt.goes_to, amount, TransferKind.DEBT)


def _enter(debt: Debt, how: How, *, key: str, at: datetime, **facts: Any) -> DebtEntry:
    day = debt.room.gaming_day(at)
    return DebtEntry.objects.create(debt=debt, how=how, at=at, gaming_day=day, request_key=key, **facts)


def _owed(debt: Debt) -> int:
    """The amount owed now, with the account of the case locked. Refuses where that is nothing (`nothing_owed`)."""
    owed = debt.amount - sum(entry.amount * entry.sign for entry in DebtEntry.objects.filter(debt=debt))
    if owed <= 0:
        raise DomainError("nothing_owed", f"{debt.player} owes nothing to {debt.creditor} any more.")
    return owed


def _refuse_above(debt: Debt, amount: int) -> None:
    owed = _owed(debt)
    if amount > owed:
        message = f"{debt.player} owes {debt.room.money(owed)}: enter that, or less."
        raise DomainError("above_debt", message, allowed={"most": owed}, field="amount")


def _stack(debt: Debt) -> Account:
    """The chips in front of the player, at whatever table of the room; its session is locked, between two hands."""
    records = Player.objects.of(debt.player)
    seated = Sitting.objects.filter(player__in=records, left_at=None, is_import=False, session__room=debt.room)
    others_last = Case(When(player=debt.player, then=0), default=1)
    sitting = seated.select_related("session").order_by(others_last, "pk").first()
    if sitting is None:
        raise DomainError("not_seated", f"{debt.player} sits nowhere: collect from the rack, or in cash.", field="how")
    session = lock_session(sitting.session)
    sitting.refresh_from_db(fields=["left_at"])
    if sitting.left_at:
        raise DomainError("not_seated", f"{debt.player} has just left: collect from the rack, or in cash.", field="how")
    refuse_mid_hand(session)
    touch(session)
    return seat_account(sitting)


def _check_write_off(debt: Debt, reason: str, second: User | None, by: User, at: datetime) -> None:
    if not by.may(Permission.DISPUTE_APPEAL, debt.room):
        raise DomainError("write_off_not_yours", "A manager writes debts off: ask one.")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why it is written off.", field="reason")
    four_eyes.check_second(four_eyes.WRITE_OFF, debt.room, four_eyes.WRITE_OFF.always, second, by, at=at)


def _answered(earlier: RequestKey) -> DebtEntry:
    return DebtEntry.objects.get(pk=(earlier.answer or {})["entry"])
