"""The gaming day's rake report: one value that the page, the chart, the CSV, the workbook and the API all show."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from config.rooms.models import Room
from games.models import Hand
from games.rules.variants import SHEETS
from rake.models import RakeHour, Rating, ReportDay
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of hands, and amounts in minor units. Owed and variance are of the rated hands only."""

    ticks: int = 0
    full_hands: int = 0
    rated: int = 0
    unrated: int = 0
    pot: int = 0
    rake_taken: int = 0
    rake_owed: int = 0
    rake_variance: int = 0
    promo_taken: int = 0
    promo_owed: int = 0
    promo_variance: int = 0

    @property
    def hands(self) -> int:
        """Hands of both tiers."""
        return self.ticks + self.full_hands

    @property
    def rake_per_hand(self) -> int | None:
        """Rake taken per hand in minor units, rounded down; None without hands."""
        return self.rake_taken // self.hands if self.hands else None

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(*(getattr(self, name) + getattr(other, name) for name in FIGURES))


FIGURES = tuple(field.name for field in fields(Figures))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report: a table, a game and an hour, with its figures."""

    table: str
    game: str
    plaque: str
    hour: datetime
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

    @property
    def total(self) -> Figures:
        """The whole day."""
        return sum((line.figures for line in self.lines), Figures())

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
        """The day by hour of the room's clock, in order of time."""
        return _grouped(sorted(self.lines, key=lambda line: line.hour), lambda line: f"{line.hour:%H:%M}")


def rake_report(room: Room, gaming_day: date, source: str = TableSession.Source.FLOOR) -> Report:
    """The rake report of a gaming day as it was last built, by table, game and hour; two queries."""
    stamp = ReportDay.objects.filter(room=room, gaming_day=gaming_day, source=source).first()
    hours = RakeHour.objects.filter(room=room, gaming_day=gaming_day, source=source).select_related("table")
    ordered = sorted(hours, key=lambda hour: (hour.table.position, hour.table.name, hour.plaque_name, hour.hour_starts_at))
    return Report(room, gaming_day, source, stamp, tuple(_line(hour, room) for hour in ordered))


def hands_since(report: Report) -> int:
    """How many standing hands of the day the report does not know yet (negative never: superseded ones leave)."""
    hands = Hand.objects.filter(
        room=report.room, gaming_day=report.gaming_day, session__source=report.source, superseded_by=None
    )
    return abs(hands.count() - (report.stamp.hands if report.stamp else 0))


def hands_off(room: Room, gaming_day: date, source: str, *, most: int = 50) -> list[Rating]:
    """The day's ratings whose rake or promo differs from what was owed, largest difference first."""
    off = Rating.objects.filter(room=room, gaming_day=gaming_day, hand__superseded_by=None, hand__session__source=source)
    off = off.exclude(rake_variance=0, promo_variance=0).select_related("hand__session__table", "hand__plaque")
    return sorted(off[:1000], key=lambda rating: -abs(rating.rake_variance) - abs(rating.promo_variance))[:most]


def latest_days(room: Room, *, most: int = 14) -> list[date]:
    """The room's latest gaming days with hands, newest first."""
    days = Hand.objects.filter(room=room).order_by("-gaming_day").values_list("gaming_day", flat=True).distinct()
    return list(days[:most])


def _line(hour: RakeHour, room: Room) -> Line:
    figures = Figures(*(getattr(hour, name) for name in FIGURES))
    sheet = SHEETS.get(hour.game)
    game = sheet.name if sheet else hour.game
    return Line(hour.table.name, game, hour.plaque_name, hour.hour_starts_at.astimezone(room.zone), figures)


def _grouped(lines: Iterable[Line], name: Callable[[Line], str]) -> tuple[Group, ...]:
    sums: dict[str, Figures] = {}
    for line in lines:
        sums[name(line)] = sums.get(name(line), Figures()) + line.figures
    return tuple(Group(key, figures) for key, figures in sums.items())


def as_json(report: Report) -> dict[str, Any]:
    """The report as the API gives it; amounts in minor units, hours as instants."""
    def figures(value: Figures) -> dict[str, int]:
        return {"hands": value.hands} | {name: getattr(value, name) for name in FIGURES}

    return {
        "gaming_day": report.gaming_day.isoformat(),
        "source": report.source,
        "currency": report.room.currency,
        "built_at": report.stamp.built_at.isoformat() if report.stamp else None,
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
