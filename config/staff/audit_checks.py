"""Checks of `audit_books` on people and rooms: they are as the trail tells, whoever wrote the rows."""

from collections.abc import Iterator
from typing import Any

from config.audit.checks import register
from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.rooms.services import told_facts
from config.staff.models import StaffRole

_Held = set[tuple[int, int, str]]
"""Roles by person and room, both by id."""


@register("I-15", "Everybody holds the roles that the trail says they were given, and no others")
def roles_nobody_gave() -> Iterator[str]:
    """Every role that somebody holds and the trail doesn't tell of, and every one that ended without a word of it."""
    rooms = _rooms_of_the_trail()
    told = _told_roles(rooms)
    open_roles = StaffRole.objects.filter(ended_at=None, room__in=rooms).values_list("user_id", "room_id", "role")
    held: _Held = set(open_roles)
    for person, room, role in sorted(held - told):
        yield f"room {room}: person {person} holds the role {role}, and the trail tells of nobody who gave it"
    for person, room, role in sorted(told - held):
        yield f"room {room}: person {person} was given the role {role}, and the trail tells of no end of it"


@register("I-15", "The settings of every room are those that the trail tells")
def settings_nobody_made() -> Iterator[str]:
    """Every setting that is otherwise than when the room was set up, or changed last."""
    for room in Room.objects.filter(pk__in=_rooms_of_the_trail()).order_by("pk"):
        told: dict[str, Any] = {}
        for after in _events(("room.set_up", "room.changed"), [room.pk]).values_list("after", flat=True):
            told |= after or {}
        for field, value in told_facts(room).items():
            if field in told and told[field] != value:
                yield f"room {room.pk}: its setting {field} is “{value}”, the trail says “{told[field]}”"


def _rooms_of_the_trail() -> list[int]:
    """The rooms whose setting up the trail tells of."""
    set_up = AuditEvent.objects.filter(verb="room.set_up", subject_kind="room").values_list("room_id", flat=True)
    return sorted(filter(None, set_up))


def _told_roles(rooms: list[int]) -> _Held:
    told: _Held = set()
    verbs = ("staff.added", "staff.role_granted", "staff.role_ended")
    for verb, room, person, before, after in _events(verbs, rooms).values_list(
        "verb", "room_id", "subject_id", "before", "after"
    ):
        if verb == "staff.role_ended":
            told.discard((int(person), room, (before or {}).get("role", "")))
            continue
        roles = (after or {}).get("roles") or [(after or {}).get("role", "")]
        told |= {(int(person), room, role) for role in roles}
    return told


def _events(verbs: tuple[str, ...], rooms: list[int]) -> Any:
    return AuditEvent.objects.filter(verb__in=verbs, room__in=rooms).order_by("pk")
