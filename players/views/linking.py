"""Two records of one person: the page on which a supervisor links them, and the one on which two people part them."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players import services
from players.forms.described import NameForm
from players.forms.identity import PartForm
from players.models import IdentityDecision, Player
from players.selectors.known import known_in
from players.selectors.people import first_found
from players.views.known import known_or_404, typed_text

SHOWN = 8


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def link(request: RoomRequest, player_id: int) -> HttpResponse:
    """Say that another record is of the same person; a supervisor decides it with badge and PIN."""
    player, now = known_or_404(request, player_id), timezone.now()
    chosen = _chosen(request)
    form = NameForm(sent(request), room=request.room, initial={"other": chosen.pk if chosen else None})
    if form.is_valid():
        data = form.cleaned_data
        facts = {"reason": data["reason"], "by": request.user, "at": now, "room": request.room}
        facts |= {"other": known_or_404(request, data["other"]), "outcome": IdentityDecision.Outcome.SAME}
        try:
            services.decide_identity(player=player, decider=form.second(), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("%(player)s and %(other)s are one person.") % {"player": player, "other": facts["other"]}
            return done(request, reverse("player", args=[player.pk]), said)
    context = {"player": player, "form": form, "chosen": chosen, "search": typed_text(request)}
    context["found"] = _found(request, player)
    return page(request, "players/link.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_IDENTIFY)
def part(request: RoomRequest, player_id: int) -> HttpResponse:
    """Say that a record is not of the person with whose records it is linked, before a second person."""
    player = known_or_404(request, player_id)
    form = PartForm(sent(request), room=request.room)
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "by": request.user, "at": timezone.now()}
        try:
            services.part_record(room=request.room, player=player, second=form.second(), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("%(player)s stands for themselves again.") % {"player": player}
            return done(request, reverse("player", args=[player.pk]), said)
    others = Player.objects.of(player).exclude(pk=player.pk).order_by("pk")
    context = {"player": player, "others": others, "form": form}
    return page(request, "players/part.html", context, status=422 if form.is_bound else 200)


def _chosen(request: RoomRequest) -> Player | None:
    """The other record that was chosen, if any."""
    wanted = (request.POST.get("other") or request.GET.get("other") or "")[:19]
    if not (wanted.isascii() and wanted.isdigit()):
        return None
    return get_object_or_404(known_in(request.room), pk=int(wanted))


def _found(request: RoomRequest, player: Player) -> list[Player]:
    """The records to choose from: those that were searched for, else those that are found by the player's name."""
    own = set(Player.objects.of(player).values_list("pk", flat=True))
    people, _ = first_found(typed_text(request) or player.display_name, request.room, SHOWN)
    return [other for other in people if other.pk not in own]
