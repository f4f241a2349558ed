"""Planning tables: how many of a game are to be open, from which hour to which, on a day or on every such weekday."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from tables.models import MOST_PLANNED, TablePlan
from tables.planned_hours import hours_of_day, places_of
from tables.selectors.plans import games_to_plan

FARTHEST = timedelta(days=400)
"""The farthest ahead that a gaming day is planned."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan as it is asked for: tables of the game that plaques call `plaque_name`, from one hour of the clock until
    another, on `for_day` or, where that is None, on every `weekday` (0 is Monday)."""

    plaque_name: str
    tables: int
    since_hour: int
    until_hour: int
    for_day: date | None = None
    weekday: int | None = None


@transaction.atomic
def plan_tables(*, room: Room, planned: Planned, key: str, by: User | None, at: datetime) -> TablePlan:
    """Plan tables for hours to come; returns the entry. 0 tables plan none. The same `key` plans once.

    A later entry takes the hours of an earlier one of the same game, one for a day those of its weekday; an hour that
    has begun keeps the plan that it began with. Refusals: `plan_when` (neither a day nor a weekday, or both),
    `game_unknown` where no plaque of the room names it, `tables_out_of_range`, `plan_hours` where the end doesn't come
    after the beginning within the gaming day, `plan_day_far`, and `plan_over` where all of it has begun.
    """
    body = {name: getattr(planned, name) for name in ("plaque_name", "tables", "since_hour", "until_hour", "weekday")}
    body |= {"for_day": planned.for_day.isoformat() if planned.for_day else None}
    if claim(key, "plan_tables", {"room": room.pk, **body}, by=by, at=at):
        return TablePlan.objects.get(request_key=key)
    room = Room.objects.select_for_update().get(pk=room.pk)
    game = games_to_plan(room).get(planned.plaque_name)
    if game is None:
        message = "No plaque of this room names that game: choose one of the list, or post its plaque first."
        raise DomainError("game_unknown", message, field="plaque_name")
    _refuse_odd(room, planned, at)
    facts = body | {"for_day": planned.for_day, "game": game, "planned_by": by, "planned_at": at, "request_key": key}
    plan = TablePlan.objects.create(room=room, **facts)
    after = {"plaque": plan.plaque_name, "tables": plan.tables, "day": plan.when, "hours": plan.hours}
    record("tables.planned", plan, room=room, by=by, at=at, after=after)
    return plan


def _refuse_odd(room: Room, planned: Planned, at: datetime) -> None:
    """Refuse what can't be planned: no day, hours that aren't in one, or that have all begun."""
    if (planned.for_day is None) == (planned.weekday is None) or planned.weekday not in (None, *range(7)):
        raise DomainError("plan_when", "Choose a gaming day, or a weekday.", field="when")
    if not 0 <= planned.tables <= MOST_PLANNED:
        message = f"Plan 0 to {MOST_PLANNED} tables."
        raise DomainError("tables_out_of_range", message, allowed={"most": MOST_PLANNED}, field="tables")
    today = room.gaming_day(at)
    day = planned.for_day or today
    starts = f"{room.start_of(day).astimezone(room.zone):%H:%M}"
    places = places_of(room, day, planned.since_hour, planned.until_hour)
    if not places or not {planned.since_hour, planned.until_hour} <= set(range(24)):
        message = f"The gaming day starts at {starts}: end after you begin, and plan what is beyond it on the next day."
        raise DomainError("plan_hours", message, field="until_hour")
    if planned.for_day is None:
        return
    if day - today > FARTHEST:
        message = f"Plan {FARTHEST.days} days ahead at most; a weekday’s plan holds until it is changed."
        raise DomainError("plan_day_far", message, field="when")
    if not any(since >= at for since, _, place in hours_of_day(room, day) if place in places):
        message = "All of these hours have begun: a plan is made before. Plan hours to come."
        raise DomainError("plan_over", message, field="when")
