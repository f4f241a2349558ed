"""The places where somebody may go: whether the page at an address lets them in, before a link to it is drawn."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from config.rooms.models import Room
from config.staff.models import User
from config.web.views import Access


def reach_of(user: User, room: Room) -> Callable[[str], bool]:
    """A question that is asked of many addresses: does the page there let this person read it in the room?"""

    @cache
    def may(permission: Any) -> bool:
        return permission is None or permission is Access.SIGNED_IN or user.may(permission, room)

    def reaches(address: str) -> bool:
        try:
            view: Any = resolve(urlsplit(address).path).func
        except Resolver404:
            return False
        stated = getattr(view, "permission", None)
        return may(stated["get"] if isinstance(stated, dict) else stated)

    return reaches
