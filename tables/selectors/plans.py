"""The plans of tables: of a gaming day hour by hour, the entries behind it, and the games that can be planned."""

from collections.abc import Mapping
from datetime import date

from django.db.models import Q

from config.rooms.models import Room
from tables.models import PlaqueVersion, PlaySource, TablePlan
from tables.planned_hours import PlannedHour, planned_hours


def plans_of(room: Room, day: date) -> list[TablePlan]:
    """The entries that speak of a gaming day, for it or for its weekday, the newest first; one query."""
    about = Q(for_day=day) | Q(weekday=day.weekday())
    return list(TablePlan.objects.filter(about, room=room).select_related("planned_by", "room").order_by("-pk"))


def plan_of(room: Room, day: date) -> list[PlannedHour]:
    """The hours of a gaming day with what is planned for each; one query."""
    return planned_hours(room, day, plans_of(room, day))


def games_to_plan(room: Room) -> Mapping[str, str]:
    """The games and limits that the room's plaques have named, by name, each with the code of its game; one query."""
    named = PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR).order_by("short_name", "-pk")
    return dict(named.distinct("short_name").values_list("short_name", "game"))
