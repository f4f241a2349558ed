"""The hours of a gaming day, and how many tables are planned for each: the later plan before the earlier, one for the
day before one for its weekday. Plain values: what a plan says, and when it was made."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from config.clocks import start_of_hour
from config.rooms.models import Room
from tables.models import TablePlan

WHOLE_DAY = 25
"""The longest that a gaming day is, in hours: on the night in autumn on which an hour comes twice."""


@dataclass(frozen=True, slots=True)
class PlannedHour:
    """An hour of the room's clock, or the part of one in which a gaming day starts or ends, and the plan that holds for
    each game in it, by the name on its plaques."""

    since: datetime
    until: datetime
    plans: dict[str, TablePlan]

    @property
    def seconds(self) -> int:
        """Its length."""
        return round((self.until - self.since).total_seconds())


def hours_of_day(room: Room, day: date) -> Iterator[tuple[datetime, datetime, int]]:
    """The hours of a gaming day in UTC, each with its place by the clock: 0 for that in which the day starts, and
    `WHOLE_DAY` less one for what remains of it where the day ends within the hour."""
    since, end = room.start_of(day), room.start_of(day + timedelta(days=1))
    first, at = since.astimezone(room.zone).hour, since
    while at < end:
        hour = start_of_hour(at, room.zone.key)
        until = min(hour + timedelta(hours=1), end)
        place = (at.astimezone(room.zone).hour - first) % 24
        yield at, until, place if place or at - since < timedelta(hours=2) else WHOLE_DAY - 1
        at = until


def places_of(room: Room, day: date, since_hour: int, until_hour: int) -> range:
    """The places, in the order of the gaming day, of the hours from one to another; empty where the second doesn't come
    after the first before the day ends."""
    first = room.start_of(day).astimezone(room.zone).hour
    since, until = ((hour - first) % 24 for hour in (since_hour, until_hour))
    return range(since, until or (24 if since else WHOLE_DAY))


def planned_hours(room: Room, day: date, plans: Iterable[TablePlan]) -> list[PlannedHour]:
    """The hours of a gaming day with the plan that holds for each game; `plans` are those of the day and its weekday.

    An hour that has begun keeps the plan that it began with: what is entered afterwards is none.
    """
    in_order = sorted(plans, key=lambda plan: (plan.for_day is not None, plan.pk))
    reach = [(plan, places_of(room, day, plan.since_hour, plan.until_hour)) for plan in in_order]
    return [
        PlannedHour(
            since,
            until,
            {plan.plaque_name: plan for plan, places in reach if place in places and plan.planned_at <= since},
        )
        for since, until, place in hours_of_day(room, day)
    ]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Hours in a row for which one plan of a game holds."""

    since: datetime
    until: datetime
    plan: TablePlan


def stretches(hours: Iterable[PlannedHour]) -> list[Stretch]:
    """The hours of a day as stretches, game by game in the order of their names, each in the order of the day."""
    found: dict[str, list[Stretch]] = {}
    for hour in hours:
        for name, plan in hour.plans.items():
            of_game = found.setdefault(name, [])
            if of_game and of_game[-1].plan == plan and of_game[-1].until == hour.since:
                of_game[-1] = Stretch(of_game[-1].since, hour.until, plan)
            else:
                of_game.append(Stretch(hour.since, hour.until, plan))
    return [stretch for name in sorted(found) for stretch in found[name]]
