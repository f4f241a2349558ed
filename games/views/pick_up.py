"""The chips of an absent player, counted before a witness and taken off the table (WSOP 73)."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from games.forms import PickUpForm
from games.selectors.missed_blinds import missed_blinds_of
from players import services
from players.models import Sitting
from players.selectors.next_up import free_seat_told
from players.selectors.stacks import stack_of
from rules.table.floor import MINUTES_AWAY, ROUNDS_AWAY


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SEAT)
def pick_up(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Show how long the player is away, what lies there, and the count that takes it up."""
    seated = Sitting.objects.select_related("player", "session__table", "session__room", "session__plaque__house_rules")
    sitting = get_object_or_404(seated, pk=sitting_id, session__room=request.room, is_import=False)
    form = PickUpForm(sent(request), room=request.room, initial={"counted": stack_of(sitting)})
    if form.is_valid():
        try:
            _pick_up(request, sitting, form.cleaned_data, timezone.now())
        except DomainError as error:
            form.ask(error)
            show_refusal(form, error)
        else:
            said = f"{sitting.player}’s chips are in their rack; seat {sitting.seat} is free."
            said += free_seat_told(sitting.session, sitting.seat, timezone.now())
            return done(request, reverse("table", args=[sitting.session.table_id]), said)
    context: dict[str, Any] = {
        "sitting": sitting,
        "form": form,
        "owed": missed_blinds_of(sitting.session).get(sitting.pk),
        "minutes_away": MINUTES_AWAY,
        "rounds_away": ROUNDS_AWAY,
    }
    return page(request, "games/pick_up.html", context, status=422 if form.errors else 200)


def _pick_up(request: RoomRequest, sitting: Sitting, data: dict[str, Any], at: datetime) -> None:
    """Let the witness prove who they are, then take the chips up."""
    witness = second_person(request.room, data["badge"], data["pin"], at=at)
    owed = missed_blinds_of(sitting.session).get(sitting.pk)
    services.pick_up(
        sitting=sitting,
        counted=data["counted"],
        reason=data["reason"],
        witness=witness,
        rounds_missed=owed.rounds if owed else 0,
        key=data["key"],
        by=request.user,
        at=at,
    )
