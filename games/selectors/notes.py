"""The notes of a table session, the last first, with what came late."""

from collections.abc import Iterable
from dataclasses import dataclass

from config.requests.late import late_entries
from config.requests.models import LateEntry
from games.models import Hand, TableNote
from tables.models import TableSession

LAST_NOTES = 6


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note as its table shows it; `late` is set where a tablet had kept it."""

    note: TableNote
    late: LateEntry | None


def notes_of(session: TableSession) -> list[NoteLine]:
    """The last notes of a session, the newest first; two queries, one where there are none."""
    notes = list(session.notes.select_related("written_by").order_by("-pk")[:LAST_NOTES])
    late = late_entries(TableNote, [note.pk for note in notes])
    return [NoteLine(note, late.get(note.pk)) for note in notes]


def with_late(hands: Iterable[Hand]) -> list[Hand]:
    """These hands, each with the mark of what came late (`late`, None for most); one query."""
    rows = list(hands)
    late = late_entries(Hand, [hand.pk for hand in rows])
    for hand in rows:
        hand.late = late.get(hand.pk)  # type: ignore[attr-defined]  # shown by templates
    return rows
