"""Tokes: what was counted of a gaming day, the minutes that each dealer dealt on it, and the shares.

What counts tokes registers itself with `@counts_tokes`: what two people enter at a window, boxes that were pulled and
counted, and what a day on which nobody dealt has carried on.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Exists, Min, OuterRef, Q, QuerySet, Sum

from cage.models import BoxPull, Holds, TokeShare, TokeSlip, TokeSplit
from config.days.registry import end_of
from config.rooms.models import Room
from tables.models import Dealer, Down

Counted = Callable[[Room, date], int]
"""The tokes of a room's gaming day that one source has counted, minor units."""

SOURCES: Final[list[Counted]] = []
STANDS: Final[dict[str, None]] = {"voids": None, "void": None}
"""The filter that picks the slips of tokes that stand: no voids, and nothing that was voided."""


def counts_tokes(source: Counted) -> Counted:
    """Register what counts tokes of a gaming day; returns the source."""
    if source not in SOURCES:
        SOURCES.append(source)
    return source


def counted_on(room: Room, day: date) -> int:
    """The tokes that are to be shared for a gaming day, by every source, minor units."""
    return sum(source(room, day) for source in SOURCES)


@counts_tokes
def entered_at_windows(room: Room, day: date) -> int:
    """The tokes that two people have counted and entered at a window; one query."""
    slips = TokeSlip.objects.filter(room=room, of_day=day, kind=TokeSlip.Kind.COUNTED, **STANDS)
    return int(slips.aggregate(sum=Sum("amount", default=0))["sum"])


@counts_tokes
def counted_in_boxes(room: Room, day: date) -> int:
    """The tokes that were counted out of boxes pulled on the day; one query."""
    pulls = BoxPull.objects.filter(room=room, gaming_day=day, holds=Holds.TOKES, state=BoxPull.State.COUNTED)
    return int(pulls.aggregate(sum=Sum("counted", default=0))["sum"])


def uncounted_box(room: Room, day: date) -> BoxPull | None:
    """A box of tokes that was pulled on the day or before it, and is not counted."""
    pulls = BoxPull.objects.filter(room=room, gaming_day__lte=day, holds=Holds.TOKES)
    return pulls.exclude(state=BoxPull.State.COUNTED).select_related("table").first()


@counts_tokes
def carried_on(room: Room, day: date) -> int:
    """The tokes that the day before has carried on, because nobody dealt on it; one query."""
    before = TokeSplit.objects.filter(room=room, gaming_day=day - timedelta(days=1), is_carried=True).first()
    return before.amount if before else 0


def split_of(room: Room, day: date) -> TokeSplit | None:
    """The split of a gaming day; None where its tokes are not shared."""
    return TokeSplit.objects.filter(room=room, gaming_day=day).first()


def unsplit_day(room: Room, until: date) -> date | None:
    """The first gaming day before `until` whose tokes are counted, and nobody has shared."""
    shared = TokeSplit.objects.filter(room=room).values("gaming_day")
    slips = TokeSlip.objects.filter(room=room, kind=TokeSlip.Kind.COUNTED, of_day__lt=until, **STANDS)
    pulls = BoxPull.objects.filter(room=room, holds=Holds.TOKES, counted__gt=0, gaming_day__lt=until)
    days = [
        slips.exclude(of_day__in=shared).aggregate(first=Min("of_day"))["first"],
        pulls.exclude(gaming_day__in=shared).aggregate(first=Min("gaming_day"))["first"],
    ]
    before = until - timedelta(days=1)
    return min(filter(None, days), default=None) or (
        before if counted_on(room, before) and split_of(room, before) is None else None
    )


def minutes_dealt(room: Room, day: date) -> dict[Dealer, int]:
    """The whole minutes that each dealer dealt on a gaming day, by their downs cut at its bounds; one query.

    A down that was undone counts nothing, and a minute at two tables at once counts once.
    """
    first, last = room.start_of(day), end_of(room, day)
    downs = Down.objects.filter(session__room=room, started_at__lt=last).exclude(ended_with=Down.End.UNDONE)
    downs = downs.filter(Q(ended_at=None) | Q(ended_at__gt=first)).select_related("shift__dealer")
    spans: dict[Dealer, list[tuple[datetime, datetime]]] = {}
    for down in downs:
        span = max(down.started_at, first), min(down.ended_at or last, last)
        spans.setdefault(down.shift.dealer, []).append(span)
    dealt = {dealer: whole_minutes(each) for dealer, each in spans.items()}
    return {dealer: minutes for dealer, minutes in dealt.items() if minutes}


def whole_minutes(spans: Iterable[tuple[datetime, datetime]]) -> int:
    """The whole minutes that these spans of time cover together."""
    covered, until = timedelta(0), None
    for start, ends in sorted(spans):
        begins = start if until is None else max(start, until)
        if ends > begins:
            covered += ends - begins
            until = ends
    return int(covered.total_seconds()) // 60


def shares(amount: int, minutes: Mapping[str, int]) -> dict[str, int]:
    """An amount shared by minutes, to the unit, by badge: the largest remainder first, among equal ones by badge.

    The shares come to the amount; who has dealt longer never gets less. Raises ValueError where nobody dealt.
    """
    whole = sum(minutes.values())
    if whole <= 0:
        raise ValueError("nobody dealt")
    parts = {badge: divmod(amount * dealt, whole) for badge, dealt in minutes.items()}
    left = amount - sum(share for share, _ in parts.values())
    order = sorted(parts, key=lambda badge: (-parts[badge][1], badge))
    more = set(order[:left])
    return {badge: share + (badge in more) for badge, (share, _) in parts.items()}


@dataclass(frozen=True, slots=True)
class DayOfTokes:
    """The tokes of a gaming day: what was counted, and its split with its shares; None where they are not shared."""

    day: date
    counted: int
    split: TokeSplit | None
    shares: list[TokeShare]


def day_of_tokes(room: Room, day: date) -> DayOfTokes:
    """One gaming day with its shares, by the name of the dealer."""
    split = split_of(room, day)
    listed = list(split.shares.select_related("dealer").prefetch_related("slips")) if split else []
    return DayOfTokes(day, counted_on(room, day), split, sorted(listed, key=lambda share: share.dealer.display_name))


def counted_slips(room: Room, day: date) -> list[TokeSlip]:
    """The slips of tokes that were counted at windows on a gaming day or for it, a dealer's own and those of the pool,
    the newest first, with what was voided since; one query."""
    counts = TokeSlip.objects.filter(Q(gaming_day=day) | Q(of_day=day), room=room, voids=None)
    counts = counts.exclude(kind=TokeSlip.Kind.PAID).select_related("dealer", "drawer", "by", "second", "void")
    return list(counts.order_by("-pk"))


def unpaid(room: Room) -> QuerySet[TokeShare]:
    """The shares that are owed to dealers, the oldest first; one query."""
    paid = TokeSlip.objects.filter(share=OuterRef("pk"), **STANDS)
    owed = TokeShare.objects.filter(~Exists(paid), split__room=room, amount__gt=0).select_related("dealer", "split")
    return owed.order_by("split__gaming_day", "dealer__display_name")


def statement_of(dealer: Dealer, first: date, last: date) -> tuple[list[TokeShare], list[TokeSlip]]:
    """The shares of a dealer over a span of gaming days with what paid them, and the own tokes that they exchanged and
    nobody took back; three queries."""
    span = {"split__gaming_day__gte": first, "split__gaming_day__lte": last}
    shared = (
        dealer.toke_shares.filter(**span)
        .select_related("split")
        .prefetch_related("slips")
        .order_by("split__gaming_day")
    )
    own = dealer.toke_slips.filter(kind=TokeSlip.Kind.OWN, of_day__gte=first, of_day__lte=last, **STANDS).order_by("id")
    return list(shared), list(own)
