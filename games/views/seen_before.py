"""A quick hand that was entered while its table went on, on a page or in a tablet: whether it still belongs there."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from config.errors import DomainError
from config.requests.late import late_entries
from config.web.views import RoomRequest
from config.web.waiting import entered_at, is_kept
from games.models import Hand
from tables.models import Table, TableSession

SAME_HAND = "hand_meanwhile"
"""The code of the question whether it is another hand than the one that another tablet entered under its number."""
_TELL = "Tell whoever counts its box what was dropped, then drop this."


def closed(request: RoomRequest, table: Table) -> DomainError:
    """The refusal where the table isn't open: whoever sent what waited is not to open it for that."""
    if is_kept(request):
        return DomainError("table_closed", f"{table} was closed since and takes no more hands of then. {_TELL}")
    return DomainError("table_closed", f"{table} is not open: open it first.")


def refuse_of_before(request: RoomRequest, session: TableSession, data: Mapping[str, Any]) -> None:
    """Refuse a hand of an earlier opening of the table (`another_opening`) and, of what waited in a tablet, one of
    another plaque (`another_plaque`); ask about one whose number another tablet has used meanwhile (`hand_meanwhile`).

    Pages that say nothing of what they showed are believed. What a tablet sends again though it was recorded is told as
    recorded by whoever answers it (`config.web.waiting`).
    """
    if data["session"] not in (None, session.pk):
        message = f"{session.table} was closed and opened again since: this hand was of the opening before. {_TELL}"
        raise DomainError("another_opening", message)
    if not is_kept(request):
        return
    if data["plaque"] not in (None, session.plaque_id):
        message = (
            f"{session.table} plays {session.plaque.short_name} by now: this hand was of the plaque before. {_TELL}"
        )
        raise DomainError("another_plaque", message)
    _ask_whether_the_same(request, session, data)


def _ask_whether_the_same(request: RoomRequest, session: TableSession, data: Mapping[str, Any]) -> None:
    if data["number"] is None or SAME_HAND in data["confirm"]:
        return
    if hand := _entered_elsewhere(request, session, data["number"]):
        at = hand.recorded_at.astimezone(request.room.zone)
        who = "You" if hand.recorded_by_id == request.user.pk else hand.recorded_by
        message = (
            f"{who} entered hand {hand.number} at {at:%H:%M}, rake {request.room.money(hand.rake_taken)}. "
            "If that is this hand, drop this; if it is another, send it."
        )
        raise DomainError(SAME_HAND, message, allowed={"confirm": SAME_HAND})


def _entered_elsewhere(request: RoomRequest, session: TableSession, number: int) -> Hand | None:
    """The hand of that number, where another tablet has entered it: somebody else's, or this person's own since this
    one took what waits. The hands that waited here before have a mark that they came late."""
    with_that_number = Hand.objects.filter(session=session, number=number).select_related("recorded_by")
    hand = with_that_number.order_by("pk").first()
    if hand is None or hand.recorded_by_id != request.user.pk:
        return hand
    taken_at = entered_at(request, timezone.now())
    is_since = taken_at is not None and hand.recorded_at > taken_at
    return hand if is_since and hand.pk not in late_entries(Hand, [hand.pk]) else None
