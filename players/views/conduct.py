"""Conduct: a player is warned, or kept apart from another, on the player's page."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, show_refusal, staff
from players import services
from players.forms.conduct import ApartForm, TogetherForm, WarningForm
from players.models import Player, Separation
from players.views.known import known_or_404
from players.views.people import show_player


@require_POST
@staff(Permission.PLAYER_EDIT)
def warn(request: RoomRequest, player_id: int) -> HttpResponse:
    """Note a warning."""
    form = WarningForm(request.POST, room=request.room, auto_id="warn_%s")
    return _act(
        request, player_id, form, services.warn_player, said="is warned: it stands on this page.", named="warning_form"
    )


@require_POST
@staff(Permission.PLAYER_BAR)
def keep_apart(request: RoomRequest, player_id: int) -> HttpResponse:
    """Keep a player apart from another."""
    form = ApartForm(request.POST, room=request.room, auto_id="apart_%s")
    return _act(request, player_id, form, services.keep_apart, said="is kept apart from now on.", named="apart_form")


@require_POST
@staff(Permission.PLAYER_BAR)
def let_together(request: RoomRequest, player_id: int, separation_id: int) -> HttpResponse:
    """Let two players sit together again."""
    form = TogetherForm(request.POST, room=request.room, auto_id="together_%s")
    records = Player.objects.of_record(player_id)
    separation = get_object_or_404(Separation, Q(first__in=records) | Q(second__in=records), pk=separation_id)

    def act(*, player: Player, **facts: Any) -> None:
        services.end_separation(separation=separation, **facts)

    return _act(request, player_id, form, act, said="may sit with that player again.", named="together_form")


def _act(
    request: RoomRequest, player_id: int, form: StrictForm, service: Callable[..., Any], *, said: str, named: str
) -> HttpResponse:
    """Do what the form asks with the player and go back to the player's page; or show it with the refused form."""
    player = known_or_404(request, player_id)
    if form.is_valid():
        try:
            service(player=player, room=request.room, by=request.user, at=timezone.now(), **form.cleaned_data)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("player", args=[player.pk]), f"{player} {said}")
    return show_player(request, player, **{named: form})
