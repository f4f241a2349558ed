"""The promotional pools on a gaming day, twice: by the counts of boxes and the awards that people signed, and
by the ledger. Neither is made of the other, so that a difference shows (R45)."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import F, Q, QuerySet, Sum
from django.utils.translation import gettext_noop as _

from cage.models import (
    AwardShare,
    AwardVoid,
    BoxCount,
    BoxPull,
    CashSlip,
    Holds,
    PoolReconciliation,
    PoolSeed,
    PoolVersion,
    PromoPool,
)
from cage.selectors.drop import boxes_not_counted, boxes_not_pulled
from cage.selectors.pool_money import seeds_on
from config.days.registry import end_of
from config.days.selectors import DAYS_SHOWN
from config.rooms.models import Room
from players.models import AccountKind, Transfer, TransferKind

_HELD = (AccountKind.POOL_PRIMARY, AccountKind.POOL_RESERVE, AccountKind.POOL_ADMIN)
_OWED = AccountKind.POOL_AWARDS

LINES: Final[Mapping[str, str]] = {
    "start": _("Held when the day began"),
    "counted": _("Counted for it"),
    "seeded": _("Put in by the house, as its seed"),
    "recovered": _("Seed that the house took back"),
    "awarded": _("Awarded"),
    "back": _("Taken back before it was paid"),
    "end": _("Held when the day ended"),
    "unpaid": _("Awards not paid when the day ended"),
}
"""The lines of a pool's day. Held is the pool with its reserve and the administration's part; what is awarded lies
apart until it is paid."""

Sums = dict[int, dict[str, int]]
"""The lines by the id of their pool, minor units."""


def figures_of(room: Room, day: date) -> dict[str, Any]:
    """The pools that moved or held anything on a gaming day: JSON-ready, each line as [signed, booked], minor units,
    with what was counted, seeded, awarded and taken back one by one; a fixed number of queries."""
    signed, booked = _signed(room, day), _booked(room, day)
    names = dict(PromoPool.objects.filter(room=room).order_by("name", "pk").values_list("pk", "name"))
    boxes, awards, back = _boxes(room, day), _awards(room, day), _back(room, day)
    seeds = _seeds(room, day)
    pools = [
        {
            "pool": pk,
            "name": name,
            "lines": {line: [signed[pk][line], booked[pk][line]] for line in LINES},
            "boxes": boxes.get(pk, []),
            "seeds": seeds.get(pk, []),
            "awards": awards.get(pk, []),
            "back": back.get(pk, []),
        }
        for pk, name in names.items()
        if any(signed[pk].values()) or any(booked[pk].values())
    ]
    return {"day": day.isoformat(), "pools": pools}


def as_text(figures: Mapping[str, Any]) -> str:
    """Figures as they are signed and kept: the same figures are always the same text."""
    return json.dumps(figures, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(text: str) -> str:
    """sha256 of figures, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def differs(figures: Mapping[str, Any]) -> bool:
    """Whether any line is otherwise by the ledger than by what was counted and signed."""
    return any(signed != booked for pool in figures["pools"] for signed, booked in pool["lines"].values())


def boxes_of(pool: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The boxes of a pool of the figures with their days as dates and their pieces as [value in minor units, pieces],
    the largest first."""
    return [
        each
        | {
            "pulled_on": date.fromisoformat(each["pulled_on"]),
            "pieces": sorted(((int(value), pieces) for value, pieces in each["pieces"].items()), reverse=True),
        }
        for each in pool["boxes"]
    ]


def reconciliation_of(room: Room, day: date) -> PoolReconciliation | None:
    """The signature under the pools of a gaming day; None before it is there."""
    return PoolReconciliation.objects.filter(room=room, of_day=day).select_related("signed_by").first()


def promo_not_counted(room: Room, day: date) -> list[str]:
    """The promo boxes that hold something of a gaming day, or were pulled on it, and are not counted, each in words;
    three queries."""
    hanging = [f"the promo box of {name}" for _, name, holds in boxes_not_pulled(room, day) if holds == Holds.PROMO]
    return [*hanging, *(str(pull) for pull in boxes_not_counted(room, day) if pull.holds == Holds.PROMO)]


# --------------------------------------------------------------------------------------------- by counts and signatures


def _signed(room: Room, day: date) -> Sums:
    """The lines by the last count of each promo box, by the shares of awards that were declared, taken back and paid,
    and by the seeds that the house put in and took back; seven queries."""
    sums: Sums = defaultdict(lambda: dict.fromkeys(LINES, 0))
    begins, ends = room.start_of(day), end_of(room, day)
    early, late = Q(pull__counted_at__lt=begins), Q(pull__counted_at__gte=begins, pull__counted_at__lt=ends)
    for pool, before, on_it in _split(_last_counts(room), "pull__pool", "amount", early, late):
        sums[pool]["start"] += before
        sums[pool]["counted"] += on_it
    shares = AwardShare.objects.filter(award__room=room)
    for pool, before, on_it in _split(shares, "award__pool", "amount", *_days("award__gaming_day", day)):
        sums[pool]["start"] -= before
        sums[pool]["awarded"] += on_it
        sums[pool]["unpaid"] += before + on_it
    voids = AwardVoid.objects.filter(room=room)
    for pool, before, on_it in _split(voids, "share__award__pool", "share__amount", *_days("gaming_day", day)):
        sums[pool]["start"] += before
        sums[pool]["back"] += on_it
        sums[pool]["unpaid"] -= before + on_it
    paid = CashSlip.objects.filter(room=room, award_share__isnull=False)
    for sign, of_day in ((-1, "gaming_day"), (1, "void__gaming_day")):
        for pool, before, on_it in _split(paid, "award_share__award__pool", "amount", *_days(of_day, day)):
            sums[pool]["unpaid"] += sign * (before + on_it)
    seeds = PoolSeed.objects.filter(room=room)
    for kind, line, sign in ((PoolSeed.Kind.PUT_IN, "seeded", 1), (PoolSeed.Kind.RECOVERED, "recovered", -1)):
        for pool, before, on_it in _split(seeds.filter(kind=kind), "pool", "amount", *_days("gaming_day", day)):
            sums[pool]["start"] += sign * before
            sums[pool][line] += on_it
    for lines in sums.values():
        came = lines["counted"] + lines["seeded"] + lines["back"]
        lines["end"] = lines["start"] + came - lines["awarded"] - lines["recovered"]
    return sums


def _last_counts(room: Room) -> QuerySet[BoxCount]:
    """The count of each promo box that ended its counting: the second of two that agree, or that of three."""
    return BoxCount.objects.filter(pull__room=room, pull__pool__isnull=False, request_key=F("pull__counted_key"))


def _days(field: str, day: date) -> tuple[Q, Q]:
    return Q(**{f"{field}__lt": day}), Q(**{field: day})


def _split(rows: QuerySet[Any], pool: str, amount: str, early: Q, late: Q) -> Iterator[tuple[int, int, int]]:
    """The sums of each pool before a gaming day, and on it; one query."""
    sums = {"early": Sum(amount, filter=early, default=0), "late": Sum(amount, filter=late, default=0)}
    yield from rows.order_by().values_list(pool).annotate(**sums)


# -------------------------------------------------------------------------------------------------------- by the ledger


def _booked(room: Room, day: date) -> Sums:
    """The lines by the transfers of the ledger alone; two queries."""
    sums: Sums = defaultdict(lambda: dict.fromkeys(LINES, 0))
    named = {
        (TransferKind.BOX_COUNT, 1): "counted",
        (TransferKind.SEED, 1): "seeded",
        (TransferKind.SEED_BACK, -1): "recovered",
        (TransferKind.AWARD, -1): "awarded",
        (TransferKind.AWARD, 1): "back",
    }
    for sign, side in ((1, "target"), (-1, "source")):
        booked = Transfer.objects.filter(room=room, gaming_day__lte=day, **{f"{side}__kind__in": (*_HELD, _OWED)})
        rows = booked.order_by().values_list(f"{side}__pool_id", f"{side}__kind", "kind")
        for pool, place, kind, before, on_it in rows.annotate(
            early=Sum("amount", filter=Q(gaming_day__lt=day), default=0),
            late=Sum("amount", filter=Q(gaming_day=day), default=0),
        ):
            lines = sums[pool]
            if place == _OWED:
                lines["unpaid"] += sign * (before + on_it)
                continue
            lines["start"] += sign * before
            lines["end"] += sign * (before + on_it)
            if line := named.get((kind, sign)):
                lines[line] += on_it
    return sums


# ----------------------------------------------------------------------------------------------------------- one by one


def _boxes(room: Room, day: date) -> dict[int, list[dict[str, Any]]]:
    """The boxes that were counted for each pool on a gaming day; one query."""
    people = ("counted_by", "second", "third", "pull__table")
    of_day = _last_counts(room).filter(pull__counted_at__gte=room.start_of(day), pull__counted_at__lt=end_of(room, day))
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for count in of_day.select_related(*people).order_by("pull__counted_at", "pull__pk"):
        pull = count.pull
        found[pull.pool_id or 0].append(
            {
                "box": pull.number,
                "table": pull.table.name,
                "pulled_on": pull.gaming_day.isoformat(),
                "pieces": count.chips,
                "amount": count.amount,
                "key": pull.counted_key,
            }
        )
    return found


def _awards(room: Room, day: date) -> dict[int, list[dict[str, Any]]]:
    """The awards out of each pool that were declared on a gaming day, by their shares; one query."""
    rows = AwardShare.objects.filter(award__room=room, award__gaming_day=day).order_by("award")
    facts = ("award__pool", "award", "award__what")
    names = ("award__declared_by__display_name", "award__approved_by__display_name")
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for pool, award, what, declared, approved, amount in rows.values_list(*facts, *names).annotate(sum=Sum("amount")):
        found[pool].append({"award": award, "what": what, "amount": amount, "by": [declared, approved]})
    return found


def _back(room: Room, day: date) -> dict[int, list[dict[str, Any]]]:
    """The shares that went back to each pool on a gaming day; one query."""
    rows = AwardVoid.objects.filter(room=room, gaming_day=day)
    facts = ("share__award__pool", "share__award", "reason", "share__amount")
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for pool, award, reason, amount, by, second in rows.values_list(*facts, "by__display_name", "second__display_name"):
        found[pool].append({"award": award, "what": reason, "amount": amount, "by": [by, second]})
    return found


def _seeds(room: Room, day: date) -> dict[int, list[dict[str, Any]]]:
    """The seeds of the house that went into each pool on a gaming day, and came back from it; one query."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for seed in seeds_on(room, day):
        by = [seed.by.display_name, seed.second.display_name]
        found[seed.pool_id].append({"what": seed.reason, "kind": seed.kind, "amount": seed.amount, "by": by})
    return found


# ----------------------------------------------------------------------------------------------------- people and days


def had_a_part(room: Room, day: date) -> dict[int, str]:
    """The people who did something that the reconciliation of a gaming day judges, by id, with what it was: "counted a
    box"; a fixed number of queries."""
    on_it = Q(counted_at__gte=room.start_of(day), counted_at__lt=end_of(room, day)) | Q(gaming_day=day)
    pulls = BoxPull.objects.filter(on_it, room=room)
    counts = BoxCount.objects.filter(pull__in=pulls.values("pk"))
    awards = room.pool_awards.filter(gaming_day=day)
    voids = AwardVoid.objects.filter(room=room, gaming_day=day)
    reviews = room.award_reviews.filter(gaming_day=day)
    parts: tuple[tuple[str, Iterable[Sequence[int | None]]], ...] = (
        ("drafted or approved the terms of a pool that were in force", _signers_of_terms(room, day)),
        ("let an award stand", reviews.values_list("by", "second")),
        ("pulled a box, or watched it", pulls.values_list("puller", "watcher")),
        ("took an award back", voids.values_list("by", "second")),
        ("took a pool’s deposit back", room.pool_deposit_voids.filter(gaming_day=day).values_list("by", "second")),
        ("deposited money of a pool", room.pool_deposits.filter(gaming_day=day).values_list("by", "second")),
        ("seeded a pool, or took its seed back", room.pool_seeds.filter(gaming_day=day).values_list("by", "second")),
        ("declared or approved an award", awards.values_list("declared_by", "approved_by")),
        ("counted a box", counts.values_list("counted_by", "second", "third", "by")),
    )
    return {person: what for what, rows in parts for row in rows for person in row if person is not None}


def _signers_of_terms(room: Room, day: date) -> list[tuple[int, int]]:
    """The people who drafted and approved the terms by which pools ran on a gaming day: those in force when it began,
    and those that came into force on it; one query."""
    rows = PoolVersion.objects.filter(pool__room=room, at__lt=end_of(room, day)).order_by("pool", "number")
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for pool, at, drafted, approved in rows.values_list("pool", "at", "drafted_by", "approved_by"):
        if at < room.start_of(day):
            found[pool].clear()
        found[pool].append((drafted, approved))
    return [pair for pairs in found.values() for pair in pairs]


@dataclass(frozen=True, slots=True)
class PoolDay:
    """A gaming day on which pools moved or held something, and the signature under it, if it is there."""

    day: date
    signed: PoolReconciliation | None


def pool_days(room: Room, today: date) -> list[PoolDay]:
    """The gaming days that ended and on which pools moved or held something, newest first, of the last `DAYS_SHOWN`;
    three queries."""
    first = today - timedelta(days=DAYS_SHOWN)
    moved: dict[date, int] = defaultdict(int)
    held = 0
    for sign, side in ((1, "target"), (-1, "source")):
        booked = Transfer.objects.filter(room=room, gaming_day__lt=today, **{f"{side}__kind__in": (*_HELD, _OWED)})
        rows = booked.order_by().values_list("gaming_day")
        for day, amount in rows.annotate(sum=Sum("amount")):
            if day < first:
                held += sign * amount
            else:
                moved[day] += sign * amount
    signatures = PoolReconciliation.objects.filter(room=room, of_day__gte=first).select_related("signed_by")
    by_day = {each.of_day: each for each in signatures}
    found: list[PoolDay] = []
    for day in (first + timedelta(days=number) for number in range(DAYS_SHOWN)):
        if held or day in moved:
            found.append(PoolDay(day, by_day.get(day)))
        held += moved.get(day, 0)
    return found[::-1]
