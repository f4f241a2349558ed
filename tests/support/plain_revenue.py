"""The named sums and the journal of a day a second time, plainly: from the papers of what happened, and row by row."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from cage.models import (
    AwardVoid,
    BoxCover,
    BoxPull,
    BoxVariance,
    CashSlip,
    DrawerVariance,
    PoolAward,
    PoolSeed,
    PoolShare,
    SlipVoid,
    TokeSlip,
)
from config.rooms.models import Room
from players.models import AccountKind, TimeCharge, Transfer, TransferKind

_K = TransferKind


def plain_sums(room: Room, day: date) -> dict[str, int]:
    """Every sum that papers tell, of one gaming day, by its code."""
    return {code: tell(room, day) for code, tell in _PAPERS.items()}


def plain_changes(room: Room, day: date) -> dict[str, int]:
    """Changes of the accounts of each kind of place on a gaming day, transfer by transfer; none of an import."""
    found: dict[str, int] = defaultdict(int)
    for row in Transfer.objects.filter(room=room, gaming_day=day).select_related("source", "target"):
        if not row.source.is_import:
            found[row.target.kind] += row.amount
            found[row.source.kind] -= row.amount
    return {kind: change for kind, change in found.items() if change}


def _box(kind: AccountKind) -> Callable[[Room, date], int]:
    """Chips that came into boxes and left them again, but for pulls and those put in to cover a correction."""

    def tell(room: Room, day: date) -> int:
        there = Transfer.objects.filter(room=room, gaming_day=day).exclude(kind__in=[_K.DROP, _K.VARIANCE])
        came = sum(there.filter(target__kind=kind, target__is_import=False).values_list("amount", flat=True))
        return came - sum(there.filter(source__kind=kind, source__is_import=False).values_list("amount", flat=True))

    return tell


def _counted(holds: str) -> Callable[[Room, date], int]:
    def tell(room: Room, day: date) -> int:
        pulls = BoxPull.objects.filter(room=room, holds=holds, state=BoxPull.State.COUNTED)
        return sum(pull.counted or 0 for pull in pulls if room.gaming_day(pull.counted_at) == day)  # type: ignore[arg-type]  # of a counted one

    return tell


def _cash(kind: TransferKind) -> Callable[[Room, date], int]:
    """The slips of a kind on that day, less those that were voided on it."""

    def tell(room: Room, day: date) -> int:
        slips = CashSlip.objects.filter(room=room, kind=kind, gaming_day=day)
        voids = SlipVoid.objects.filter(room=room, gaming_day=day, cash_slip__kind=kind).select_related("cash_slip")
        return sum(slip.amount for slip in slips) - sum(void.cash_slip.amount for void in voids if void.cash_slip)

    return tell


def _tokes(*kinds: TokeSlip.Kind) -> Callable[[Room, date], int]:
    def tell(room: Room, day: date) -> int:
        slips = TokeSlip.objects.filter(room=room, gaming_day=day, kind__in=kinds)
        return sum(slip.amount * (-1 if slip.voids_id else 1) for slip in slips)

    return tell


def _of_day(model: Any, *fields: str) -> Callable[[Room, date], int]:
    def tell(room: Room, day: date) -> int:
        rows = model.objects.filter(room=room, gaming_day=day)
        return sum(getattr(row, field) for row in rows for field in fields)

    return tell


def _time(room: Room, day: date) -> int:
    charges = TimeCharge.objects.filter(session__room=room, gaming_day=day).exclude(outcome=TimeCharge.Outcome.WAIVED)
    return sum(-charge.amount if charge.voids_id else charge.amount for charge in charges)


def _seeded(room: Room, day: date) -> int:
    """The amount that the house put into pools on the day, less what it took back."""
    rows = PoolSeed.objects.filter(room=room, gaming_day=day)
    return sum(seed.amount if seed.kind == "put_in" else -seed.amount for seed in rows)


def _awarded(room: Room, day: date) -> int:
    """The amount that awards of the day took of pools, less what came back of awards on it."""
    facts = {"room": room, "gaming_day": day}
    taken = sum(award.amount for award in PoolAward.objects.filter(**facts))
    return taken - sum(void.share.amount for void in AwardVoid.objects.filter(**facts))


_PAPERS: Mapping[str, Callable[[Room, date], int]] = {
    "rake_recorded": _box(AccountKind.RAKE_BOX),
    "promo_recorded": _box(AccountKind.PROMO_BOX),
    "time_recorded": _time,
    "rake_counted": _counted("rake"),
    "time_counted": _counted("time"),
    "tokes_boxed": _counted("toke"),
    "promo_contributions": _of_day(PoolShare, "primary", "reserve"),
    "admin_fees": _of_day(PoolShare, "admin"),
    "boxes_over_short": _of_day(BoxVariance, "chips"),
    "boxes_covered": _of_day(BoxCover, "amount"),
    "drawers_over_short": _of_day(DrawerVariance, "chips", "cash"),
    "tournament_entries": _cash(_K.TOURNAMENT_ENTRY),
    "tournament_prizes": _cash(_K.TOURNAMENT_PAID),
    "promo_paid": _cash(_K.PROMO_PAYOUT),
    "pool_seeds": _seeded,
    "awards_declared": _awarded,
    "awards_paid": _cash(_K.AWARD_PAID),
    "comps_paid": _cash(_K.COMP_PAID),
    "petty_out": _cash(_K.PAID_OUT),
    "petty_in": _cash(_K.PAID_IN),
    "tokes_exchanged": _tokes(TokeSlip.Kind.OWN, TokeSlip.Kind.COUNTED),
    "tokes_paid": _tokes(TokeSlip.Kind.OWN, TokeSlip.Kind.PAID),
}
