"""Marks of what a tablet kept while its line was down: when it was entered there, beside when it arrived.

The instant of the tablet is told, never used: hands, absences and counts are of the instant at which they arrive, and
so is their gaming day. A hand names the day that it was entered on beside it, where that was cut off since.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Model

from config.audit.services import record
from config.requests.models import LateEntry
from config.rooms.models import Room
from config.staff.models import User

SENT_LATE = "tablet.sent_late"
"""The audit trail's verb for what a tablet kept and sent later."""


def mark_late(
    subject: Model,
    *,
    room: Room,
    entered_at: datetime | None,
    opened_at: datetime,
    key: str,
    by: User | None,
    at: datetime,
) -> LateEntry | None:
    """Mark `subject`, which the request `key` has just made, as kept by a tablet since `entered_at`; nothing where that
    is None.

    An instant before `opened_at` or after `at` is brought to that bound, and the mark says so.
    """
    if entered_at is None:
        return None
    believed = min(max(entered_at, opened_at), at)
    kind = subject._meta.model_name or ""
    facts = {"entered_at": believed, "opened_at": opened_at, "arrived_at": at, "is_bounded": believed != entered_at}
    late = LateEntry.objects.create(room=room, request_key=key, kind=kind, subject=subject.pk, by=by, **facts)
    told = {"entered_on_tablet": believed.isoformat(), "arrived": at.isoformat()}
    told |= {"tablet_clock": "not believed"} if late.is_bounded else {}
    record(SENT_LATE, subject, room=room, by=by, at=at, after=told)
    return late


def late_entries(model: type[Model], ids: Iterable[int]) -> dict[int, LateEntry]:
    """The marks of those of these rows that came late, by id; one query, none where there are no rows."""
    wanted = list(ids)
    if not wanted:
        return {}
    marks = LateEntry.objects.filter(kind=model._meta.model_name, subject__in=wanted).order_by("pk")
    return {mark.subject: mark for mark in marks}
