"""Periods of gaming days: a shift, a day, a week, a month, and any days in a row; and the one to compare with."""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from config.rooms.models import Room


class Kind(StrEnum):
    """The kinds of periods."""

    SHIFT = "shift"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    DAYS = "days"


MOST_DAYS = 400
"""The longest that somebody asks for: a year and what a comparison needs beside it."""


@dataclass(frozen=True, slots=True)
class Period:
    """Gaming days in a row, both ends in it; of a shift the day, and the number of the shift, from 0."""

    kind: Kind
    first: date
    last: date
    shift: int | None = None

    @property
    def days(self) -> int:
        """The number of its gaming days."""
        return (self.last - self.first).days + 1

    def __iter__(self) -> Iterator[date]:
        return (self.first + timedelta(days=number) for number in range(self.days))

    @property
    def before(self) -> "Period":
        """The period to compare it with: the same day or shift last week, the week or month before, as many days
        before."""
        if self.kind in (Kind.SHIFT, Kind.DAY):
            return self._moved(-7)
        if self.kind == Kind.MONTH:
            return month_of(self.first - timedelta(days=1))
        return self._moved(-self.days)

    @property
    def earlier(self) -> "Period":
        """The one that ends where it begins, of a shift that of the day before."""
        return self.before if self.kind not in (Kind.SHIFT, Kind.DAY) else self._moved(-1)

    @property
    def later(self) -> "Period":
        """The one that begins where it ends, of a shift that of the day after."""
        if self.kind == Kind.MONTH:
            return month_of(self.last + timedelta(days=1))
        return self._moved(self.days)

    def _moved(self, days: int) -> "Period":
        by = timedelta(days=days)
        return replace(self, first=self.first + by, last=self.last + by)


def month_of(day: date) -> Period:
    """The calendar month that the day is in."""
    return Period(Kind.MONTH, day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]))


def week_start(day: date, starts: int = 0) -> date:
    """The first day of the week that the day is in; weeks start on the weekday `starts`, 0 for Monday."""
    return day - timedelta(days=(day.weekday() - starts) % 7)


def week_of(day: date, starts: int = 0) -> Period:
    """The week that the day is in, by the weekday on which weeks start."""
    first = week_start(day, starts)
    return Period(Kind.WEEK, first, first + timedelta(days=6))


def period_of(
    kind: Kind, day: date, *, until: date | None = None, shift: int | None = None, week_starts: int = 0
) -> Period:
    """The period of this kind around `day`; of days in a row from `day` to `until`."""
    if kind == Kind.MONTH:
        return month_of(day)
    if kind == Kind.WEEK:
        return week_of(day, week_starts)
    if kind == Kind.DAYS:
        return Period(kind, day, until or day)
    return Period(kind, day, day, shift if kind == Kind.SHIFT else None)


@dataclass(frozen=True, slots=True)
class Shifts:
    """The shifts of a room's gaming day: the full hours of its clock at which they start, in the order of the day."""

    starts: tuple[time, ...]

    def number_at(self, local: datetime) -> int:
        """The number of the shift, from 0, that the time of the room's clock lies in."""
        begun = [number for number, start in enumerate(self.starts) if start <= local.time()]
        by_clock = max(begun, key=lambda number: self.starts[number], default=None)
        return by_clock if by_clock is not None else max(range(len(self.starts)), key=lambda n: self.starts[n])

    def name(self, number: int) -> str:
        """“06:00–14:00”."""
        until = self.starts[(number + 1) % len(self.starts)]
        return f"{self.starts[number]:%H:%M}–{until:%H:%M}"

    def __len__(self) -> int:
        return len(self.starts)


def shifts_of(room: Room) -> Shifts:
    """The shifts of the room; the first is the one that starts with its gaming day, or first after that."""
    starts: Sequence[time] = [time.fromisoformat(start) for start in room.shift_starts]
    return Shifts(tuple(sorted(starts, key=lambda start: (start < room.gaming_day_start, start))))
