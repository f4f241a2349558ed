"""Notes at a table: words that move nothing, kept as they were written."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.requests.late import mark_late
from config.requests.services import claim
from config.staff.models import User
from games.models import TableNote
from players.services.seating import lock_open_session
from tables.models import TableSession


@transaction.atomic
def write_note(
    *,
    session: TableSession,
    text: str,
    entered_at: datetime | None = None,
    key: str,
    by: User | None,
    at: datetime,
) -> TableNote:
    """Write a note at a table and return it; the same `key` writes it once. `entered_at` is when a tablet without a
    line took it. Refuses a closed table (`table_closed`)."""
    if claim(key, "note", {"session": session.pk, "text": text}, by=by, at=at):
        return TableNote.objects.get(request_key=key)
    session = lock_open_session(session)
    note = TableNote.objects.create(session=session, text=text, written_at=at, written_by=by, request_key=key)
    record("table.noted", note, room=session.room, by=by, at=at, after={"text": text})
    mark_late(note, room=session.room, entered_at=entered_at, opened_at=session.opened_at, key=key, by=by, at=at)
    return note
