"""Another seat at the same table: asked for, taken back, taken."""

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
from players.forms.lists import ChangeSeatForm, SeatChangeForm
from players.models import SeatChange
from players.views.seats import show_taken, sitting_of


@require_POST
@staff(Permission.SEAT)
def ask(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Note that a seated player wants another seat."""
    sitting = sitting_of(request, sitting_id)
    seats = sitting.session.posted.seats
    form = SeatChangeForm(request.POST, room=request.room, auto_id="change_%s", seats=seats)
    if form.is_valid():
        try:
            services.ask_for_seat(sitting=sitting, by=request.user, at=timezone.now(), **form.cleaned_data)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("lists"),
                gettext("%(player)s gets the seat before the list.") % {"player": sitting.player},
            )
    return show_taken(request, sitting, change_form=form)


@require_POST
@staff(Permission.SEAT)
def take(request: RoomRequest, change_id: int) -> HttpResponse:
    """Move a seated player to another seat; the request for it works once."""
    change, form = _change(request, change_id), ChangeSeatForm(request.POST, room=request.room)
    if not form.is_valid():
        message = f"{change.sitting.player} asked for another seat: press the button beside the name on the lists."
        raise DomainError("seat_unknown", message)
    services.change_seat(
        sitting=change.sitting,
        key=f"seat-change:{change.pk}",
        by=request.user,
        at=timezone.now(),
        **form.cleaned_data,
    )
    return done(request, reverse("lists"), gettext("%(player)s has changed seats.") % {"player": change.sitting.player})


@require_POST
@staff(Permission.SEAT)
def take_back(request: RoomRequest, change_id: int) -> HttpResponse:
    """Take the request of a seated player back, who stays in the same seat."""
    change = _change(request, change_id)
    services.take_back(change=change, by=request.user, at=timezone.now())
    return done(
        request,
        reverse("lists"),
        gettext("%(player)s stays in seat %(seat)s.") % {"player": change.sitting.player, "seat": change.sitting.seat},
    )


def _change(request: RoomRequest, change_id: int) -> SeatChange:
    changes = SeatChange.objects.select_related("sitting__player", "sitting__session__table", "sitting__session__room")
    return get_object_or_404(changes, pk=change_id, sitting__session__room=request.room)
