"""The time of a gaming day's tables, read from their sessions, plaques, downs, sittings and absences."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from config.rooms.models import Room
from players.models import Absence, Sitting
from rake.sweep import Line, Opening, Seated, Span, Time, played_time, whole_second, whole_seconds
from tables.models import Down, PlaqueVersion, TableSession


def play_time_of(room: Room, gaming_day: date, at: datetime) -> list[dict[str, object]]:
    """The lines of `PlayHour` of the day's floor so far, as its fields: seconds by table, plaque, dealer and hour.

    What is still open counts until `at`. Six queries.
    """
    day = _day(room, gaming_day, at)
    if day is None:
        return []
    sessions = list(_sessions(room, day))
    plaques = _plaques(sessions)
    by_table: dict[int, list[Opening]] = defaultdict(list)
    for session in sessions:
        if span := _cut(session.opened_at, session.closed_at, day):
            by_table[session.table_id].append(_opening(session, plaques[session.table_id], span))
    lines = (
        (table, line, time)
        for table, openings in by_table.items()
        for line, time in played_time(openings, room.time_zone).items()
    )
    signs = {plaque.pk: plaque for of_table in plaques.values() for plaque in of_table}
    return [_fields(table, line, time, signs) | _costs(room, time) for table, line, time in lines]


def openings_of(room: Room, gaming_day: date, at: datetime) -> list[Opening]:
    """The openings of the floor's tables on a gaming day, each as it was within the day until `at`. Six queries."""
    day = _day(room, gaming_day, at)
    if day is None:
        return []
    sessions = list(_sessions(room, day))
    plaques = _plaques(sessions)
    spans = [(session, _cut(session.opened_at, session.closed_at, day)) for session in sessions]
    return [_opening(session, plaques[session.table_id], span) for session, span in spans if span]


def ends_at(room: Room, gaming_day: date) -> datetime:
    """The instant at which the gaming day ends: that at which the next one starts."""
    return room.start_of(gaming_day + timedelta(days=1))


def _day(room: Room, gaming_day: date, at: datetime) -> Span | None:
    """The day until now, in whole seconds; None where it hasn't begun."""
    day = Span(room.start_of(gaming_day), min(at, ends_at(room, gaming_day)))
    return whole_seconds(day) if day.until and day.since < day.until else None


def _sessions(room: Room, day: Span) -> QuerySet[TableSession]:
    """The floor's sessions that were open during the day, with all that happened at them."""
    sittings = Sitting.objects.prefetch_related(Prefetch("absences", Absence.objects.order_by("pk")))
    downs = Down.objects.exclude(ended_with=Down.End.UNDONE).select_related("shift")
    return (
        TableSession.objects.filter(room=room, source=TableSession.Source.FLOOR, opened_at__lt=day.until)
        .filter(Q(closed_at=None) | Q(closed_at__gt=day.since))
        .order_by("pk")
        .prefetch_related(Prefetch("sittings", sittings), Prefetch("downs", downs))
    )


def _plaques(sessions: Iterable[TableSession]) -> dict[int, list[PlaqueVersion]]:
    """The floor's plaques of the tables, the earliest in force first."""
    tables = {session.table_id for session in sessions}
    posted = PlaqueVersion.objects.filter(table__in=tables, source=TableSession.Source.FLOOR)
    found: dict[int, list[PlaqueVersion]] = defaultdict(list)
    for plaque in posted.order_by("effective_at", "number"):
        found[plaque.table_id].append(plaque)
    return found


def _opening(session: TableSession, plaques: Iterable[PlaqueVersion], span: Span) -> Opening:
    return Opening(
        span,
        [(whole_second(plaque.effective_at), plaque.pk, plaque.plaque.seats) for plaque in plaques],
        [(part, down.shift.dealer_id) for down in session.downs.all() for part in _parts(down, span)],
        [
            Seated(sitting.seat, part, tuple(_away(sitting, part)), sitting.player_id)
            for sitting in session.sittings.all()
            if (part := _cut(sitting.seated_at, sitting.left_at, span))
        ],
    )


def _away(sitting: Sitting, seated: Span) -> Iterator[Span]:
    return (part for absence in sitting.absences.all() for part in _parts(absence, seated))


def _parts(row: Down | Absence, outer: Span) -> Iterator[Span]:
    if part := _cut(row.started_at, row.ended_at, outer):
        yield part


def _cut(since: datetime, until: datetime | None, outer: Span) -> Span | None:
    return whole_seconds(Span(since, until)).within(outer)


def _costs(room: Room, time: Time) -> dict[str, int]:
    """The costs of a line, minor units: of the minutes dealt and of the table, at what the room says that they cost."""
    dealt = Fraction(time.open - time.undealt)
    return {
        "dealer_cost": round(dealt * room.dealer_minute_cost / 60),
        "table_cost": round(Fraction(time.open) * room.table_hour_cost / 3600),
    }


def _fields(table: int, line: Line, time: Time, plaques: dict[Any, PlaqueVersion]) -> dict[str, object]:
    plaque = plaques[line.plaque]
    names = {"seats": "seat"}
    return {
        "source": TableSession.Source.FLOOR,
        "table_id": table,
        "plaque_id": plaque.pk,
        "dealer_id": line.dealer,
        "game": plaque.game,
        "plaque_name": plaque.short_name,
        "hour_starts_at": line.hour,
    } | {f"{names.get(name, name)}_seconds": seconds for name, seconds in asdict(time).items()}
