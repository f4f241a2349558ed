"""The identity of people: the page on which two records are found to be of one person, or of two."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.preferences import own_address
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players import services
from players.field_rights import readable
from players.forms.identity import DecideForm
from players.models import IdentityDecision, Player
from players.selectors.namesakes import Question, questions, questions_of_seats
from players.views.known import known_or_404
from players.views.people import note_shown


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def who(request: RoomRequest, player_id: int) -> HttpResponse:
    """Show whom a player may be, side by side, and take the decision on each."""
    player = known_or_404(request, player_id)
    form = DecideForm(sent(request), room=request.room, user=request.user)
    if form.is_valid():
        try:
            decided = _decide(request, player, form)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{player} and {decided.other(player)} are {_said(decided)}."
            return done(request, _onward(request, player), said)
    asked = _asked(request, player)
    context: dict[str, Any] = {"player": player, "form": form, "next": _next(request)}
    context["reads"] = readable(request.user, request.room)
    for record in (player, *(question.other for question in asked)):
        note_shown(request, record)
    pairs = [(question, _form_for(request, form, question.other)) for question in asked]
    return page(request, "players/who.html", context | {"pairs": pairs}, status=422 if form.is_bound else 200)


def _decide(request: RoomRequest, player: Player, form: DecideForm) -> IdentityDecision:
    data, decider = form.cleaned_data, form.second()
    return services.decide_identity(
        room=request.room,
        player=player,
        other=get_object_or_404(Player, pk=data["other"]),
        outcome=IdentityDecision.Outcome(data["outcome"]),
        reason=data["reason"],
        by=request.user,
        decider=decider,
        at=timezone.now(),
    )


def _form_for(request: RoomRequest, sent_form: DecideForm, other: Player) -> DecideForm:
    """The form beside one candidate: the one that was sent about them, with its errors, or a fresh one."""
    if sent_form.is_bound and sent_form["other"].value() == str(other.pk):
        return sent_form
    return DecideForm(room=request.room, user=request.user, initial={"other": other.pk}, auto_id=f"who{other.pk}_%s")


def _onward(request: RoomRequest, player: Player) -> str:
    """The address where the desk goes on: the next question, then the page that it came from."""
    player.refresh_from_db()
    if _asked(request, player):
        return f"{reverse('player_who', args=[player.pk])}?{urlencode({'next': _next(request)})}"
    return own_address(request, _next(request)) if _next(request) else reverse("player", args=[player.pk])


def _asked(request: RoomRequest, player: Player) -> list[Question]:
    """Whom the player may be: first those who may not play, then those who only don't sit with everybody."""
    records = list(Player.objects.of(player))
    asked = questions(records, room=request.room, at=timezone.now())
    named = {question.other.pk for question in asked}
    return [*asked, *(each for each in questions_of_seats(records, room=request.room) if each.other.pk not in named)]


def _next(request: RoomRequest) -> str:
    """The address that was handed along, else the page on which the desk stood."""
    if request.method == "POST":
        return request.POST.get("next", "")[:400]
    return (request.GET.get("next") or request.headers.get("Referer", ""))[:400]


def _said(decided: IdentityDecision) -> str:
    return "one person" if decided.outcome == IdentityDecision.Outcome.SAME else "two people"
