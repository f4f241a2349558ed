"""The room's settings page."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.rooms import services
from config.rooms.forms import SettingsForm
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
    pending = [clock.until for clock in room.clocks if clock.until and clock.until > facts["at"]]
    then = "".join(f" The gaming day goes by the new clock from {each:%-d %B, %H:%M} UTC on." for each in pending[-1:])
    return done(request, "/room/", gettext("The room's settings are changed.%(then)s") % {"then": then})


def _page(request: RoomRequest, form: SettingsForm) -> HttpResponse:
    return page(request, "rooms/settings.html", {"form": form}, status=422 if form.is_bound else 200)
