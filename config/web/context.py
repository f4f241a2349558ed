"""The facts that every template knows: the room, its clock, and where the person may go."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import ROLES


def room(request: HttpRequest) -> dict[str, Any]:
    """The room, whether the person works in others too, its gaming day and local time, and the permissions of the
    signed-in person as a set of codes."""
    place: Room | None = getattr(request, "room", None)
    user = getattr(request, "user", None)
    if place is None or not isinstance(user, User):
        return {"room": None, "may": frozenset()}
    now = timezone.now()
    return {
        "room": place,
        "is_one_of_several": len(user.rooms_of_work()) > 1,
        "now": now.astimezone(place.zone),
        "gaming_day": place.gaming_day(now),
        "may": permissions_of(user, place),
    }


def permissions_of(user: User, place: Room) -> frozenset[str]:
    """The codes of everything `user` may do in the room, with `.` written `_` for templates."""
    return frozenset(
        permission.value.replace(".", "_") for role in user.roles_in(place) for permission in ROLES[role].permissions
    )
