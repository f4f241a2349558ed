"""Players who work here: noted on the player's page, by somebody else than the person."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, show_refusal, staff
from players import services
from players.forms.works_here import WorksHereForm, WorksNoMoreForm
from players.models import Employment, Player
from players.views.known import known_or_404
from players.views.people import show_player


@require_POST
@staff(Permission.PLAYER_WORKS_HERE)
def works_here(request: RoomRequest, player_id: int) -> HttpResponse:
    """Note who of the staff a player is."""
    player, room = known_or_404(request, player_id), request.room
    form = WorksHereForm(request.POST, room=room, user=request.user, auto_id="works_%s")
    if form.is_valid():
        try:
            services.note_works_here(room=room, player=player, by=request.user, at=timezone.now(), **form.cleaned_data)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("Noted: %(player)s works here.") % {"player": player}
            return done(request, reverse("player", args=[player.pk]), said)
    return show_player(request, player, works_form=form)


@require_POST
@staff(Permission.PLAYER_WORKS_HERE)
def works_here_no_more(request: RoomRequest, player_id: int, employment_id: int) -> HttpResponse:
    """Note that a player works here no more."""
    player, room = known_or_404(request, player_id), request.room
    records = Player.objects.of(player)
    row = get_object_or_404(Employment, pk=employment_id, room=room, player__in=records)
    form = WorksNoMoreForm(request.POST, room=room, auto_id="works_no_more_%s")
    if form.is_valid():
        try:
            services.note_works_here_no_more(employment=row, by=request.user, at=timezone.now(), **form.cleaned_data)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("Noted: %(player)s works here no more.") % {"player": player}
            return done(request, reverse("player", args=[player.pk]), said)
    return show_player(request, player, works_no_more_form=form)
