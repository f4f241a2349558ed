"""Promotional pools: what they hold, the terms they run under, and what a gaming day brought them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Sum

from cage.models import PoolFeed, PoolShare, PoolVersion, PromoPool
from config.rooms.models import Room
from players.models import Account, AccountKind, Transfer

_PARTS = {
    AccountKind.POOL_PRIMARY.value: "primary",
    AccountKind.POOL_RESERVE.value: "reserve",
    AccountKind.POOL_ADMIN.value: "admin",
}


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A pool with its terms and the tables that feed it; None: the default pool. `posted` is what the board shows: what
    the primary pool held when the gaming day before ended; minor units."""

    pool: PromoPool
    terms: PoolVersion | None
    tables: Sequence[str]
    posted: int
    primary: int
    reserve: int
    admin: int

    @property
    def liability(self) -> int:
        """The part that the players are owed, minor units."""
        return self.primary + self.reserve


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
    posted = _held_before(room, today)
    pools = PromoPool.objects.filter(room=room).prefetch_related("versions__drafted_by", "versions__approved_by")
    return [
        PoolRow(
            pool,
            next(iter(pool.versions.all()), None),
            tables[pool.pk],
            posted[pool.pk].get("primary", 0),
            **{part: held[pool.pk].get(part, 0) for part in _PARTS.values()},
        )
        for pool in pools
    ]


def pool_figures(room: Room, day: date) -> list[dict[str, Any]]:
    """The holdings of each pool when a gaming day ended, and the parts that the day's counts brought; minor units."""
    after = _held_before(room, day, including=True)
    sums = PoolShare.objects.filter(room=room, gaming_day=day).values("pool").order_by()
    parts = {part: Sum(part) for part in _PARTS.values()}
    brought = {row["pool"]: dict(row) for row in sums.annotate(**parts)}
    return [
        {
            "pool": pool.name,
            "held": {part: after[pool.pk].get(part, 0) for part in _PARTS.values()},
            "counted": {part: _part(brought, pool.pk, part) for part in _PARTS.values()},
        }
        for pool in PromoPool.objects.filter(room=room)
    ]


def _part(brought: Mapping[int, Mapping[str, Any]], pool: int, part: str) -> int:
    return int(brought[pool][part]) if pool in brought else 0


def _held_before(room: Room, day: date, *, including: bool = False) -> dict[int, dict[str, int]]:
    """The holdings of each pool by the transfers before a gaming day, or up to it, by its parts; two queries."""
    booked = Transfer.objects.filter(room=room, **{"gaming_day__lte" if including else "gaming_day__lt": day})
    held: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for side, sign in (("target", 1), ("source", -1)):
        rows = booked.filter(**{f"{side}__kind__in": list(_PARTS)}).order_by()
        for pool, kind, amount in rows.values_list(f"{side}__pool_id", f"{side}__kind").annotate(sum=Sum("amount")):
            held[pool or 0][_PARTS[kind]] += sign * amount
    return held
