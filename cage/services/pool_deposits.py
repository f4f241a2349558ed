"""Money of promotional pools that goes to bank accounts of their own, and deposits that were entered wrongly."""

from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import PoolDeposit, PoolDepositVoid, PromoPool
from cage.selectors.pool_money import money_in
from cage.services.pool_feeds import locked_pool
from cage.services.two_people import signed_by
from cage.services.vault_counts import refuse_vault_counting
from config.audit.services import record
from config.days.services import day_it_belongs_to
from config.errors import DomainError
from config.reasons import in_own_words
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, house_account, lock, post, reverse
from players.models import AccountKind, Transfer, TransferKind


@transaction.atomic
def deposit_pool_money(
    *, pool: PromoPool, amount: int, reference: str, key: str, by: User, at: datetime, second: User | None = None
) -> PoolDeposit:
    """Send cash of the vault, minor units, to a pool's own bank account, for what was counted for it or seeded;
    `reference` is the number of the bank's slip. Returns the deposit.

    Always with a `second` person, who has counted it. Refuses no amount (`amount_missing`), no reference
    (`reference_missing`), more than the pool and its reserve hold and isn't deposited (`deposited_already`), more than
    the vault holds (`vault_short`), a vault that is counted (`vault_counting`), and a second as
    `config.staff.second.refuse_alone`. Source: WAC 230-15-400(3).
    """
    body = {"pool": pool.pk, "amount": amount, "reference": reference} | ({"second": second.pk} if second else {})
    if claim(key, "deposit_pool_money", body, by=by, at=at):
        return PoolDeposit.objects.get(request_key=key)
    room, right = pool.room, four_eyes.STOCK.second_may
    witness = signed_by(second, by, right, room, "cash of the vault goes to a pool’s bank account", at=at)
    if amount <= 0:
        raise DomainError("amount_missing", "Say how much is deposited.", field="amount")
    if not any(sign.isalnum() for sign in reference):
        message = "Write the number of the bank’s slip: by it the bank finds the deposit."
        raise DomainError("reference_missing", message, field="reference")
    reference = reference.strip()
    pool = locked_pool(pool)
    vault, bank = house_account(room, AccountKind.VAULT_CASH), house_account(room, AccountKind.BANK)
    held = lock([vault, bank])
    if amount > (most := money_in(pool).not_deposited):
        message = f"{room.money(most)} of what was counted for {pool} lies there and isn’t deposited: deposit no more. "
        message += "Only the pool’s own money goes to its account."
        raise DomainError("deposited_already", message, allowed={"most": most}, field="amount")
    refuse_vault_counting(room)
    if amount > held[vault.pk].balance:
        message = f"The vault has not enough cash for {room.money(amount)}: deposit less, or bring cash into it."
        raise DomainError("vault_short", message, field="amount")
    who: dict[str, Any] = {"by": by, "second": witness, "key": key, "at": at}
    four_eyes.approve(four_eyes.STOCK, room=room, amount=amount, **who)
    move = Move(vault, bank, amount, TransferKind.FUNDING)
    said = f"{pool}: deposit, slip {reference}"
    post(room=room, key=key, moves=[move], by=by, at=at, reason=said, held=held)
    facts: dict[str, Any] = {"by": by, "second": witness, "gaming_day": room.gaming_day(at), "at": at}
    deposit = PoolDeposit.objects.create(
        room=room, pool=pool, amount=amount, reference=reference, request_key=key, **facts
    )
    after = {"pool": pool.name, "amount": amount, "reference": reference, "confirmed_by": witness.pk}
    record("pool.deposited", deposit, room=room, by=by, at=at, after=after)
    answered(key, {"deposit": deposit.pk})
    return deposit


@transaction.atomic
def take_deposit_back(
    *, deposit: PoolDeposit, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> PoolDepositVoid:
    """Take a deposit back that was entered wrongly, by two people: its cash is in the vault again by the books, and
    what it was of the pool is to be deposited still; both rows stay. Returns the void.

    It is booked on the open day; of a deposit of a locked one the trail names that. Refuses no words
    (`reason_missing`), a deposit that was taken back (`already_reversed`), a vault that is counted (`vault_counting`),
    and a second as `config.staff.second.refuse_alone`.
    """
    body = {"deposit": deposit.pk, "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "take_deposit_back", body, by=by, at=at):
        return PoolDepositVoid.objects.get(request_key=key)
    room, right = deposit.room, four_eyes.STOCK.second_may
    witness = signed_by(second, by, right, room, "a pool’s deposit is taken back", at=at)
    reason = in_own_words(reason, "what was wrong with it")
    locked_pool(deposit.pool)
    rows = list(Transfer.objects.filter(request_key=deposit.request_key).select_related("source", "target", "room"))
    lock(place for row in rows for place in (row.source, row.target))
    who: dict[str, Any] = {"by": by, "second": witness, "key": key, "at": at}
    four_eyes.approve(four_eyes.STOCK, room=room, amount=deposit.amount, **who)
    reverse(transfers=rows, key=key, by=by, at=at, reason=reason)
    facts: dict[str, Any] = {"by": by, "second": witness, "gaming_day": room.gaming_day(at), "at": at}
    void = PoolDepositVoid.objects.create(deposit=deposit, room=room, reason=reason, request_key=key, **facts)
    after: dict[str, Any] = {"pool": deposit.pool.name, "amount": deposit.amount, "reference": deposit.reference}
    after["confirmed_by"] = witness.pk
    if day := day_it_belongs_to(room, deposit.gaming_day):
        after["of_day"] = day.isoformat()
    record("pool.deposit_taken_back", deposit, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void
