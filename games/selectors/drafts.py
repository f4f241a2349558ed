"""The draft of a table, with everything that the console shows of it, in a fixed number of queries."""

from datetime import datetime

from django.db.models import QuerySet

from config.compiled import Blank, compiled
from games.models import HandDraft
from players.models import Sitting, in_play
from tables.models import TableSession
from tables.services import newest_plaque


def open_session(table_id: int, room_id: int) -> TableSession | None:
    """The session that is open on the floor at a table of the room, with plaque and house rules; None if none is."""
    return next(iter(_open(table_id, room_id)), None)


@compiled
def _open(table: Blank, room: Blank) -> QuerySet[TableSession]:
    sessions = TableSession.objects.filter(table=table, room=room, closed_at=None, source=TableSession.Source.FLOOR)
    return sessions.select_related("room", "table", "plaque__house_rules").order_by("-opened_at", "-pk")[:1]


def at_next_hand(session: TableSession, at: datetime) -> TableSession:
    """The session as its next hand is played: under the newest plaque, which comes into force with that hand (R4).

    Changes what is held in memory alone; the service that deals the hand puts the plaque into force. One query, two
    where another plaque was posted.
    """
    newest = newest_plaque(session.table, at)
    if newest and newest.pk != session.plaque_id:
        session.plaque = newest
    return session


def draft_of(session: TableSession) -> HandDraft | None:
    """The hand that is being entered at a session, or None; it shares the session's rows instead of asking for them."""
    draft = HandDraft.objects.filter(session=session).select_related("touched_by").first()
    return adopt(draft, session) if draft else None


def adopt(draft: HandDraft, session: TableSession) -> HandDraft:
    """Give a draft the session that is loaded already, with the plaque and the house rules that it was dealt under."""
    draft.session = session
    if draft.plaque_id == session.plaque_id:
        draft.plaque, draft.house_rules = session.plaque, session.plaque.house_rules
    return draft


def names_in(draft: HandDraft) -> dict[int, str]:
    """The players of the hand: display names by seat. One query."""
    sittings = Sitting.objects.filter(pk__in=draft.sittings).select_related("player")
    return {sitting.seat: sitting.player.display_name for sitting in sittings}


def waiting_in(draft: HandDraft) -> dict[int, str]:
    """The players at the table who were not dealt in: display names by seat. One query."""
    here = Sitting.objects.filter(session=draft.session_id, left_at=None).select_related("player")
    return {each.seat: each.player.display_name for each in in_play(here) if each.pk not in draft.sittings}
