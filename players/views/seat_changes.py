"""Another seat at the same table: asked for, taken back, taken."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, staff
from players import services
from players.list_forms import ChangeSeatForm, SeatChangeForm
from players.models import SeatChange, Sitting


@require_POST
@staff(Permission.SEAT)
def ask(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Note that a seated player wants another seat."""
    sitting, form = _sitting(request, sitting_id), SeatChangeForm(request.POST, room=request.room)
    return _done(
        request, form, services.ask_for_seat, f"{sitting.player} gets the seat before the list.", sitting=sitting
    )


@require_POST
@staff(Permission.SEAT)
def take(request: RoomRequest, change_id: int) -> HttpResponse:
    """A seated player takes another seat; the request that he does it by works once."""
    change, form = _change(request, change_id), ChangeSeatForm(request.POST, room=request.room)
    facts = {"sitting": change.sitting, "key": f"seat-change:{change.pk}"}
    return _done(request, form, services.change_seat, f"{change.sitting.player} has changed his seat.", **facts)


@require_POST
@staff(Permission.SEAT)
def take_back(request: RoomRequest, change_id: int) -> HttpResponse:
    """A seated player stays where he is."""
    change = _change(request, change_id)
    services.take_back(change=change, by=request.user, at=timezone.now())
    return done(request, reverse("lists"), f"{change.sitting.player} stays in seat {change.sitting.seat}.")


def _done(request: RoomRequest, form: StrictForm, service: Callable[..., Any], said: str, **facts: Any) -> HttpResponse:
    """Do it and go to the lists; what can't be read is refused in a sentence, as what is not allowed is."""
    if not form.is_valid():
        raise DomainError("seat_unknown", "Choose one of the seats of the table: reload the page and try again.")
    service(**facts, **form.cleaned_data, by=request.user, at=timezone.now())
    return done(request, reverse("lists"), said)


def _sitting(request: RoomRequest, sitting_id: int) -> Sitting:
    sittings = Sitting.objects.select_related("player", "session__table", "session__room")
    return get_object_or_404(sittings, pk=sitting_id, session__room=request.room)


def _change(request: RoomRequest, change_id: int) -> SeatChange:
    changes = SeatChange.objects.select_related("sitting__player", "sitting__session__table", "sitting__session__room")
    return get_object_or_404(changes, pk=change_id, sitting__session__room=request.room)
