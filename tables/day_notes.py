"""Notes about the tables of a gaming day: who changed the plaque of one in play, and in what."""

from collections.abc import Iterator
from datetime import date, datetime

from django.db.models import Q

from config.audit.models import AuditEvent
from config.days.registry import Note, end_of, noted
from config.rooms.models import Room
from tables.models import PlaqueVersion, PlaySource, TableSession
from tables.plaque_lines import compared


@noted
def changed_in_play(room: Room, day: date) -> Iterator[Note]:
    """Every plaque that came into force on the day at a table that was open then, and says something else than the one
    before: the game, the limits, what may be brought, the fee. Four queries."""
    starts_at, ends_at = room.start_of(day), end_of(room, day)
    begun = PlaqueVersion.objects.filter(room=room, source=PlaySource.FLOOR)
    on_day = begun.filter(effective_at__gte=starts_at, effective_at__lt=ends_at)
    on_tables = set(on_day.order_by().values_list("table", flat=True))
    if not on_tables:
        return
    ran = Q(opened_at__lt=ends_at) & (Q(closed_at=None) | Q(closed_at__gt=starts_at))
    sessions = list(TableSession.objects.filter(ran, table__in=on_tables, source=PlaySource.FLOOR))
    posted = begun.filter(table__in=on_tables, effective_at__lt=ends_at).select_related("room", "table", "posted_by")
    managers = _managers(room, starts_at, ends_at)
    before: dict[int, PlaqueVersion] = {}
    for version in posted.order_by("effective_at", "number"):
        was, before[version.table_id] = before.get(version.table_id), version
        in_play = version.effective_at >= starts_at and _was_open(sessions, version.table_id, version.effective_at)
        if was and in_play and (changes := _changes(was, version, room)):
            sentence = _said(version, changes, managers.get(version.pk, ""))
            yield Note(sentence, "sign", (version.table_id, version.number))


def _managers(room: Room, starts_at: datetime, ends_at: datetime) -> dict[int, str]:
    """The managers who answer for plaques that the floor changed with a manager's PIN, by the id of the plaque."""
    approved = AuditEvent.objects.filter(room=room, verb="plaque.approved", at__gte=starts_at, at__lt=ends_at)
    return {int(event.subject_id): str(event.by) for event in approved.select_related("by")}


def _was_open(sessions: list[TableSession], table: int, at: datetime) -> bool:
    return any(
        each.table_id == table and each.opened_at < at and (each.closed_at is None or at < each.closed_at)
        for each in sessions
    )


def _changes(was: PlaqueVersion, version: PlaqueVersion, room: Room) -> str:
    """The lines that the new plaque says otherwise, in words; nothing where both say the same."""
    lines = [line for line in compared(version.plaque, was.plaque, room) if line.is_changed]
    return "; ".join(f"{line.label} {line.new or 'none'} (before: {line.old or 'none'})" for line in lines)


def _said(version: PlaqueVersion, changes: str, manager: str) -> str:
    at = version.effective_at.astimezone(version.room.zone)
    why = f". Why: {version.reason}" if version.reason else ", without a reason"
    by = f"{version.posted_by or 'The system'}{f', with {manager},' if manager else ''}"
    return f"{by} changed the plaque of {version.table} in play at {at:%H:%M}: {changes}{why}"
