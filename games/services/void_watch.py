"""Void hands give every chip back, so somebody looks at those that may not have been any."""

from datetime import datetime

from config.audit.models import AuditEvent
from config.audit.services import record
from config.staff.models import User
from games.models import Hand, HandDraft
from rules.play.hand import Hand as Played
from rules.play.misdeals import VOIDS
from rules.play.rulings import why_not_void
from tables.models import TableSession
from tables.services import raise_alarm

VOID_HANDS = "void_hands"
"""The alarm of a hand that was void for a fouled deck, after action was taken back, or as one of many."""
TAKEN_BACK = "hand.taken_back"
MANY, RECENT = 3, 20
"""So many void hands among so many are asked about."""


def note_taken_back(draft: HandDraft, hand: Played, *, by: User | None, at: datetime) -> None:
    """Keep on the audit trail that substantial action is being taken back: a misdeal may follow it (004:L330)."""
    if why_not_void(hand, "misdeal"):
        after = {"session": draft.session_id, "table": draft.session.table.name, "number": draft.number}
        after |= {"lines": draft.actions}
        record(TAKEN_BACK, draft, room=draft.session.room, by=by, at=at, after=after)


def watch_void(hand: Hand, *, at: datetime) -> None:
    """Raise the alarm where a void hand asks for a second look; the caller holds the session."""
    if not hand.void_cause or hand.session.source != TableSession.Source.FLOOR:
        return
    if why := _why_looked_at(hand):
        text = f"Hand {hand.number} ended as a {hand.ended_as}: {why}"
        said = {hand.pk: VOIDS[hand.void_cause].words}
        raise_alarm(session=hand.session, kind=VOID_HANDS, subject=str(hand.number), text=text, at=at, hands=said)


def _why_looked_at(hand: Hand) -> str:
    if hand.ended_as != "misdeal":
        return "every chip of the pot went back"
    same = {"session": hand.session_id, "number": hand.number}
    if AuditEvent.objects.filter(room=hand.room_id, verb=TAKEN_BACK, after__contains=same).exists():
        return "action was taken back before it"
    recent = Hand.objects.filter(session=hand.session_id, superseded_by=None, number__gt=hand.number - RECENT)
    void = recent.exclude(void_cause="").count()
    return f"{void} of the last {min(hand.number, RECENT)} were void" if void >= MANY else ""
