"""Open items of the hands of a gaming day: drafts that were dealt on it and are still being entered."""

from collections.abc import Iterator
from datetime import date

from config.days.registry import OpenItem, Step, end_of, keeps_open
from config.rooms.models import Room
from games.models import HandDraft


@keeps_open(Step.PLAY)
def drafts_not_recorded(room: Room, day: date) -> Iterator[OpenItem]:
    """Hands that were dealt on the day, or are being corrected, and are neither recorded nor given up."""
    drafts = HandDraft.objects.filter(
        session__room=room, started_at__gte=room.start_of(day), started_at__lt=end_of(room, day)
    ).select_related("session__table", "touched_by")
    for draft in drafts.order_by("session__table__position", "pk"):
        table, by = draft.session.table, str(draft.touched_by or "the floor")
        sentence = f"Hand {draft.number} at {table} is still being entered: record it, or give it up."
        yield OpenItem("hand_in_entry", sentence, by, "console", (table.pk,))
