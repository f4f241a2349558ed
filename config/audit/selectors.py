"""The events of the audit page: newest first, narrowed down, one page after the other by their ids."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.db import connection
from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from config.audit.models import AuditEvent
from config.audit.words import SEARCHES
from config.rooms.models import Room
from config.staff.models import StaffRole

PAGE = 100
FILE_PAGE = 2_000
"""The events of a file that are read and told at once: each page asks a query for each kind of thing it names."""
_UNUSED_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Search:
    """The terms of a search; what is None or empty narrows nothing.

    `since` and `until` are gaming days of the room, both included; `player` and `table` are parts of names.
    """

    badge: str = ""
    verb: str = ""
    subject_kind: str = ""
    subject_id: str = ""
    player: str = ""
    table: str = ""
    since: date | None = None
    until: date | None = None
    before: int | None = None

    @property
    def is_narrowed(self) -> bool:
        """Whether anything at all is looked for."""
        return self != Search(before=self.before)


@dataclass(frozen=True, slots=True)
class Page:
    """Events, newest first, and the id that the next page begins below (None on the last)."""

    events: Sequence[AuditEvent]
    next_before: int | None


def find(room: Room, search: Search, *, most: int | None = None) -> Page:
    """One page, of `PAGE` or of `most`, of the events of `room`, with those of no room that concern people who work
    here. One query."""
    most = most or PAGE
    events = _narrowed(_of(room), room, search).filter(pk__lt=search.before or _UNUSED_ID)
    rows = list(events.select_related("by").order_by("-pk")[: most + 1])
    return Page(rows[:most], rows[most - 1].pk if len(rows) > most else None)


def everything(room: Room, search: Search) -> Iterator[list[AuditEvent]]:
    """All the events that are looked for, newest first, in pages: for a file of any length in little memory."""
    while True:
        page = find(room, search, most=FILE_PAGE)
        if page.events:
            yield list(page.events)
        if page.next_before is None:
            return
        search = replace(search, before=page.next_before)


_VERBS = """
with recursive seen as (
    (select verb from audit_auditevent where room_id = %(room)s order by verb limit 1)
    union all
    select (select verb from audit_auditevent where room_id = %(room)s and verb > seen.verb order by verb limit 1)
    from seen where seen.verb is not null
)
select verb from seen where verb is not null
"""
"""Each verb found behind the one before, by the index: a step for a verb, however many events bear it."""


def verbs(room: Room) -> list[str]:
    """Every verb that occurs in the room's trail, for the list to choose from. Two queries."""
    with connection.cursor() as cursor:
        cursor.execute(_VERBS, {"room": room.pk})
        own = {verb for (verb,) in cursor.fetchall()}
    nobodys = _of(room).filter(room=None).order_by().values_list("verb", flat=True).distinct()
    return sorted(own.union(nobodys))


def _of(room: Room) -> QuerySet[AuditEvent]:
    """The events of the room, and those of no room (a PIN, a password, a token) by or about people who work or worked
    in it.
    """
    staff = StaffRole.objects.filter(room=room).values("user")
    about = Q(subject_kind="user", subject_id__in=staff.annotate(text=Cast("user", CharField())).values("text"))
    return AuditEvent.objects.filter(Q(room=room) | Q(room=None) & (Q(by__in=staff) | about))


def _narrowed(events: QuerySet[AuditEvent], room: Room, search: Search) -> QuerySet[AuditEvent]:
    if search.badge:
        events = events.filter(by__badge_number=search.badge)
    if search.verb:
        events = events.filter(verb=search.verb)
    if search.subject_kind:
        events = events.filter(subject_kind=search.subject_kind)
    if search.subject_id:
        events = events.filter(subject_id=search.subject_id)
    for name, about in SEARCHES.items():
        if text := getattr(search, name):
            events = events.filter(about(room, text))
    if search.since:
        events = events.filter(at__gte=room.start_of(search.since))
    if search.until:
        events = events.filter(at__lt=room.start_of(search.until + timedelta(days=1)))
    return events
