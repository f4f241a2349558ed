"""The open tables of a gaming day beside those planned, game by game and hour by hour."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from config.clocks import start_of_hour
from config.rooms.models import Room
from rake.play_time import ends_at, openings_of
from rake.sweep import Opening, Span, whole_second
from tables.models import PlaqueVersion, TablePlan
from tables.planned_hours import PlannedHour
from tables.selectors.plans import plan_of

Days = tuple[date, date]


def planned_time_of(room: Room, gaming_day: date, at: datetime) -> list[dict[str, object]]:
    """The lines of `PlanHour` of the day so far, as its fields; none where no table was planned for its hours so far.

    Of a day that was planned it has a line for every game that was planned or open in an hour: a table that nobody
    planned is open beyond the plan. Up to eight queries.
    """
    until = min(whole_second(at), ends_at(room, gaming_day))
    hours = [hour for hour in plan_of(room, gaming_day) if hour.since < until]
    if not any(plan.tables for hour in hours for plan in hour.plans.values()):
        return []
    games = {plan.plaque_name: plan.game for hour in hours for plan in hour.plans.values()}
    opened: dict[str, list[Span]] = defaultdict(list)
    for plaque, span in _opened(openings_of(room, gaming_day, at)):
        games[plaque.short_name] = plaque.game
        opened[plaque.short_name].append(span)
    lines = ((name, hour, beside(hour, until, name, opened[name])) for name in sorted(games) for hour in hours)
    return [
        {"game": games[name], "plaque_name": name, "hour_starts_at": start_of_hour(hour.since, room.time_zone)} | sums
        for name, hour, sums in lines
        if any(sums.values())
    ]


def beside(hour: PlannedHour, until: datetime, name: str, opened: Sequence[Span]) -> dict[str, int]:
    """The seconds of tables of a game in an hour, until an instant of it at most: planned, open, open beyond the plan,
    and short of it; the last two instant by instant, never set off against each other."""
    planned = hour.plans[name].tables if name in hour.plans else 0
    ends = min(hour.until, until)
    cuts = {each for span in opened for each in (span.since, span.until) if each and hour.since < each < ends}
    sums = dict.fromkeys(("planned_seconds", "open_seconds", "over_seconds", "short_seconds"), 0)
    for since, after in pairwise(sorted({hour.since, *cuts, ends})):
        seconds, tables = round((after - since).total_seconds()), sum(span.covers(since) for span in opened)
        sums["planned_seconds"] += planned * seconds
        sums["open_seconds"] += tables * seconds
        sums["over_seconds"] += max(tables - planned, 0) * seconds
        sums["short_seconds"] += max(planned - tables, 0) * seconds
    return sums


def _opened(openings: Iterable[Opening]) -> Iterator[tuple[PlaqueVersion, Span]]:
    """The plaques under which tables were open, each with the time; one query."""
    spans = [each for opening in openings for each in _under_plaques(opening)]
    posted: Mapping[object, PlaqueVersion] = PlaqueVersion.objects.in_bulk({plaque for plaque, _ in spans})
    return ((posted[plaque], span) for plaque, span in spans)


def _under_plaques(opening: Opening) -> Iterator[tuple[int, Span]]:
    """The plaques of an opening, each with the time for which it held within it."""
    first, *later = opening.plaques
    begins = [(opening.span.since, first[1]), *((since, plaque) for since, plaque, _ in later)]
    ends = [*(since for since, *_ in later), opening.span.until]
    for (since, plaque), until in zip(begins, ends, strict=True):
        if span := Span(since, until).within(opening.span):
            yield plaque, span  # type: ignore[misc]  # the key of a row


def days_planned(room: Room, days: Days) -> list[date]:
    """The gaming days of these, both ends among them, for which somebody planned tables; one query."""
    plans = list(TablePlan.objects.filter(room=room, tables__gt=0, planned_at__lt=ends_at(room, days[1])))
    number = (days[1] - days[0]).days + 1 if plans else 0
    return [day for day in (days[0] + timedelta(days=n) for n in range(number)) if _is_planned(room, day, plans)]


def _is_planned(room: Room, day: date, plans: Iterable[TablePlan]) -> bool:
    of_day = (plan for plan in plans if plan.for_day == day or plan.weekday == day.weekday())
    return any(plan.planned_at < ends_at(room, day) for plan in of_day)
