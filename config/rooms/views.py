"""The room's settings page."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.rooms import services
from config.rooms.forms import SettingsForm
from config.rooms.next_clock import next_clock_in_words
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.ROOM_MANAGE, read=Permission.ROOM_VIEW)
def settings(request: RoomRequest) -> HttpResponse:
    """Read and change the settings of the room that one works in."""
    form = SettingsForm(sent(request), initial=SettingsForm.initial_for(request.room))
    if form.is_valid():
        return _change(request, form)
    return _page(request, form)


@reauthenticated
def _change(request: RoomRequest, form: SettingsForm) -> HttpResponse:
    """Keep the settings that the form holds: whoever does so has just shown the PIN."""
    facts: dict[str, Any] = {"room": request.room, "by": request.user, "at": timezone.now()}
    try:
        chosen = dict(form.cleaned_data)
        badge, pin = chosen.pop("badge"), chosen.pop("pin")
        second = second_person(request.room, badge, pin, at=facts["at"]) if badge else None
        room = services.change_settings(**facts, **chosen, second=second)
    except DomainError as error:
        show_refusal(form, error)
        return _page(request, form)
    said = [gettext("The room's settings are changed.")]
    if room.clocks != request.room.clocks:
        said.append(next_clock_in_words(room, facts["at"]))
    return done(request, "/room/", " ".join(said).strip())


def _page(request: RoomRequest, form: SettingsForm) -> HttpResponse:
    facts = {"form": form, "next_clock": next_clock_in_words(request.room, timezone.now())}
    return page(request, "rooms/settings.html", facts, status=422 if form.is_bound else 200)
