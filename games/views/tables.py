"""A table in play: who sits there, what was played, opening and closing it."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.text import how_many
from config.web.views import RoomRequest, done, page, staff
from games.forms import CloseTableForm, NoteForm, OpenTableForm
from games.selectors.kill_notes import kill_note
from games.selectors.notes import notes_of
from games.selectors.tables import TablePage, table_page
from games.views.ticks import session_of, tick_context
from players.forms.desk import AwayForm, BackForm, CountForm
from players.forms.time_charges import CollectTimeForm
from players.selectors.left_behind import lists_left_behind
from players.selectors.next_up import next_up
from tables.models import Table
from tables.services import close_table, open_table


@require_safe
@staff(Permission.FLOOR_VIEW)
def table(request: RoomRequest, table_id: int) -> HttpResponse:
    """One table: its plaque, its seats, what may be done now, and its last hands."""
    return _show(request, _page(request, table_id))


@require_POST
@staff(Permission.TABLE_OPEN)
def open_for_play(request: RoomRequest, table_id: int) -> HttpResponse:
    """Open the table under its plaque."""
    place = get_object_or_404(Table, pk=table_id, room=request.room)
    form = OpenTableForm(request.POST, room=request.room)
    if form.is_valid():
        try:
            open_table(table=place, by=request.user, at=timezone.now(), button_seat=form.cleaned_data["button_seat"])
        except DomainError as error:
            return _show(request, _page(request, table_id), open_form=form, refusal=error)
        return done(
            request,
            reverse("table", args=[table_id]),
            gettext("%(place)s is open. Seat the players.") % {"place": place},
        )
    return _show(request, _page(request, table_id), open_form=form)


@require_POST
@staff(Permission.TABLE_OPEN)
def close(request: RoomRequest, table_id: int) -> HttpResponse:
    """Close the table session: nobody seated, no hand in play."""
    session, form = session_of(request, table_id), CloseTableForm(request.POST, room=request.room)
    if not form.is_valid():
        return _show(request, _page(request, table_id), close_form=form)
    try:
        data, now = form.cleaned_data, timezone.now()
        told: dict[str, Any] = {"confirmed": data["confirm"], "cause": data["cause"], "reason": data["close_reason"]}
        close_table(session=session, by=request.user, at=now, second=form.second(at=now), **told)
    except DomainError as error:
        return _show(request, _page(request, table_id), close_form=form, refusal=error)
    return done(
        request,
        reverse("floor"),
        gettext("%(table)s is closed after %(how_many)s.")
        % {"table": session.table, "how_many": how_many(session.hands_recorded, "hand")},
    )


def _page(request: RoomRequest, table_id: int) -> TablePage:
    """The page of the table, whose seats lead on only whoever may look players up."""
    place = get_object_or_404(Table, pk=table_id, room=request.room)
    shown = table_page(place, timezone.now())
    if request.user.may(Permission.PLAYER_VIEW, request.room):
        return shown
    return replace(shown, seats=[replace(seat, href="") for seat in shown.seats])


def _show(
    request: RoomRequest,
    shown: TablePage,
    *,
    open_form: OpenTableForm | None = None,
    close_form: CloseTableForm | None = None,
    refusal: DomainError | None = None,
) -> HttpResponse:
    context: dict[str, object] = {
        "page": shown,
        "open_form": open_form or OpenTableForm(room=request.room),
        "close_form": close_form or CloseTableForm(room=request.room),
        "refusal": refusal,
    }
    if shown.session:
        note = kill_note(shown.session, taken=shown.taken)
        context |= tick_context(shown.session, note=note, taken=shown.taken, due=shown.time_due)
        context |= {"next_up": next_up(shown.session, timezone.now()), "notes": notes_of(shown.session)}
        context |= _kept_forms(request)
        behind = lists_left_behind(request.room)
        context["time_form"] = CollectTimeForm(room=request.room)
        context["left_behind"] = [each for each in behind if each.session.pk == shown.session.pk]
    wrong = refusal or any(form and form.errors for form in (open_form, close_form))
    status = 422 if wrong else 200
    return page(request, "games/table.html", context, status=status)


def _kept_forms(request: RoomRequest) -> dict[str, object]:
    """The forms that go on while the line is down: notes, absences and counts by seat."""
    return {
        "note_form": NoteForm(room=request.room, auto_id="note_%s"),
        "away_form": AwayForm(room=request.room, auto_id="away_%s"),
        "back_form": BackForm(room=request.room, auto_id="back_%s"),
        "count_form": CountForm(room=request.room, auto_id="count_%s"),
    }
