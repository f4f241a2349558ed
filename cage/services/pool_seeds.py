"""The house's own chips in promotional pools: its seed goes in, as the terms announce it, and comes back."""

from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import PoolSeed, PoolVersion, PromoPool
from cage.selectors.pool_money import PoolMoney, money_in
from cage.services.pool_feeds import locked_pool
from cage.services.two_people import signed_by
from cage.services.vault_counts import refuse_vault_counting
from config.audit.services import record
from config.errors import DomainError
from config.reasons import in_own_words
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_same_role
from players import four_eyes
from players.ledger import Move, house_account, lock, pool_account, post
from players.models import Account, AccountKind, TransferKind
from players.selectors.plaque_rules import refuse_unpayable

_KIND = PoolSeed.Kind


@transaction.atomic
def seed_pool(
    *, pool: PromoPool, amount: int, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> PoolSeed:
    """Put chips of the house, minor units, from the vault into the primary part of a pool, which a `second` person of
    another role approves; returns the row.

    Whoever wins the pool wins them too, and they are an expense of the house, no revenue. Refuses no words
    (`reason_missing`), an amount that no chips make up (`not_chip_multiple`), the default pool (`pool_is_default`), one
    that has ended (`pool_ended`), more than the terms in force announce less what lies there of it: what was won is put
    in anew (`seed_above_announced`), or than the pool's cap leaves (`seed_above_cap`), more than the vault holds
    (`vault_short`), a vault that is counted (`vault_counting`), and a second as `config.staff.second.refuse_alone` and
    `refuse_same_role`. Source: C-12.
    """
    body = {"pool": pool.pk, "amount": amount, "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "seed_pool", body, by=by, at=at):
        return PoolSeed.objects.get(request_key=key)
    room = pool.room
    approver = _approved(room, second, by, "chips of the house go into a pool", at=at)
    reason = in_own_words(reason, "why it goes in: the pool begins, or it was won")
    refuse_unpayable(room, amount)
    pool = locked_pool(pool)
    vault, primary = places = _places(pool)
    held = lock(places)
    money, terms = _money_of(pool)
    _refuse_more_than_announced(pool, money, amount)
    refuse_vault_counting(room)
    if amount > held[vault.pk].balance:
        message = f"The vault has not enough chips for {room.money(amount)}: put less in."
        raise DomainError("vault_short", message, field="amount")
    who: dict[str, Any] = {"by": by, "second": approver, "key": key, "at": at}
    four_eyes.approve(four_eyes.POOL_SEED, room=room, amount=amount, **who)
    move = Move(vault, primary, amount, TransferKind.SEED)
    post(room=room, key=key, moves=[move], by=by, at=at, reason=_said(pool, reason), held=held)
    return _written(pool, terms, _KIND.PUT_IN, amount, reason=reason, **who)


@transaction.atomic
def recover_seed(
    *, pool: PromoPool, amount: int, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> PoolSeed:
    """Take seed of the house, minor units, out of the primary part of a pool back into the vault, which a `second`
    person of another role approves; returns the row.

    Of a pool that has ended it comes back before its disposition, or goes with it. Refuses no words (`reason_missing`),
    an amount that no chips make up (`not_chip_multiple`), the default pool (`pool_is_default`), more than lies there
    of what was put in: what awards took went to those who won (`seed_not_there`), a vault that is counted
    (`vault_counting`), and a second as `config.staff.second.refuse_alone` and `refuse_same_role`. What is awarded and
    not paid lies apart, and stays. Source: C-12, WAC 230-15-695(5).
    """
    body = {"pool": pool.pk, "amount": amount, "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "recover_seed", body, by=by, at=at):
        return PoolSeed.objects.get(request_key=key)
    room = pool.room
    approver = _approved(room, second, by, "the house takes its seed out of a pool", at=at)
    reason = in_own_words(reason, "why it comes back")
    refuse_unpayable(room, amount)
    pool = locked_pool(pool)
    vault, primary = places = _places(pool)
    held = lock(places)
    money, terms = _money_of(pool)
    if amount > money.may_recover:
        message = f"{room.money(money.seed_left)} of the house’s seed lies in {pool}; what awards took of it went to "
        message += f"those who won. Up to {room.money(money.may_recover)} comes back."
        raise DomainError("seed_not_there", message, allowed={"most": money.may_recover}, field="amount")
    who: dict[str, Any] = {"by": by, "second": approver, "key": key, "at": at}
    four_eyes.approve(four_eyes.POOL_SEED, room=room, amount=amount, **who)
    move = Move(primary, vault, amount, TransferKind.SEED_BACK)
    post(room=room, key=key, moves=[move], by=by, at=at, reason=_said(pool, reason), held=held)
    return _written(pool, terms, _KIND.RECOVERED, amount, reason=reason, **who)


def _approved(room: Room, second: User | None, by: User, what: str, *, at: datetime) -> User:
    """The person of another role who approves it."""
    approver = signed_by(second, by, Permission.POOL_VIEW, room, what, at=at)
    refuse_same_role(approver, by, room)
    return approver


def _said(pool: PromoPool, reason: str) -> str:
    """The reason as the ledger and the vault's slip tell it, with the pool's name."""
    return f"{pool}: {reason}"[:400]


def _places(pool: PromoPool) -> list[Account]:
    """The vault's chips, and the primary part of the pool."""
    vault = house_account(pool.room, AccountKind.VAULT_CHIPS)
    return [vault, pool_account(pool.room, AccountKind.POOL_PRIMARY, pool.pk)]


def _money_of(pool: PromoPool) -> tuple[PoolMoney, PoolVersion]:
    """The money of a pool, which is locked, and its terms. Refuses the default pool, which has none."""
    money = money_in(pool)
    if money.terms is None:
        message = f"{pool} takes what no other pool is fed with, and no terms announce a seed for it: choose another."
        raise DomainError("pool_is_default", message, field="pool")
    return money, money.terms


def _refuse_more_than_announced(pool: PromoPool, money: PoolMoney, amount: int) -> None:
    """Refuse a seed of a pool that ended, and more than its terms announce or its cap leaves."""
    told, most = pool.room.money, money.may_put_in
    if money.ended:
        message = f"No table feeds {pool} by its terms, so it has ended: nothing more goes into it."
        raise DomainError("pool_ended", message, field="pool")
    if amount > (left := max(0, money.announced - money.seed_left)):
        message = f"The terms of {pool} announce a seed of {told(money.announced)}, and {told(money.seed_left)} of it "
        message += f"lies there: up to {told(most)} goes in. Post terms that announce more, or put less in."
        raise DomainError("seed_above_announced", message, allowed={"most": most}, field="amount")
    if most < left and amount > most:
        message = f"The terms of {pool} let it hold {told(money.primary + most)} at most, and it holds "
        message += f"{told(money.primary)}: up to {told(most)} goes in."
        raise DomainError("seed_above_cap", message, allowed={"most": most}, field="amount")


def _written(
    pool: PromoPool,
    terms: PoolVersion,
    kind: PoolSeed.Kind,
    amount: int,
    *,
    reason: str,
    by: User,
    second: User,
    key: str,
    at: datetime,
) -> PoolSeed:
    """The row of what was moved, and its word in the trail."""
    room = pool.room
    facts = {"reason": reason, "by": by, "second": second, "gaming_day": room.gaming_day(at), "at": at}
    seed = PoolSeed.objects.create(
        room=room, pool=pool, version=terms, kind=kind, amount=amount, request_key=key, **facts
    )
    verb = "pool.seeded" if kind == _KIND.PUT_IN else "pool.seed_recovered"
    after = {"pool": pool.name, "amount": amount, "confirmed_by": second.pk}
    record(verb, seed, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"seed": seed.pk})
    return seed
