"""What every template knows: the room, its clock, and where the person may go."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from config.staff.models import User
from config.staff.roles import ROLES


def room(request: HttpRequest) -> dict[str, Any]:
    """The room, its gaming day and local time, and the permissions of the signed-in person as a set of codes."""
    place = getattr(request, "room", None)
    if place is None or not isinstance(request.user, User):
        return {"room": None, "may": frozenset()}
    now = timezone.now()
    return {
        "room": place,
        "now": now.astimezone(place.zone),
        "gaming_day": place.gaming_day(now),
        "may": permissions_of(request.user, place),
    }


def permissions_of(user: User, place: Any) -> frozenset[str]:
    """The codes of everything `user` may do in the room, with `.` written `_` for templates."""
    return frozenset(
        permission.value.replace(".", "_") for role in user.roles_in(place) for permission in ROLES[role].permissions
    )
