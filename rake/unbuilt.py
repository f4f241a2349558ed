"""The gaming days whose rollups don't know yet all that was recorded of them."""

from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Aggregate, Count, Q, QuerySet, Sum

from config.days.selectors import locked_until
from config.rooms.models import Room
from games.models import Hand
from rake.models import ReportDay
from rake.planned import days_planned
from rake.play_time import ends_at
from rake.standing import in_figures
from tables.models import TablePlan, TableSession

Days = tuple[date, date]
"""The first and the last of gaming days in a row."""


def days_to_rebuild(room: Room, days: Days | None = None) -> list[date]:
    """The gaming days of `room` with hands, corrections or supersessions that their report doesn't know yet; none that
    is locked, and where `days` are given only those."""
    hands = Hand.objects.filter(_not_locked(room, days), room=room)
    reports = ReportDay.objects.filter(_not_locked(room, days), room=room)
    recorded = _by_day(hands, versions=Count("pk"), hands=Count("pk", filter=in_figures()))
    built = _by_day(reports, versions=Sum("versions"), hands=Sum("hands"))
    return [day for day, counts in recorded.items() if counts != built.get(day)]


def days_still_played(room: Room, days: Days | None = None) -> list[date]:
    """The gaming days whose report was last built before they ended, and those that were played and have none: tables
    were open then since; none that is locked, and where `days` are given only those."""
    floor = {"room": room, "source": TableSession.Source.FLOOR}
    sessions = TableSession.objects.filter(_not_locked(room, days), **floor)
    built = ReportDay.objects.filter(_not_locked(room, days), **floor)
    until = dict(built.values_list("gaming_day", "built_at"))
    played = set(sessions.order_by().values_list("gaming_day", flat=True).distinct()) | set(until)
    return sorted(day for day in played if day not in until or until[day] < ends_at(room, day))


def days_still_planned(room: Room, at: datetime, days: Days | None = None) -> list[date]:
    """The gaming days that have begun, with planned tables, whose report isn't there or was last built before they
    ended: also those on which no table was opened. None that is locked, and where `days` are given only those."""
    first = TablePlan.objects.filter(room=room).order_by("pk").first()
    if first is None:
        return []
    since, until = room.gaming_day(first.planned_at), room.gaming_day(at)
    if last := locked_until(room):
        since = max(since, last + timedelta(days=1))
    if days:
        since, until = max(since, days[0]), min(until, days[1])
    floor = ReportDay.objects.filter(room=room, source=TableSession.Source.FLOOR, gaming_day__range=(since, until))
    built = dict(floor.values_list("gaming_day", "built_at"))
    planned = days_planned(room, (since, until))
    return [day for day in planned if day not in built or built[day] < ends_at(room, day)]


def _not_locked(room: Room, days: Days | None) -> Q:
    """The rows of gaming days that are open still, and of these days."""
    last = locked_until(room)
    return Q(**{"gaming_day__gt": last} if last else {}, **{"gaming_day__range": days} if days else {})


def _by_day(rows: QuerySet[Any], **counts: Aggregate) -> dict[date, tuple[int, int]]:
    found = rows.order_by("gaming_day").values("gaming_day").annotate(**{f"n_{name}": n for name, n in counts.items()})
    return {row["gaming_day"]: (row["n_versions"], row["n_hands"]) for row in found}
