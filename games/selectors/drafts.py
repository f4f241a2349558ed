"""The draft of a table, with everything that the console shows of it, in a fixed number of queries."""

from games.models import HandDraft
from players.models import Sitting
from tables.models import TableSession


def open_session(table_id: int, room_id: int) -> TableSession | None:
    """The session that is open on the floor at a table of the room, with plaque and house rules; None if none is."""
    sessions = TableSession.objects.filter(
        table_id=table_id, room_id=room_id, closed_at=None, source=TableSession.Source.FLOOR
    )
    return sessions.select_related("room", "table", "plaque__house_rules").first()


def draft_of(session: TableSession) -> HandDraft | None:
    """The hand that is being entered at a session, or None."""
    drafts = HandDraft.objects.filter(session=session)
    draft = drafts.select_related("plaque__house_rules", "supersedes", "touched_by", "started_by").first()
    if draft is not None:
        draft.session = session
    return draft


def names_in(draft: HandDraft) -> dict[int, str]:
    """Who plays the hand: display names by seat. One query."""
    sittings = Sitting.objects.filter(pk__in=draft.sittings).select_related("player")
    return {sitting.seat: sitting.player.display_name for sitting in sittings}
