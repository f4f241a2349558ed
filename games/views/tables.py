"""A table in play: who sits there, what was played, opening and closing it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.text import how_many
from config.web.views import RoomRequest, done, page, staff
from games.forms import OpenTableForm
from games.selectors.kill_notes import kill_note
from games.selectors.tables import TablePage, table_page
from games.views.ticks import session_of, tick_context
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
        return done(request, reverse("table", args=[table_id]), f"{place} is open. Seat the players.")
    return _show(request, _page(request, table_id), open_form=form)


@require_POST
@staff(Permission.TABLE_OPEN)
def close(request: RoomRequest, table_id: int) -> HttpResponse:
    """Close the table session: nobody seated, no hand in play."""
    session = session_of(request, table_id)
    try:
        confirmed = tuple(request.POST.get("confirm", "")[:100].split())
        close_table(session=session, by=request.user, at=timezone.now(), confirmed=confirmed)
    except DomainError as error:
        return _show(request, _page(request, table_id), refusal=error)
    return done(
        request, reverse("floor"), f"{session.table} is closed after {how_many(session.hands_recorded, 'hand')}."
    )


def _page(request: RoomRequest, table_id: int) -> TablePage:
    place = get_object_or_404(Table, pk=table_id, room=request.room)
    return table_page(place, timezone.now())


def _show(
    request: RoomRequest,
    shown: TablePage,
    *,
    open_form: OpenTableForm | None = None,
    refusal: DomainError | None = None,
) -> HttpResponse:
    context: dict[str, object] = {
        "page": shown,
        "open_form": open_form or OpenTableForm(room=request.room),
        "refusal": refusal,
    }
    if shown.session:
        note = kill_note(shown.session, taken=shown.taken)
        context |= tick_context(shown.session, note=note) | {"next_up": next_up(shown.session, timezone.now())}
        behind = lists_left_behind(request.room)
        context["time_form"] = CollectTimeForm(room=request.room)
        context["left_behind"] = [each for each in behind if each.session.pk == shown.session.pk]
    status = 422 if refusal or (open_form and open_form.errors) else 200
    return page(request, "games/table.html", context, status=status)
