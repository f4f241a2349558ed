"""Promotional pools: what they hold, the terms they run under, and what a gaming day brought them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, Q, Sum

from cage.models import AwardVoid, PoolAward, PoolFeed, PoolShare, PoolVersion, PromoPool
from cage.selectors.pool_money import deposited_on, seeded_net
from config.days.registry import end_of
from config.rooms.models import Room
from players.models import Account, AccountKind, Transfer, TransferKind

_PARTS = {
    AccountKind.POOL_PRIMARY.value: "primary",
    AccountKind.POOL_RESERVE.value: "reserve",
    AccountKind.POOL_ADMIN.value: "admin",
    AccountKind.POOL_AWARDS.value: "awards",
}
_COUNTED = ("primary", "reserve", "admin")
_AT_ONCE = (TransferKind.AWARD, TransferKind.SEED, TransferKind.SEED_BACK)
"""The kinds of transfers that change the posted amount at once: what is counted does so from the next day on."""


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A pool with its terms and the tables that feed it; None: the default pool. `posted` is what the board shows: what
    the primary pool held when the gaming day before ended, less what was awarded since, and with the house's seed as it
    is now; `awards` are owed and not yet paid. Minor units."""

    pool: PromoPool
    terms: PoolVersion | None
    tables: Sequence[str]
    posted: int
    primary: int
    reserve: int
    admin: int
    awards: int

    @property
    def liability(self) -> int:
        """The part that the players are owed, minor units."""
        return self.primary + self.reserve + self.awards


def pool_rows(room: Room, today: date) -> list[PoolRow]:
    """The pools of a room; a fixed number of queries."""
    held: dict[int, dict[str, int]] = defaultdict(dict)
    for pool, kind, balance in Account.objects.filter(room=room, kind__in=_PARTS).values_list(
        "pool_id", "kind", "balance"
    ):
        held[pool or 0][_PARTS[kind]] = balance
    tables: dict[int, list[str]] = defaultdict(list)
    feeds = PoolFeed.objects.filter(pool__room=room, until_at=None).order_by("table__position")
    for pool, name in feeds.values_list("pool", "table__name"):
        tables[pool].append(name)
    posted = _held(room, Q(gaming_day__lt=today) | Q(kind__in=_AT_ONCE))
    pools = PromoPool.objects.filter(room=room).prefetch_related("versions__drafted_by", "versions__approved_by")
    return [
        PoolRow(
            pool,
            next(iter(pool.versions.all()), None),
            tables[pool.pk],
            max(0, posted[pool.pk].get("primary", 0)),
            **{part: held[pool.pk].get(part, 0) for part in _PARTS.values()},
        )
        for pool in pools
    ]


def versions_of(room: Room, day: date) -> list[PoolVersion]:
    """The terms of pools that were put in force on a gaming day, oldest first; one query."""
    rows = PoolVersion.objects.filter(pool__room=room, at__gte=room.start_of(day), at__lt=end_of(room, day))
    return list(rows.select_related("pool", "drafted_by", "approved_by").order_by("at", "pk"))


def dispositions_of(room: Room, day: date) -> list[PoolAward]:
    """The awards of a gaming day by which pools that ended went whole to somebody, with their shares; a fixed number of
    queries."""
    rows = PoolAward.objects.filter(room=room, gaming_day=day, kind=PoolAward.Kind.DISPOSITION)
    people = rows.select_related("pool__room", "declared_by", "approved_by").order_by("pk")
    return list(people.prefetch_related("shares__player", "shares__void"))


def recipients(award: PoolAward) -> str:
    """The shares of an award with whose they are, in words: "Bo 12, Cy 6 (taken back)"."""
    money = award.pool.room.money
    shares = award.shares.all()
    return ", ".join(
        f"{each.player} {money(each.amount)}" + (" (taken back)" if hasattr(each, "void") else "") for each in shares
    )


def pool_figures(room: Room, day: date) -> list[dict[str, Any]]:
    """The holdings of each pool when a gaming day ended, its unpaid awards among them, the parts that the day's counts
    brought, what was awarded and taken back on it, the house's seed that went in less what came back, and what was
    deposited in the pool's bank account; minor units."""
    after = _held(room, Q(gaming_day__lte=day))
    awarded = _awarded(room, day)
    seeded, deposited = seeded_net(room, day), deposited_on(room, day)
    sums = PoolShare.objects.filter(room=room, gaming_day=day).values("pool").order_by()
    parts = {part: Sum(part) for part in _COUNTED}
    brought = {row["pool"]: dict(row) for row in sums.annotate(**parts)}
    return [
        {
            "pool": pool.name,
            "held": {part: after[pool.pk].get(part, 0) for part in _PARTS.values()},
            "counted": {part: _part(brought, pool.pk, part) for part in _COUNTED},
            "awarded": awarded.get(pool.pk, 0),
            "seeded": seeded.get(pool.pk, 0),
            "deposited": deposited.get(pool.pk, 0),
        }
        for pool in PromoPool.objects.filter(room=room)
    ]


def _part(brought: Mapping[int, Mapping[str, Any]], pool: int, part: str) -> int:
    return int(brought[pool][part]) if pool in brought else 0


def _awarded(room: Room, day: date) -> dict[int, int]:
    """The amount by which each pool fell by awards of a gaming day, less what came back on it; two queries."""
    facts = {"room": room, "gaming_day": day}
    declared = PoolAward.objects.filter(**facts).order_by().values_list("pool")
    back = AwardVoid.objects.filter(**facts).order_by().values_list("share__award__pool")
    sums: dict[int, int] = defaultdict(int)
    for rows, sign in ((declared, 1), (back, -1)):
        for pool, amount in rows.annotate(sum=Sum(F("primary") + F("reserve"))):
            sums[pool] += sign * amount
    return sums


def _held(room: Room, which: Q) -> dict[int, dict[str, int]]:
    """The holdings of each pool by these transfers, by its parts; two queries."""
    booked = Transfer.objects.filter(which, room=room)
    held: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for side, sign in (("target", 1), ("source", -1)):
        rows = booked.filter(**{f"{side}__kind__in": list(_PARTS)}).order_by()
        for pool, kind, amount in rows.values_list(f"{side}__pool_id", f"{side}__kind").annotate(sum=Sum("amount")):
            held[pool or 0][_PARTS[kind]] += sign * amount
    return held
