"""Notes at a table: written on its page, or on a page of their own where one was refused."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from config.web.waiting import entered_at
from games import services
from games.forms import NoteForm
from games.selectors.notes import notes_of
from games.views.ticks import session_of


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HAND_RECORD)
def note(request: RoomRequest, table_id: int) -> HttpResponse:
    """Write a note at a table, and go back there."""
    session, now = session_of(request, table_id), timezone.now()
    form = NoteForm(sent(request), room=request.room, auto_id="note_%s")
    if form.is_valid():
        try:
            services.write_note(
                session=session, entered_at=entered_at(request, now), by=request.user, at=now, **form.cleaned_data
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("table", args=[table_id]), gettext("The note is kept."))
    context = {"session": session, "note_form": form, "notes": notes_of(session)}
    return page(request, "games/note.html", context, status=422 if form.is_bound else 200)
