"""The shortfalls of a gaming day against its plan: game by game, the hours in which planned tables were not open."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlencode

from django.urls import reverse

from config.rooms.models import Room
from rake.figures.definitions import FIGURES, Chapter
from rake.figures.texts import shown
from rake.figures.units import Unit, whole
from rake.models import PlanHour

_CODE = "plan_short_hours"


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A game that fell short of its plan: the table-hours in words, the hours of the clock, and the page of its
    figures game by game."""

    name: str
    hours: str
    when: str
    href: str


def shortfalls(room: Room, day: date) -> list[Shortfall]:
    """The games of a built gaming day that fell short, the shortest first; one query."""
    short: dict[str, list[PlanHour]] = {}
    lines = PlanHour.objects.filter(room=room, gaming_day=day, short_seconds__gt=0).order_by("hour_starts_at", "pk")
    for line in lines:
        short.setdefault(line.plaque_name, []).append(line)
    asked = {"chapter": Chapter.PLAY.value, "period": "day", "day": day.isoformat(), "by": "limit", "part": ""}
    found = []
    for name, hours in sorted(short.items(), key=lambda each: (-_seconds(each[1]), each[0])):
        value = whole(FIGURES[_CODE].formula.worth({"short_seconds": _seconds(hours)}), Unit.HOURS)
        href = f"{reverse('figure_why', args=[_CODE])}?{urlencode(asked | {'part': name})}"
        found.append(Shortfall(name, shown(value, Unit.HOURS, room.exponent), _in_a_row(hours, room), href))
    return found


def _seconds(hours: Sequence[PlanHour]) -> int:
    return sum(hour.short_seconds for hour in hours)


def _in_a_row(hours: Sequence[PlanHour], room: Room) -> str:
    """The hours of the clock, those in a row together: “18:00–21:00, 23:00–00:00”."""
    rows: list[tuple[datetime, datetime]] = []
    for hour in hours:
        since, until = hour.hour_starts_at, hour.hour_starts_at + timedelta(hours=1)
        if rows and rows[-1][1] == since:
            since = rows.pop()[0]
        rows.append((since, until))
    return ", ".join("–".join(f"{at.astimezone(room.zone):%H:%M}" for at in row) for row in rows)
