"""Draw for the first button: a card for each player, tapped in the order of dealing, or the seat that won it."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from games import services
from games.forms import ButtonForm
from games.selectors.button_draw import ButtonDraw, button_draw
from games.selectors.seats import present, seats_taken
from games.views.ticks import session_of
from tables.models import TableSession

TEMPLATE = "games/button_draw.html"
MOST_TEXT = 2 * 10
"""Characters of ten cards."""


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HAND_RECORD)
def draw(request: RoomRequest, table_id: int) -> HttpResponse:
    """The draw as far as it has come; posted, the button is where it was drawn, or with the seat that was named."""
    session = session_of(request, table_id)
    if request.method != "POST":
        return _show(request, session, _draw(session, request.GET.get("cards", "")), ButtonForm(room=request.room))
    form = ButtonForm(request.POST, room=request.room)
    shown = _draw(session, request.POST.get("cards", ""))
    if form.is_valid():
        try:
            seat = services.draw_button(
                session=session,
                seat=form.cleaned_data["seat"],
                cards=shown.cards or None,
                key=form.cleaned_data["key"],
                by=request.user,
                at=timezone.now(),
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request, reverse("console", args=[table_id]), gettext("Seat %(seat)s has the button.") % {"seat": seat}
            )
    return _show(request, session, shown, form)


def _draw(session: TableSession, dealt: str) -> ButtonDraw:
    return button_draw(session, present(seats_taken(session)), dealt[:MOST_TEXT])


def _show(request: RoomRequest, session: TableSession, shown: ButtonDraw, form: ButtonForm) -> HttpResponse:
    context = {"session": session, "draw": shown, "form": form}
    return page(request, TEMPLATE, context, status=422 if form.is_bound else 200)
