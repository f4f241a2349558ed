"""What the audit page shows: events newest first, narrowed down, one page after the other by their ids."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q, QuerySet

from config.audit.models import AuditEvent
from config.rooms.models import Room

PAGE = 100
_UNUSED_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for; what is None or empty narrows nothing. `day` is a gaming day of the room."""

    badge: str = ""
    verb: str = ""
    subject_kind: str = ""
    subject_id: str = ""
    day: date | None = None
    before: int | None = None

    @property
    def is_narrowed(self) -> bool:
        """Whether anything at all is looked for."""
        return bool(self.badge or self.verb or self.subject_kind or self.subject_id or self.day)


@dataclass(frozen=True, slots=True)
class Page:
    """Events, newest first, and the id that the next page begins below (None on the last)."""

    events: Sequence[AuditEvent]
    next_before: int | None


def find(room: Room, search: Search) -> Page:
    """One page of the events of `room`, with those of no room that concern people who work here. One query."""
    events = _narrowed(_of(room), room, search).filter(pk__lt=search.before or _UNUSED_ID)
    rows = list(events.select_related("by").order_by("-pk")[: PAGE + 1])
    return Page(rows[:PAGE], rows[PAGE - 1].pk if len(rows) > PAGE else None)


def verbs(room: Room) -> list[str]:
    """Every verb that occurs in the room's trail, for the list to choose from."""
    return list(_of(room).order_by("verb").values_list("verb", flat=True).distinct())


def _of(room: Room) -> QuerySet[AuditEvent]:
    """The events of the room, and those of no room (a PIN, a password) by people who work or worked in it."""
    return AuditEvent.objects.filter(Q(room=room) | Q(room=None, by__staff_roles__room=room)).distinct()


def _narrowed(events: QuerySet[AuditEvent], room: Room, search: Search) -> QuerySet[AuditEvent]:
    if search.badge:
        events = events.filter(by__badge_number=search.badge)
    if search.verb:
        events = events.filter(verb=search.verb)
    if search.subject_kind:
        events = events.filter(subject_kind=search.subject_kind)
    if search.subject_id:
        events = events.filter(subject_id=search.subject_id)
    if search.day:
        starts_at, ends_at = _bounds(room, search.day)
        events = events.filter(at__gte=starts_at, at__lt=ends_at)
    return events


def _bounds(room: Room, day: date) -> tuple[datetime, datetime]:
    """The instants at which a gaming day of the room starts and ends."""
    start = datetime.combine(day, room.gaming_day_start, tzinfo=room.zone)
    end = datetime.combine(day + timedelta(days=1), room.gaming_day_start, tzinfo=room.zone)
    return start, end
