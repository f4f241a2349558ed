"""The console's drawer for what goes wrong at the table: three taps, and a sentence for each before it is done."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, staff
from games import services
from games.abandoning import case_against_void
from games.forms import TroubleForm
from games.models import HandDraft
from games.replay import hand_of
from games.selectors.drafts import draft_of, names_in
from games.selectors.trouble import troubles
from games.views.ticks import session_of
from rules.cards.card import UNKNOWN
from rules.entry.notation import STATED
from tables.models import TableSession


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HAND_RECORD)
def trouble(request: RoomRequest, table_id: int) -> HttpResponse:
    """Show what may have gone wrong in the hand that is being entered; what is posted becomes part of the hand."""
    session = session_of(request, table_id)
    draft = draft_of(session)
    if draft is None:
        return done(request, reverse("console", args=[table_id]))
    if request.method != "POST":
        return _show(request, session, draft)
    form = TroubleForm(request.POST, room=request.room)
    if not form.is_valid():
        error = DomainError("unreadable", str(next(iter(form.errors.values()))[0]), field="amount")
        return _show(request, session, draft, error)
    try:
        after = services.act(draft=draft, action=_words(form.cleaned_data), by=request.user, at=timezone.now(),
                             version=form.cleaned_data["version"], amount=form.cleaned_data["amount"])  # fmt: skip
    except DomainError as error:
        return _show(request, session, draft, error)
    return done(request, reverse("console", args=[table_id]) + _asks_for(after))


def _asks_for(draft: HandDraft) -> str:
    """The thing that the console asks for next: the cards of a hand that was shown to all and that nobody has named."""
    hand = hand_of(draft)
    last = hand.actions[-1]
    unnamed = last.verb == "showall" and UNKNOWN in hand.hole[last.position - 1]
    return f"?cards={hand.setup.seat(last.position)}" if unnamed else ""


def _words(data: dict[str, Any]) -> str:
    """The words of what was tapped, with the place of the amount that completes it."""
    if data["amount"] is None:
        return str(data["action"])
    return f"{data['action']} {STATED} stands"


def _show(
    request: RoomRequest, session: TableSession, draft: HandDraft, refusal: DomainError | None = None
) -> HttpResponse:
    hand = hand_of(draft)
    ask = request.GET.get("ask", "")
    offered = troubles(hand, names_in(draft), ask, case_against_void(draft))
    context = {"session": session, "draft": draft, "troubles": offered, "ask": ask, "refusal": refusal}
    return page(request, "games/trouble.html", context, status=422 if refusal else 200)
