"""Patrons without a document at the window: described, picked from those of today, and named later."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from cage.selectors.logs import described_today
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players import services
from players.forms.described import DescribeForm, NameForm
from players.models import IdentityDecision, Player
from players.selectors.known import known_in
from players.selectors.people import first_found
from players.views.known import known_or_404, typed_text

SHOWN = 8


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def describe(request: RoomRequest) -> HttpResponse:
    """Pick a patron who was described today, or describe another; it ends at the sale."""
    form = DescribeForm(sent(request), room=request.room)
    if form.is_valid():
        facts = dict(form.cleaned_data)
        key = facts.pop("key")
        try:
            patron = services.describe_patron(
                room=request.room, look=services.Look(**facts), key=key, by=request.user, at=timezone.now()
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, _page_of(request, patron) + "?do=sell")
    today = described_today(request.room, request.room.gaming_day(timezone.now()))
    return page(request, "cage/describe.html", {"form": form, "today": today}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def name(request: RoomRequest, player_id: int) -> HttpResponse:
    """Say which registered player a described patron is; a supervisor decides it with badge and PIN."""
    patron = get_object_or_404(known_in(request.room).select_related("description"), pk=player_id, is_described=True)
    chosen = _chosen(request)
    form = NameForm(sent(request), room=request.room, initial={"other": chosen.pk if chosen else None})
    if form.is_valid():
        data = form.cleaned_data
        other, same = known_or_404(request, data["other"]), IdentityDecision.Outcome.SAME
        facts = {"reason": data["reason"], "by": request.user, "at": timezone.now(), "outcome": same}
        try:
            services.decide_identity(room=request.room, player=patron, other=other, decider=form.second(), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                _page_of(request, other),
                gettext("%(patron)s is %(other)s.") % {"patron": patron, "other": other},
            )
    people, _ = first_found(typed_text(request), request.room, SHOWN)
    found = [player for player in people if not player.is_described]
    context = {"patron": patron, "form": form, "found": found, "chosen": chosen, "search": typed_text(request)}
    context["back"] = _page_of(request, patron)
    return page(request, "cage/name.html", context, status=422 if form.is_bound else 200)


def _page_of(request: RoomRequest, player: Player) -> str:
    """Somebody's page at the window; the player's own for whoever has no window."""
    at_the_window = request.user.may(Permission.MONEY_VIEW, request.room)
    return reverse("cage_player" if at_the_window else "player", args=[player.pk])


def _chosen(request: RoomRequest) -> Player | None:
    """The registered player that was chosen, if any."""
    wanted = (request.POST.get("other") or request.GET.get("other") or "")[:19]
    is_id = wanted.isascii() and wanted.isdigit()
    return known_in(request.room).filter(pk=int(wanted), is_described=False).first() if is_id else None
