"""The rows that a sheet is made of: those of a room, a period, and of the floor or of imported files."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Case, DateField, DateTimeField, F, Func, Q, Value, When
from django.db.models.expressions import Combinable, Expression, ExpressionWrapper
from django.db.models.functions import Cast

from config.clocks import start_of_hour
from config.days.selectors import first_day
from config.rooms.models import Clock, Room
from rake.figures.periods import Kind, Period, shifts_of
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Scope:
    """A room's period, of play that comes from `origin`, as it is known at an instant."""

    room: Room
    period: Period
    at: datetime
    origin: str = TableSession.Source.FLOOR

    @property
    def before(self) -> "Scope":
        """The same of the period to compare with."""
        return replace(self, period=self.period.before)

    @property
    def since(self) -> datetime:
        """The instant at which the first day starts."""
        return self.room.start_of(self.period.first)

    @property
    def until(self) -> datetime:
        """The instant at which the day after the last one starts."""
        return self.room.start_of(self.period.last + timedelta(days=1))

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last gaming day."""
        return self.period.first, self.period.last

    @property
    def begins_at(self) -> datetime:
        """The instant at which the period begins: of a shift its first hour."""
        hours = self._hours() if self.period.kind == Kind.SHIFT else []
        return hours[0] if hours else self.since

    @property
    def ends_at(self) -> datetime:
        """The instant at which the period is over: of a shift the end of its last hour."""
        hours = self._hours() if self.period.kind == Kind.SHIFT else []
        return min(hours[-1] + timedelta(hours=1), self.until) if hours else self.until

    @property
    def is_before_the_books(self) -> bool:
        """Whether the floor's period was over when the room's books began: nothing could be recorded of it."""
        first = first_day(self.room)
        return self.origin == TableSession.Source.FLOOR and (first is None or self.period.last < first)

    def of_days(self, field: str = "gaming_day") -> Q:
        """The rows whose gaming day is in the period."""
        return Q(**{f"{field}__range": self.days})

    def of_shift(self, field: str = "hour") -> Q:
        """The rows whose hour is in the shift; all of them where the period is of whole days."""
        return Q(**{f"{field}__in": self._hours()}) if self.period.kind == Kind.SHIFT else Q()

    def _hours(self) -> list[datetime]:
        """The beginnings of the hours of the shift."""
        shifts, zone = shifts_of(self.room), self.room.zone
        hours, at = [], start_of_hour(self.since, self.room.time_zone)
        while at < self.until:
            if shifts.number_at(at.astimezone(zone)) == self.period.shift:
                hours.append(at)
            at = start_of_hour(at + timedelta(hours=1, minutes=1), self.room.time_zone)
        return hours


def hour_of(field: str | Combinable, room: Room) -> Func:
    """The instant at which the hour on the room's clock began; the hour that autumn brings twice counts as two.

    Django's own TruncHour goes over local time, where those two are one.
    """
    instant = F(field) if isinstance(field, str) else field
    return Func(Value("hour"), instant, Value(room.time_zone), function="date_trunc", output_field=DateTimeField())


def gaming_day_of(field: str, room: Room) -> Expression:
    """The gaming day of an instant by the clock that the room had then, as `Room.gaming_day` tells it."""
    *earlier, now = room.clocks
    whens = [When(**{f"{field}__lt": clock.until}, then=_local_day(field, clock)) for clock in earlier]
    return Case(*whens, default=_local_day(field, now), output_field=DateField())


def _local_day(field: str, clock: Clock) -> Expression:
    local = Func(Value(clock.zone.key), F(field), function="timezone", output_field=DateTimeField())
    start = timedelta(hours=clock.gaming_day_start.hour, minutes=clock.gaming_day_start.minute)
    return Cast(ExpressionWrapper(local - Value(start), output_field=DateTimeField()), DateField())
