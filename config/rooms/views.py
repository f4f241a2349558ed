"""The room's settings page."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.rooms import services
from config.rooms.forms import SettingsForm
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, refuse, sent, staff


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.ROOM_MANAGE)
@reauthenticated
def settings(request: RoomRequest) -> HttpResponse:
    """Read and change the settings of the room that one works in."""
    form = SettingsForm(sent(request), initial=SettingsForm.initial_for(request.room))
    if form.is_valid():
        facts: dict[str, Any] = {"room": request.room, "by": request.user, "at": timezone.now()}
        try:
            services.change_settings(**facts, **form.cleaned_data)
        except DomainError as error:
            refuse(form, error)
        else:
            return done(request, "/room/", "The room's settings are changed.")
    return page(request, "rooms/settings.html", {"form": form}, status=422 if form.is_bound else 200)
