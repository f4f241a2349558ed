"""The gaming days whose rollups don't know yet all that was recorded of them."""

from collections.abc import Iterator
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
    if (not_locked := _not_locked(room, days)) is None:
        return []
    hands = Hand.objects.filter(not_locked, room=room)
    reports = ReportDay.objects.filter(not_locked, room=room)
    recorded = _by_day(hands, versions=Count("pk"), hands=Count("pk", filter=in_figures()))
    built = _by_day(reports, versions=Sum("versions"), hands=Sum("hands"))
    return [day for day, counts in recorded.items() if counts != built.get(day)]


def days_still_played(room: Room, days: Days | None = None) -> list[date]:
    """The gaming days whose report was last built before they ended, and those that were played and have none: tables
    were open then since; none that is locked, and where `days` are given only those."""
    if (not_locked := _not_locked(room, days)) is None:
        return []
    floor = {"room": room, "source": TableSession.Source.FLOOR}
    sessions = TableSession.objects.filter(not_locked, **floor)
    built = ReportDay.objects.filter(not_locked, **floor)
    until = dict(built.values_list("gaming_day", "built_at"))
    played = set(sessions.order_by().values_list("gaming_day", flat=True).distinct()) | set(until)
    return sorted(day for day in played if day not in until or until[day] < ends_at(room, day))


def days_played_through(room: Room, at: datetime, days: Days | None = None) -> list[date]:
    """The gaming days that have begun without a report, on which a table played on that was opened on an earlier one.
    None that is locked, and where `days` are given only those."""
    floor = {"room": room, "source": TableSession.Source.FLOOR}
    until = min(room.gaming_day(at), days[1]) if days else room.gaming_day(at)
    since = max((each for each in (_first_open(room), days[0] if days else None) if each), default=None)
    if since and since > until:
        return []
    sessions = TableSession.objects.filter(gaming_day__lt=until, **floor)
    if since:
        sessions = sessions.filter(Q(closed_at=None) | Q(closed_at__gt=room.start_of(since)))
    played = {day for row in sessions.values_list("gaming_day", "closed_at") for day in _after(room, *row, until)}
    if since:
        played = {day for day in played if day >= since}
    built = ReportDay.objects.filter(gaming_day__in=played, **floor).values_list("gaming_day", flat=True)
    return sorted(played - set(built))


def _after(room: Room, opened: date, closed_at: datetime | None, until: date) -> Iterator[date]:
    """The gaming days up to `until` after the one on which a table was opened, while it was open."""
    last = room.gaming_day(closed_at - timedelta(microseconds=1)) if closed_at else until
    for number in range((min(last, until) - opened).days):
        yield opened + timedelta(days=number + 1)


def days_still_planned(room: Room, at: datetime, days: Days | None = None) -> list[date]:
    """The gaming days that have begun, with planned tables, whose report isn't there or was last built before they
    ended: also those on which no table was opened. None that is locked, and where `days` are given only those."""
    first = TablePlan.objects.filter(room=room).order_by("pk").first()
    if first is None:
        return []
    since, until = room.gaming_day(first.planned_at), room.gaming_day(at)
    since = max(since, _first_open(room) or since)
    if days:
        since, until = max(since, days[0]), min(until, days[1])
    floor = ReportDay.objects.filter(room=room, source=TableSession.Source.FLOOR, gaming_day__range=(since, until))
    built = dict(floor.values_list("gaming_day", "built_at"))
    planned = days_planned(room, (since, until))
    return [day for day in planned if day not in built or built[day] < ends_at(room, day)]


def lacks_its_end(room: Room, day: date) -> bool:
    """Whether a gaming day that was played, or for which tables were planned, has no report, or one that was built
    before it ended."""
    one, at = (day, day), ends_at(room, day)
    return bool(days_still_played(room, one) or days_played_through(room, at, one) or days_still_planned(room, at, one))


def _first_open(room: Room) -> date | None:
    """The day after the last one that is locked; None where none is."""
    last = locked_until(room)
    return last + timedelta(days=1) if last else None


def _not_locked(room: Room, days: Days | None) -> Q | None:
    """The rows of gaming days that are open still, and of these days; None where every one of them is locked."""
    last = locked_until(room)
    if last and days and days[1] <= last:
        return None
    return Q(**{"gaming_day__gt": last} if last else {}, **{"gaming_day__range": days} if days else {})


def _by_day(rows: QuerySet[Any], **counts: Aggregate) -> dict[date, tuple[int, int]]:
    found = rows.order_by("gaming_day").values("gaming_day").annotate(**{f"n_{name}": n for name, n in counts.items()})
    return {row["gaming_day"]: (row["n_versions"], row["n_hands"]) for row in found}
