"""The hand tick: two taps, on the table's page and beside the console."""

from collections.abc import Collection
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from config.web.waiting import entered_at
from games import services
from games.asked import asker
from games.forms import TickForm
from games.models import Hand
from games.selectors.drafts import at_next_hand, open_session
from games.selectors.kill_notes import KillNote, kill_note
from games.selectors.seats import seats_taken
from games.selectors.tables import tick_amounts
from games.views.seen_before import closed, refuse_of_before
from players.selectors.next_up import next_up
from players.selectors.time_due import SeatDue, due_in_words, time_due_at
from tables.models import Table, TableSession


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def tick(request: RoomRequest, table_id: int) -> HttpResponse:
    """Tick one hand: the rake, and that's it. Whatever else shows hands is told by the event `hand-recorded`."""
    session = session_of(request, table_id)
    form, said = take_tick(request, session)
    due = {"next_up": next_up(session, timezone.now())}
    if not said:
        shown = tick_context(session, form if form.is_bound else None)
        return page(request, "games/tick.html", shown | due, status=422 if form.is_bound else 200)
    if not request.htmx:
        return done(request, reverse("table", args=[table_id]), said)
    response = page(request, "games/tick.html", tick_context(session) | due | {"said": said})
    return trigger_client_event(response, "hand-recorded")


def take_tick(request: RoomRequest, session: TableSession) -> tuple[TickForm, str]:
    """Record the tick that was sent, if one was: the form, and what is said of it ("" where it was not recorded).

    The session is shown as its next hand is played, under a plaque that was posted meanwhile.
    """
    at_next_hand(session, timezone.now())
    form = TickForm(request.POST if request.method == "POST" else None, initial=_initial(session), room=request.room)
    hand = _ticked(request, session, form) if form.is_valid() else None
    if hand is None:
        return form, ""
    session.refresh_from_db(fields=["hands_recorded", "button_seat", "version"])
    return form, f"Hand {hand.number} is ticked, {_taken(request, hand)}."


def tick_context(
    session: TableSession,
    form: TickForm | None = None,
    note: KillNote | None = None,
    taken: Collection[int] | None = None,
    due: Collection[SeatDue] | None = None,
) -> dict[str, Any]:
    """The values that the tick part shows of a session; `note` is its kill, `taken` its seats in which somebody sits
    and `due` who owes for time, where these are known already. Who may have won is asked for under a kill alone."""
    note = note or kill_note(session)
    seen = {"session": session.pk, "plaque": session.plaque_id, "number": session.hands_recorded + 1}
    initial = _initial(session) | {"killer_seat": note.kill.killer or 0} | seen
    return {
        "session": session,
        "tick_form": form or TickForm(initial=initial, room=session.room),
        "tick_amounts": tick_amounts(session),
        "kill_note": note,
        "kill": session.posted.kill,
        "number": session.hands_recorded + 1,
        "tick_seats": sorted(seats_taken(session) if taken is None else taken) if session.posted.kill else [],
        "question": asker().questions(session),
        "time_note": due_in_words(session, time_due_at(session, timezone.now()) if due is None else due),
    }


def session_of(request: RoomRequest, table_id: int) -> TableSession:
    """The open session at a table of the room. 404 for a table that isn't there; `table_closed` for a closed one."""
    session = open_session(table_id, request.room.pk)
    if session is None:
        raise closed(request, get_object_or_404(Table, pk=table_id, room=request.room))
    return session


def _initial(session: TableSession) -> dict[str, int | None]:
    amounts = tick_amounts(session)
    return {"rake_taken": amounts.likely, "promo_taken": amounts.promo or None}


def _taken(request: RoomRequest, hand: Hand) -> str:
    """The amounts that were dropped, each box by its name: "rake 3, promo 1"."""
    taken = {"rake": hand.rake_taken} | ({"promo": hand.promo_taken} if hand.promo_taken else {})
    return ", ".join(f"{box} {request.room.money(amount)}" for box, amount in taken.items())


def _ticked(request: RoomRequest, session: TableSession, form: TickForm) -> Hand | None:
    data, now = form.cleaned_data, timezone.now()
    try:
        refuse_of_before(request, session, data)
        return services.record_tick(
            session=session,
            rake_taken=data["rake_taken"],
            promo_taken=data["promo_taken"] or 0,
            pot=data["pot"],
            winners=data["winners"] or None,
            has_low=False if data["no_low"] else None,
            killer_seat=data["killer_seat"] if session.posted.kill else None,
            confirmed=data["confirm"],
            entered_at=entered_at(request, now),
            seen_number=data["number"],
            key=data["key"],
            by=request.user,
            at=now,
        )
    except DomainError as error:
        show_refusal(form, error)
        return None
