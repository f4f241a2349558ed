"""An absent player's seat that somebody else uses meanwhile: the agreement, who sits down, and who gives it up when."""

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, show_refusal, staff
from players import services
from players.forms.desk import GiveBackForm, SeatForm
from players.models import Sitting
from players.selectors.free_seats import empty_seats
from players.services import GivesUp
from players.services.away import who_plays_over
from players.views.known import known_or_404
from players.views.seats import (
    show_count_refusal,
    show_free,
    show_seat_refusal,
    show_taken,
    sitting_of,
    table_address,
    take_count_second,
)

_SAID = {
    GivesUp.LEAVES: "has left with their chips",
    GivesUp.TAKES_SEAT: "has the other seat",
    GivesUp.TOP_OF_LIST: "is first on the list",
}


@require_safe
@staff(Permission.SEAT)
def absent(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """An absent player whose seat somebody else uses: what may be done, and who gives it up when that player is
    back."""
    sitting = sitting_of(request, sitting_id)
    return show_taken(request, sitting) if sitting.left_at is None else _his_seat(sitting)


@require_POST
@staff(Permission.SEAT)
def agree(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Note that the player lets somebody use the seat, and ask who."""
    sitting = sitting_of(request, sitting_id)
    form = StrictForm(request.POST, room=request.room)
    try:
        services.agree_to_be_played_over(sitting=sitting, by=request.user, at=timezone.now())
    except DomainError as error:
        show_refusal(form, error)
        return show_taken(request, sitting, away_form=form)
    return done(
        request,
        reverse("sitting_over", args=[sitting.pk]),
        gettext("%(player)s agrees to be played over.") % {"player": sitting.player},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SEAT)
def over(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Show who could use the seat; or, once somebody is chosen, with how much."""
    sitting = sitting_of(request, sitting_id)
    if sitting.left_at:
        return _his_seat(sitting)
    form = SeatForm(request.POST, room=request.room) if request.method == "POST" else None
    if form and form.is_valid():
        now, player = timezone.now(), known_or_404(request, form.cleaned_data["player"])
        try:
            data = form.sits_down(at=now)
            services.play_over(sitting=sitting, player=player, by=request.user, at=now, **data)
        except DomainError as error:
            show_seat_refusal(form, error)
        else:
            said = f"{player} plays over {sitting.player} in seat {sitting.seat}."
            return done(request, table_address(sitting.session), said)
    here = reverse("sitting_over", args=[sitting.pk])
    return show_free(request, sitting.session, sitting.seat, form, here=here, absent=sitting)


@require_POST
@staff(Permission.SEAT)
def give_back(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Note that the absent player is back: whoever plays over gives up the seat."""
    sitting = sitting_of(request, sitting_id)
    other = who_plays_over(sitting)
    form = GiveBackForm(
        request.POST, room=request.room, seats=empty_seats(sitting.session, timezone.now()), auto_id="give_%s"
    )
    if form.is_valid():
        data, now = form.cleaned_data, timezone.now()
        try:
            second = take_count_second(form, request.room, now)
            services.give_back_seat(sitting=sitting, by=request.user, at=now, **data, **second)
        except DomainError as error:
            show_count_refusal(form, error)
        else:
            said = f"{sitting.player} is back in seat {sitting.seat}"
            said += f"; {other.player} {_SAID[data['gives_up']]}." if other else "."
            return done(request, table_address(sitting.session), said)
    return show_taken(request, sitting, give_form=form)


def _his_seat(sitting: Sitting) -> HttpResponse:
    """The page of the seat that somebody had."""
    return HttpResponseRedirect(reverse("seat", args=[sitting.session.table_id, sitting.seat]))
