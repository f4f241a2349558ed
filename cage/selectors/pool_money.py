"""The house's seed in promotional pools, and what of their money lies in bank accounts of their own."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import BigIntegerField, F, Func, Q, QuerySet, Sum
from django.db.models.expressions import Combinable

from cage.models import PoolDeposit, PoolDepositVoid, PoolFeed, PoolSeed, PoolShare, PoolVersion, PromoPool
from config.rooms.models import Room
from players.models import Account, AccountKind

SHOWN: Final = 100
"""The newest seeds and deposits that the page of a pool shows."""
_AMOUNT: Final = F("amount")
_SEED: Final = {PoolSeed.Kind.PUT_IN.value: 1, PoolSeed.Kind.RECOVERED.value: -1}


@dataclass(frozen=True, slots=True)
class PoolMoney:
    """The money of a pool: what the house put in and took back, what boxes brought, and what was deposited; minor
    units.

    `seed_left` is of the seed what lies there still, for awards take what players gave first. `counted` is without the
    administration's part. `deposited` is all that was, `not_awarded` as much of it as no award took since. `primary`
    and `reserve` lie there now; `ended` says that no table feeds it.
    """

    terms: PoolVersion | None
    ended: bool
    primary: int
    reserve: int
    put_in: int
    recovered: int
    seed_left: int
    counted: int
    deposited: int
    not_awarded: int

    @property
    def announced(self) -> int:
        """The seed that the terms in force announce."""
        return self.terms.seed if self.terms else 0

    @property
    def seed_awarded(self) -> int:
        """The seed that awards took."""
        return self.put_in - self.recovered - self.seed_left

    @property
    def below_cap(self) -> int | None:
        """The amount that the primary pool may rise by, up to its cap; None without one."""
        if self.terms is None or self.terms.primary_cap is None:
            return None
        return max(0, self.terms.primary_cap - self.primary)

    @property
    def may_put_in(self) -> int:
        """The most that the house may put in now."""
        most = 0 if self.ended else max(0, self.announced - self.seed_left)
        return most if self.below_cap is None else min(most, self.below_cap)

    @property
    def may_recover(self) -> int:
        """The most that the house may take back now."""
        return max(0, min(self.seed_left, self.primary))

    @property
    def not_deposited(self) -> int:
        """The amount that the pool and its reserve hold and that isn't deposited."""
        return max(0, self.primary + self.reserve - self.not_awarded)


def money_of(pools: QuerySet[PromoPool]) -> dict[int, PoolMoney]:
    """The money of these pools, by their ids; a fixed number of queries."""
    known = pools.order_by("pk").annotate(left=_by("cage_seed_outstanding"), deposited=_by("cage_deposited_of"))
    kept = list(known.values_list("pk", "is_default", "left", "deposited"))
    ids = [pk for pk, *_ in kept]
    newest = PoolVersion.objects.filter(pool__in=ids).order_by("pool_id", "-number").distinct("pool_id")
    terms = {version.pool_id: version for version in newest}
    feeding = set(PoolFeed.objects.filter(pool__in=ids, until_at=None).values_list("pool", flat=True))
    seeds = _sums(PoolSeed.objects.filter(pool__in=ids), "kind")
    counted = _sums(PoolShare.objects.filter(pool__in=ids), amount=F("primary") + F("reserve"))
    banked = _sums(PoolDeposit.objects.filter(pool__in=ids, void=None))
    places = Account.objects.filter(pool_id__in=ids).values_list("pool_id", "kind", "balance")
    held = {(pool, kind): balance for pool, kind, balance in places}
    return {
        pk: PoolMoney(
            terms=terms.get(pk),
            ended=not is_default and pk not in feeding,
            primary=held.get((pk, AccountKind.POOL_PRIMARY), 0),
            reserve=held.get((pk, AccountKind.POOL_RESERVE), 0),
            put_in=seeds[pk, PoolSeed.Kind.PUT_IN.value],
            recovered=seeds[pk, PoolSeed.Kind.RECOVERED.value],
            seed_left=left,
            counted=counted[(pk,)],
            deposited=banked[(pk,)],
            not_awarded=not_awarded,
        )
        for pk, is_default, left, not_awarded in kept
    }


def money_in(pool: PromoPool) -> PoolMoney:
    """The money of one pool; a fixed number of queries."""
    return money_of(PromoPool.objects.filter(pk=pool.pk))[pool.pk]


def _by(function: str) -> Func:
    """A sum of the pool, by the database's own function of that name (cage/sql/pool_money.sql, seed_left.sql)."""
    return Func(F("pk"), function=function, output_field=BigIntegerField())


def _sums(rows: QuerySet[Any], *also: str, amount: Combinable = _AMOUNT) -> dict[tuple[Any, ...], int]:
    """The sums of the amounts of each pool, and of each value of the other columns; one query."""
    grouped = rows.order_by().values_list("pool", *also).annotate(sum=Sum(amount))
    found: dict[tuple[Any, ...], int] = defaultdict(int)
    return found | {tuple(key): total for *key, total in grouped}


def overdue(room: Room, day: date) -> list[tuple[PromoPool, int]]:
    """The pools of which something was counted, or seeded, so long before a gaming day that it ought to be deposited
    by its end, and isn't now, each with the amount; none where the room doesn't ask for it."""
    if not room.awards_need_deposit or not room.pool_deposit_within:
        return []
    late = Q(gaming_day__gt=day - timedelta(days=room.pool_deposit_within), room=room)
    recent = _sums(PoolShare.objects.filter(late), amount=F("primary") + F("reserve"))
    seeded = _sums(PoolSeed.objects.filter(late, kind=PoolSeed.Kind.PUT_IN))
    pools = PromoPool.objects.filter(room=room)
    money = money_of(pools)
    found = [(pool, money[pool.pk].not_deposited - recent[(pool.pk,)] - seeded[(pool.pk,)]) for pool in pools]
    return [(pool, amount) for pool, amount in found if amount > 0]


def seeds_of(pool: PromoPool) -> QuerySet[PoolSeed]:
    """The newest seeds that were put into a pool and taken back, newest first; one query."""
    return PoolSeed.objects.filter(pool=pool).select_related("by", "second").order_by("-pk")[:SHOWN]


def deposits_of(pool: PromoPool) -> QuerySet[PoolDeposit]:
    """The newest deposits of a pool, newest first, with what took them back; one query."""
    people = ("by", "second", "void__by", "void__second")
    return PoolDeposit.objects.filter(pool=pool).select_related(*people).order_by("-pk")[:SHOWN]


def seeds_on(room: Room, day: date) -> list[PoolSeed]:
    """The seeds that were put into pools and taken back on a gaming day, oldest first; one query."""
    rows = PoolSeed.objects.filter(room=room, gaming_day=day).select_related("pool", "by", "second")
    return list(rows.order_by("pk"))


def deposit_voids(room: Room, day: date, *, later: bool = False) -> list[PoolDepositVoid]:
    """The deposits that were taken back on a gaming day, or with `later` those of the day that were on a later one;
    one query."""
    which = Q(deposit__gaming_day=day, gaming_day__gt=day) if later else Q(gaming_day=day)
    rows = PoolDepositVoid.objects.filter(which, room=room)
    return list(rows.select_related("deposit__pool", "by", "second").order_by("pk"))


def seeded_net(room: Room, day: date) -> dict[int, int]:
    """The amount by which each pool rose on a gaming day by the house's seed, less what was taken back; one query."""
    found: dict[int, int] = defaultdict(int)
    for (pool, kind), amount in _sums(PoolSeed.objects.filter(room=room, gaming_day=day), "kind").items():
        found[pool] += _SEED[kind] * amount
    return found


def deposited_on(room: Room, day: date) -> dict[int, int]:
    """The amount that was deposited of each pool on a gaming day, less what was taken back on it; two queries."""
    found: dict[int, int] = defaultdict(int)
    for (pool,), amount in _sums(PoolDeposit.objects.filter(room=room, gaming_day=day)).items():
        found[pool] += amount
    voids = PoolDepositVoid.objects.filter(room=room, gaming_day=day).order_by()
    for pool, amount in voids.values_list("deposit__pool").annotate(sum=Sum("deposit__amount")):
        found[pool] -= amount
    return found
