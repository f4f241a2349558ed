"""The API's permissions: each view states one, and it is asked in the room that the caller names or works in."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from config.audit import access
from config.rooms.models import Room
from config.staff import guesses
from config.staff.models import ApiToken, User
from config.staff.roles import Permission
from config.staff.room_of_session import may_act_in
from config.staff.sessions import ROOM
from config.web.views import Access


class StatesItsPermission(BasePermission):
    """Let in whose roles in the room carry the view's `permission` (`{"get": …, "post": …}` where they differ).

    The room is the one whose slug the header `Room` names, else the one of the session, else the person's longest; it
    is put on the request. A view that states nothing breaks loudly.
    """

    message = "Your roles in this room, or your token, don't allow this."

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller may; a refusal is audited."""
        permission = stated(view, (request.method or "").lower())
        if permission is None:
            return True
        user = request.user
        if not isinstance(user, User):
            return False
        guesses.at_the_device.set(user)  # until CurrentRoom, around this request, takes it back
        put_in_room(request, user)
        allowed = _in_scope(request) and (permission is Access.SIGNED_IN or _may(user, permission, request))
        if not allowed:
            access.note_refused(request, permission)
        return allowed


def stated(view: Any, method: str) -> Permission | Access | None:
    """The permission or access that `view` asks for with this method. Raises ImproperlyConfigured where it does not
    say."""
    try:
        permission = view.permission
    except AttributeError as error:
        raise ImproperlyConfigured(f"{type(view).__name__} does not state its permission") from error
    if isinstance(permission, dict):
        return permission.get(method, permission.get("get"))
    return permission


def put_in_room(request: Request, user: User) -> None:
    """Put the room on the request (None where the person does not work in the room that the request names). A token is
    good in its own room alone.
    """
    named = request.headers.get("Room")
    rooms = user.rooms_of_work()
    if isinstance(request.auth, ApiToken):
        rooms, named = [room for room in rooms if room.pk == request.auth.room_id], named or request.auth.room.slug
    if named is not None:
        room = next((each for each in rooms if each.slug == named), None)
        if room is not None and request.auth is None and not _may_go_on_to(request, user, room):
            room = None
    else:
        room = user.room_of_work(request._request.session.get(ROOM))
    request._request.room = room  # type: ignore[attr-defined]  # RoomRequest


def _may_go_on_to(request: Request, user: User, room: Room) -> bool:
    """Whether a session may act in the room that it names: its own, or one that it could choose on the site."""
    of_session = user.room_of_work(request._request.session.get(ROOM))
    return room == of_session or may_act_in(request._request, user, room)


def _in_scope(request: Request) -> bool:
    """Whether the token, if one came, is for more than reading where the request does more."""
    token = request.auth
    return not isinstance(token, ApiToken) or token.scope == ApiToken.Scope.RECORD or request.method in SAFE_METHODS


def _may(user: User, permission: Permission, request: Request) -> bool:
    room = request._request.room  # type: ignore[attr-defined]  # put there by put_in_room
    return room is not None and user.may(permission, room)
