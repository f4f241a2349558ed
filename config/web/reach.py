"""The places where somebody may go: whether the page at an address lets them in, before a link to it is drawn."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.views import Access


def reach_of(user: User, room: Room) -> Callable[[str], bool]:
    """A question that is asked of many addresses: does the page there let this person read it in the room?"""

    @cache
    def may(permission: Any) -> bool:
        return permission is None or permission is Access.SIGNED_IN or user.may(permission, room)

    def reaches(address: str) -> bool:
        try:
            return may(_read_at(address))
        except Resolver404:
            return False

    return reaches


def needed_for(address: str) -> str:
    """The code of the permission that the page there asks of who reads it, as templates write it (`money_buy_in`);
    nothing where being signed in is enough. Raises Resolver404 where there is no page."""
    asked = _read_at(address)
    return asked.value.replace(".", "_") if isinstance(asked, Permission) else ""


def _read_at(address: str) -> Permission | Access | None:
    """The access that the page at an address asks for. Raises Resolver404 where there is none."""
    view: Any = resolve(urlsplit(address).path).func
    stated = getattr(view, "permission", None)
    asked: Permission | Access | None = stated["get"] if isinstance(stated, dict) else stated
    return asked
