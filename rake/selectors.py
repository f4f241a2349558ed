"""The gaming day's rake report: one value that the page, the chart, the CSV, the workbook and the API all show."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Abs
from django.urls import reverse

from config.clocks import comes_twice
from config.days.selectors import kept_figures
from config.rooms.models import Room
from config.snapshots import snapshot
from games.models import Hand
from rake.models import RakeHour, Rating, ReportDay
from rake.standing import in_figures
from rules.house.variants import SHEETS
from tables.models import SessionAlarm, TableSession


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of hands, and amounts in minor units. Owed, over and under are of the rated hands only.

    What was dropped too much (over) and too little (under) never makes up for each other: both are sums over hands.
    """

    ticks: int = 0
    full_hands: int = 0
    rated: int = 0
    unrated: int = 0
    timed: int = 0
    pot: int = 0
    rake_taken: int = 0
    rake_owed: int = 0
    rake_over: int = 0
    rake_under: int = 0
    promo_taken: int = 0
    promo_owed: int = 0
    promo_over: int = 0
    promo_under: int = 0

    @property
    def hands(self) -> int:
        """Hands of both tiers."""
        return self.ticks + self.full_hands

    @property
    def rake_per_hand(self) -> int | None:
        """Rake taken per raked hand in minor units, halves to the even cent as in the figures; None without such hands.
        A hand under a time charge is none."""
        raked = self.hands - self.timed
        return round(Fraction(self.rake_taken, raked)) if raked else None

    @property
    def rake_of_unrated(self) -> int:
        """The part of the rake taken that hands without a rating dropped: nothing says what they owed."""
        return self.rake_taken - self.rake_owed - self.rake_over + self.rake_under

    @property
    def is_timed(self) -> bool:
        """Whether every hand was played under a time charge: then nothing comes from the pot, and 0 would mislead."""
        return bool(self.timed) and self.timed == self.hands

    def shown(self, name: str) -> int | None:
        """A figure as it is shown; None for what is taken from pots where a time charge stands in its place."""
        return None if self.is_timed and name in FROM_POTS else int(getattr(self, name))


FIGURES = tuple(field.name for field in fields(Figures))
_VALUES = attrgetter(*FIGURES)
FROM_POTS = tuple(name for name in FIGURES if name.startswith(("rake_", "promo_")))
"""The figures of what the house takes from pots."""


def added_up(each: Iterable[Figures]) -> Figures:
    """The figures of many lines together; nothing of none. A large room's day has thousands of lines."""
    return Figures(*map(sum, zip(*map(_VALUES, each), strict=True)))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report: a table, a game and an hour (its beginning on the room's clock), with its figures."""

    table: str
    game: str
    plaque: str
    hour: datetime
    hour_name: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Group:
    """The lines that share a table, a game or an hour, added up."""

    name: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Report:
    """The rake of one gaming day. Without a stamp it was not built yet and holds no lines."""

    room: Room
    gaming_day: date
    source: str
    stamp: ReportDay | None
    lines: tuple[Line, ...]

    new_hands: int = 0
    """The number of hands of the day that were recorded, corrected or superseded since it was built."""

    is_locked: bool = False
    """Whether it is what was kept when the day was locked."""

    read_from: str = ""
    """A sentence on the replica that it was read from, or why it wasn't; empty where no replica is named, and of a
    locked day, which says the same wherever it is read."""

    @property
    def is_complete(self) -> bool:
        """Whether it knows every hand of the day, and every hand with a known pot is rated."""
        return self.stamp is not None and not self.new_hands and not self.stamp.unrated

    @property
    def total(self) -> Figures:
        """The whole day."""
        return added_up(line.figures for line in self.lines)

    @property
    def by_table(self) -> tuple[Group, ...]:
        """The day by table, in the floor's order."""
        return _grouped(self.lines, lambda line: line.table)

    @property
    def by_game(self) -> tuple[Group, ...]:
        """The day by game and limit, as the plaques name them."""
        return _grouped(self.lines, lambda line: line.plaque)

    @property
    def by_hour(self) -> tuple[Group, ...]:
        """The day by hour of the room's clock, in order of time; an hour in which nothing was dealt has zeros."""
        dealt: dict[datetime, list[Figures]] = defaultdict(list)
        for line in self.lines:
            dealt[line.hour.astimezone(UTC)].append(line.figures)
        return tuple(Group(_hour_name(hour, self.room), added_up(dealt[hour])) for hour in _hours_through({*dealt}))


def rake_report(room: Room, gaming_day: date, source: str = TableSession.Source.FLOOR) -> Report:
    """The rake report of a gaming day as it was last built, by table, game and hour, from one picture of the database;
    four queries.

    That of a locked day is what was kept of it, to the byte; one query.
    """
    if (kept := kept_figures(room, gaming_day, KEPT_REPORT)) is not None:
        return _from_kept(room, gaming_day, source, kept[source])
    day: dict[str, Any] = {"room": room, "gaming_day": gaming_day}
    with snapshot(at_most="2min"):
        stamp = ReportDay.objects.filter(source=source, **day).first()
        rows = RakeHour.objects.filter(source=source, **day).order_by().values_list(*_PLACE, *FIGURES)
        lines = tuple(_whoever_dealt(_lines(sorted(rows), room)))
        recorded = Hand.objects.filter(session__source=source, **day)
        return Report(room, gaming_day, source, stamp, lines, _new_hands(recorded, stamp))


def _new_hands(hands: QuerySet[Hand], stamp: ReportDay | None) -> int:
    """Return how many of the day's hands the report with this stamp doesn't know as they are now.

    A correction adds a record to its own gaming day, and the record that it supersedes leaves the day of the hand; a
    void adds a record that is no hand, and so does what belongs to a locked day.
    """
    now = hands.aggregate(records=Count("pk"), counted=Count("pk", filter=in_figures()))
    gone = now["records"] - now["counted"]
    if stamp is None:
        return int(now["counted"])
    return int(max(now["records"] - stamp.versions, gone - (stamp.versions - stamp.hands)))


@dataclass(frozen=True, slots=True)
class HandsOff:
    """The hands of a day whose rake or promo is not what was owed: the worst of them, and how many there are."""

    worst: list[Rating]
    count: int


def hands_off(room: Room, gaming_day: date, source: str, *, most: int = 50) -> HandsOff:
    """The day's ratings whose rake or promo differs from what was owed, as they are now, the largest first."""
    rated = Rating.objects.filter(in_figures("hand__"), room=room, gaming_day=gaming_day, hand__session__source=source)
    off = rated.exclude(rake_variance=0, promo_variance=0).select_related("hand__session__table", "hand__plaque")
    worst = off.annotate(by=Abs("rake_variance") + Abs("promo_variance")).order_by("-by", "hand_id")
    return HandsOff(list(worst[:most]), off.count())


RATED_WITHIN = timedelta(minutes=5)
"""A hand that waits longer for its rating is one that somebody must hear of: a worker takes a second."""


def overdue(sessions: Collection[TableSession], at: datetime) -> dict[int, str]:
    """The sessions with hands that ought to be rated by now, and what the floor is told of it; one query.

    Read from the hands themselves, whatever the worker is doing: it may be the one that is dead, its message lost, or
    the rating given up. Ticks without a pot are not waited for, nor are superseded hands.
    """
    by_id = {session.pk: session for session in sessions}
    waiting = Hand.objects.filter(session__in=by_id, rating=None, pot__isnull=False, superseded_by=None)
    late = waiting.filter(recorded_at__lt=at - RATED_WITHIN).order_by().values_list("session")
    rows = late.annotate(hands=Count("pk"), since=Min("recorded_at"))
    return {pk: _overdue_in_words(by_id[pk].room, hands, since) for pk, hands, since in rows}


def _overdue_in_words(room: Room, hands: int, since: datetime) -> str:
    waiting = "1 hand is" if hands == 1 else f"{hands} hands are"
    return f"{waiting} not rated since {since.astimezone(room.zone):%H:%M}: tell a manager"


def hands_address(alarm: SessionAlarm) -> str:
    """The hands of an alarm's session."""
    return f"{reverse('hands')}?session={alarm.session_id}"


def days_around(room: Room, gaming_day: date) -> tuple[date | None, date | None]:
    """The nearest gaming days before and after this one on which hands were recorded; two queries."""
    days = Hand.objects.filter(room=room).order_by("gaming_day").values_list("gaming_day", flat=True)
    return days.filter(gaming_day__lt=gaming_day).last(), days.filter(gaming_day__gt=gaming_day).first()


_PLACE = ("table__position", "table__name", "plaque_name", "hour_starts_at", "game")
"""The place of a line in the report: by table in the floor's order, then by plaque and hour."""


def _lines(rows: Iterable[tuple[Any, ...]], room: Room) -> Iterator[Line]:
    """The lines of these rows: of each its place, then its figures. What is named of an hour is named once."""
    clock: dict[datetime, tuple[datetime, str]] = {}
    for _, table, plaque, hour, code, *figures in rows:
        if hour not in clock:
            clock[hour] = hour.astimezone(room.zone), _hour_name(hour, room)
        sheet = SHEETS.get(code)
        yield Line(table, sheet.name if sheet else code, plaque, *clock[hour], Figures(*figures))


def _whoever_dealt(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with those of one table, game, plaque and hour added up, in the order in which they came."""
    for _, same in groupby(lines, key=_same_line):
        first, *others = same
        together = (line.figures for line in (first, *others))
        yield replace(first, figures=added_up(together)) if others else first


def _same_line(line: Line) -> tuple[Any, ...]:
    """The key of lines that differ in their dealer alone; instants, for two hours in autumn have the same name."""
    return (line.table, line.game, line.plaque, line.hour.astimezone(UTC))


def _hour_name(hour: datetime, room: Room) -> str:
    """The time of the room's clock at the hour; one that autumn brings twice says which it is, dealt in or not."""
    local = hour.astimezone(room.zone)
    return f"{local:%H:%M %Z}" if comes_twice(local) else f"{local:%H:%M}"


def _hours_through(played: Collection[datetime]) -> list[datetime]:
    """Every hour from the first to the last."""
    if not played:
        return []
    first, last = min(played), max(played)
    hours = {first + timedelta(hours=number) for number in range(int((last - first) / timedelta(hours=1)) + 1)}
    return sorted(hours.union(played))


def _grouped(lines: Iterable[Line], name: Callable[[Line], str]) -> tuple[Group, ...]:
    found: dict[str, list[Figures]] = defaultdict(list)
    for line in lines:
        found[name(line)].append(line.figures)
    return tuple(Group(key, added_up(each)) for key, each in found.items())


def as_json(report: Report) -> dict[str, Any]:
    """The report as the API gives it; amounts in minor units, hours as instants, null where pages show nothing."""

    def figures(value: Figures) -> dict[str, int | None]:
        return {"hands": value.hands} | {name: value.shown(name) for name in FIGURES}

    return {
        "gaming_day": report.gaming_day.isoformat(),
        "source": report.source,
        "currency": report.room.currency,
        "built_at": report.stamp.built_at.isoformat() if report.stamp else None,
        "is_complete": report.is_complete,
        "new_hands": report.new_hands,
        "without_pot": report.stamp.without_pot if report.stamp else None,
        "total": figures(report.total),
        "by_table": [{"table": group.name} | figures(group.figures) for group in report.by_table],
        "by_game": [{"game": group.name} | figures(group.figures) for group in report.by_game],
        "by_hour": [{"hour": group.name} | figures(group.figures) for group in report.by_hour],
        "lines": [
            {"table": line.table, "game": line.game, "plaque": line.plaque, "hour": line.hour.isoformat()}
            | figures(line.figures)
            for line in report.lines
        ],
    }


KEPT_REPORT = "rake_report"
"""The name under which a locked day keeps its report."""
_STAMP = ("hands", "versions", "unrated", "without_pot")


def as_kept(report: Report) -> dict[str, Any]:
    """A report by value, as a locked day keeps it: its stamp and its lines, amounts in minor units."""
    stamp = report.stamp
    built = (
        {"built_at": stamp.built_at.isoformat()} | {name: getattr(stamp, name) for name in _STAMP} if stamp else None
    )
    lines = [
        {name: getattr(line, name) for name in ("table", "game", "plaque", "hour_name")}
        | {"hour": line.hour.isoformat(), "figures": [getattr(line.figures, name) for name in FIGURES]}
        for line in report.lines
    ]
    return {"stamp": built, "lines": lines, "figures": list(FIGURES)}


def _from_kept(room: Room, day: date, source: str, kept: dict[str, Any]) -> Report:
    """The report that a locked day keeps; a figure that a later release reports is 0 in it."""
    built = kept["stamp"]
    stamp = None
    if built is not None:
        facts = built | {"built_at": datetime.fromisoformat(built["built_at"])}
        stamp = ReportDay(room=room, gaming_day=day, source=source, **facts)
    lines = (
        Line(
            line["table"],
            line["game"],
            line["plaque"],
            datetime.fromisoformat(line["hour"]),
            line["hour_name"],
            Figures(**dict(zip(kept["figures"], line["figures"], strict=True))),
        )
        for line in kept["lines"]
    )
    return Report(room, day, source, stamp, tuple(lines), is_locked=True)
