"""Boxes, pots and hours as a room's rows tell them: counted boxes only, told pots only; what is missing is missing."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Exists, Min, OuterRef

from cage.models import BoxPull
from cage.selectors.drop import covered_by_count
from config.rooms.models import Room
from games.models import Hand
from rake.assurance.seen import Kind, Seen, Subject
from rake.dealt import dealer_of_hand
from rake.figures.periods import Kind as PeriodKind
from rake.figures.periods import Period
from rake.figures.scopes import Scope
from rake.models import PlayDay
from rake.pace.audit import compared
from rake.pace.reckoning import Cell
from rake.sampling.selectors import VOIDED
from tables.models import Down, TableSession

_BEGINNING = timedelta(days=4000)
_LAST = 1 << 62
"""A number after that of every person."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was seen, when it was known, and at which table."""

    day: date
    at: datetime
    table: int
    seen: Seen


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes of one kind: those that were counted and took hands, in the order in which they were counted; how many
    were pulled and not counted; and how many downs were dealt into those that were counted."""

    found: tuple[Found, ...]
    missing: int
    empty: int
    downs: int

    @property
    def in_order(self) -> list[list[Seen]]:
        """The boxes of each table as they were pulled."""
        tables: dict[int, list[Seen]] = defaultdict(list)
        for each in sorted(self.found, key=lambda each: each.at):
            tables[each.table].append(each.seen)
        return list(tables.values())


def boxes_of(room: Room, holds: str) -> Boxes:
    """The counted boxes of a kind; three queries. Each box holds the hands that were entered at its table since the
    pull before, shared among its dealers by the time that each dealt. What must be in it is what was recorded when it
    was counted: with what was corrected by then, and not with what was corrected once the count was known."""
    of_kind = BoxPull.objects.filter(room=room, holds=holds).annotate(covered=covered_by_count())
    pulls = list(of_kind.select_related("previous").order_by("at", "pk"))
    counted = [pull for pull in pulls if pull.counted is not None]
    records = _Records(room, counted)
    found = [each for pull in sorted(counted, key=_when) if (each := records.box(pull))]
    dealt = {pk for pull in counted for pk in pull.downs if pk in records.downs}
    return Boxes(tuple(found), len(pulls) - len(counted), len(counted) - len(found), len(dealt))


def _when(pull: BoxPull) -> tuple[datetime, int]:
    """The order in which boxes came to be known: a counted one has the instant of its count."""
    return pull.counted_at or pull.at, pull.pk


class _Records:
    """The hands and downs that a room recorded, for its boxes."""

    def __init__(self, room: Room, pulls: Iterable[BoxPull]) -> None:
        self.room = room
        self.entered = _entered(room)
        self.downs = _downs(pulls)

    def box(self, pull: BoxPull) -> Found | None:
        """A box that was counted; None where it took no hands, or was not counted."""
        since = pull.previous.at if pull.previous else pull.at - _BEGINNING
        entered = _between(self.entered[pull.table_id], since, pull.at)
        if not entered or pull.counted is None:
            return None
        downs = [self.downs[pk] for pk in pull.downs if pk in self.downs]
        dealt = _dealt(downs, since, pull.at)
        with_dealer = sum(any(_goes_on(down, at) for down in downs) for at, _ in entered)
        covered: int = pull.covered  # type: ignore[attr-defined]  # as `boxes_of` asks
        lacking = round((pull.expected - covered - pull.counted) / self.room.smallest_chip)
        seen = Seen(lacking, float(len(entered)), _shares(pull.table_id, entered, dealt, with_dealer))
        return Found(self.room.gaming_day(_when(pull)[0]), pull.at, pull.table_id, seen)


def _entered(room: Room) -> Mapping[int, list[tuple[datetime, int]]]:
    """The instants at which hands that fill boxes were entered at each table, and by whom (0: nobody known)."""
    hands = Hand.objects.filter(room=room, version=1, session__source=TableSession.Source.FLOOR)
    rows = hands.exclude(plaque__plaque_json__fee__mode="time").order_by("recorded_at", "pk")
    found: dict[int, list[tuple[datetime, int]]] = defaultdict(list)
    for table, at, by in rows.values_list("session__table", "recorded_at", "recorded_by").iterator(chunk_size=5000):
        found[table].append((at, by or 0))
    return found


def _downs(pulls: Iterable[BoxPull]) -> Mapping[int, Down]:
    wanted = {pk for pull in pulls for pk in pull.downs}
    return Down.objects.filter(pk__in=wanted).exclude(ended_with=Down.End.UNDONE).select_related("shift").in_bulk()


def _between(entered: Sequence[tuple[datetime, int]], since: datetime, until: datetime) -> list[tuple[datetime, int]]:
    """The hands that were entered after one instant, up to another."""
    return list(entered[bisect_left(entered, (since, _LAST)) : bisect_left(entered, (until, _LAST))])


def _goes_on(down: Down, at: datetime) -> bool:
    """Whether somebody dealt at an instant."""
    return down.started_at <= at and (down.ended_at is None or at <= down.ended_at)


def _dealt(downs: Iterable[Down], since: datetime, until: datetime) -> Mapping[int, float]:
    """The seconds that each dealer dealt between two instants."""
    seconds: dict[int, float] = defaultdict(float)
    for down in downs:
        begun, ended = max(down.started_at, since), min(down.ended_at or until, until)
        seconds[down.shift.dealer_id] += max(0.0, (ended - begun).total_seconds())
    return {dealer: each for dealer, each in seconds.items() if each}


def _shares(
    table: int, entered: Sequence[tuple[datetime, int]], dealt: Mapping[int, float], with_dealer: int
) -> tuple[tuple[Subject, float], ...]:
    """The hands in which each dealer, the table and whoever entered them had a part. Hands that were entered while
    nobody was put down as the dealer are nobody's; the others are shared by the time that each dealt."""
    whole, by = sum(dealt.values()), Counter(person for _, person in entered if person)
    dealers = [(Subject(Kind.DEALER, pk), with_dealer * seconds / whole) for pk, seconds in sorted(dealt.items())]
    people = [(Subject(Kind.ENTERER, pk), float(hands)) for pk, hands in sorted(by.items())]
    return (*(each for each in dealers if each[1]), (Subject(Kind.TABLE, table), float(len(entered))), *people)


def pots_of(room: Room) -> list[Found]:
    """The drawn hands whose pot was told: what was owed less what was taken as first recorded, together for each day,
    dealer, table and person who entered them; one query. A hand that was voided is none; one that was corrected stays,
    or whoever corrects hands would choose the sample."""
    voided = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("number"), **VOIDED)
    rows = (
        Hand.objects.filter(room=room, pot_answer__isnull=False)
        .exclude(Exists(voided))
        .annotate(dealer=dealer_of_hand())
        .order_by("pot_answer__answered_at", "pk")
        .values_list(
            "gaming_day", "session__table", "dealer", "recorded_by", "pot_answer__rake_owed",
            "pot_answer__promo_owed", "rake_taken", "promo_taken", "pot_answer__answered_at",
        )
    )  # fmt: skip
    sums: dict[tuple[date, int, int | None, int | None], list[tuple[int, datetime]]] = defaultdict(list)
    for day, table, dealer, by, rake, promo, rake_taken, promo_taken, at in rows.iterator(chunk_size=5000):
        sums[day, table, dealer, by].append((rake + promo - rake_taken - promo_taken, at))
    return [_pots(room, key, told) for key, told in sums.items()]


def _pots(room: Room, key: tuple[date, int, int | None, int | None], told: list[tuple[int, datetime]]) -> Found:
    day, table, dealer, by = key
    lacking = round(sum(amount for amount, _ in told) / room.smallest_chip)
    named = [(Kind.DEALER, dealer), (Kind.TABLE, table), (Kind.ENTERER, by)]
    shares = tuple((Subject(kind, pk), float(len(told))) for kind, pk in named if pk is not None)
    return Found(day, max(at for _, at in told), table, Seen(lacking, float(len(told)), shares))


def hours_of(room: Room, at: datetime) -> list[tuple[datetime, Cell]]:
    """The dealers' hours that can be compared, each with its beginning, in order; five queries."""
    first = PlayDay.objects.filter(room=room).aggregate(first=Min("gaming_day"))["first"]
    if first is None:
        return []
    period = Period(PeriodKind.DAYS, first, max(first, room.gaming_day(at)))
    cells, _ = compared(Scope(room, period, at))
    return cells


def looks(found: Iterable[Found]) -> Iterator[list[Seen]]:
    """All that was seen, gaming day by gaming day, as it came to be known."""
    days: dict[date, list[Seen]] = defaultdict(list)
    for each in found:
        days[each.day].append(each.seen)
    return (days[day] for day in sorted(days))
