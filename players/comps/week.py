"""Hours of the week by the clock on the wall: which of them a line of a rate or an exclusion speaks of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EVERY_DAY = tuple(range(7))
WHOLE_DAY = 24


@dataclass(frozen=True, slots=True)
class WeekHours:
    """The hours from `since` until `until` (0 to 24) of some days of the week (0 is Monday).

    Where they end no later than they begin they go on past midnight, into the day after.
    """

    days: tuple[int, ...] = EVERY_DAY
    since: int = 0
    until: int = WHOLE_DAY

    def covers(self, weekday: int, hour: int) -> bool:
        """Whether they speak of that hour of the week."""
        if self.since < self.until:
            return weekday in self.days and self.since <= hour < self.until
        late = weekday in self.days and hour >= self.since
        return late or ((weekday - 1) % 7 in self.days and hour < self.until)

    @property
    def words(self) -> str:
        """“Friday, Saturday 22:00–02:00”; “every hour” for all of them."""
        if self == WeekHours():
            return "every hour"
        days = "every day" if self.days == EVERY_DAY else ", ".join(DAYS[day] for day in self.days)
        return days if (self.since, self.until) == (0, WHOLE_DAY) else f"{days} {self.since:02d}:00–{self.until:02d}:00"

    def to_json(self) -> list[Any]:
        """The hours as they are stored: [days, from, until]."""
        return [list(self.days), self.since, self.until]


def week_hours(stored: Sequence[Any]) -> WeekHours:
    """The hours as they were stored; what stands behind them is left out."""
    days, since, until = stored[:3]
    return WeekHours(tuple(days), since, until)


def points_an_hour(lines: Iterable[Sequence[Any]], hour: datetime, zone: str) -> int:
    """The points an hour by a rate's lines for the hour that begins at an instant: the last that speaks of it."""
    local = hour.astimezone(ZoneInfo(zone))
    found = 0
    for line in lines:
        if week_hours(line).covers(local.weekday(), local.hour):
            found = line[3]
    return found


def any_covers(lines: Iterable[Sequence[Any]], hour: datetime, zone: str) -> bool:
    """Whether one of these hours of the week is the one that begins at the instant."""
    local = hour.astimezone(ZoneInfo(zone))
    return any(week_hours(line).covers(local.weekday(), local.hour) for line in lines)
