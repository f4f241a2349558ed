"""Rights to read and to write what is known of a player, field by field; pages, forms and the API ask here.

Whoever may write a field and not read it enters it once: what is there already is neither shown nor taken away.
"""

from collections.abc import Mapping

from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission

_VIEW, _PAPERS, _EDIT = Permission.PLAYER_VIEW, Permission.PLAYER_PAPERS, Permission.PLAYER_EDIT

READS: Mapping[str, Permission] = {
    "display_name": _VIEW,
    "legal_name": _VIEW,
    "age": _VIEW,
    "date_of_birth": _PAPERS,
    "document_kind": _VIEW,
    "document_number": _PAPERS,
    "document_expires_on": _PAPERS,
    "notes": _EDIT,
    "ban": _VIEW,
    "ban_reason": _PAPERS,
}
"""The permission that a person needs to be shown the field."""

WRITES: Mapping[str, Permission] = {
    "display_name": _EDIT,
    "legal_name": _EDIT,
    "date_of_birth": _EDIT,
    "document_kind": _EDIT,
    "document_number": _EDIT,
    "document_expires_on": _EDIT,
    "notes": _EDIT,
    "ban": Permission.PLAYER_BAR,
    "ban_reason": Permission.PLAYER_BAR,
}
"""The permission that a person needs to enter the field."""

SENSITIVE = frozenset(name for name, right in READS.items() if right == _PAPERS)
"""Fields of which each reading is noted, or that are shown to few."""


def readable(user: User, room: Room) -> frozenset[str]:
    """The fields that somebody is shown in this room."""
    return frozenset(name for name, right in READS.items() if user.may(right, room))


def writable(user: User, room: Room) -> frozenset[str]:
    """The fields that somebody may enter in this room."""
    return frozenset(name for name, right in WRITES.items() if user.may(right, room))
