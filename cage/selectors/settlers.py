"""The people who may settle what was short or over, and the way on where it names all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from cage.models import BoxPull
from cage.selectors.explained import Investigated, named_by, named_by_box
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.roles import ROLES, Permission

NAMED = 5
"""The most people whom a sentence names."""


def nobody_settles(about: Investigated, funders: Sequence[User] | None = None) -> str:
    """The sentence that says who stands in the way, and what to do, where nobody in the room may settle a variance;
    nothing where somebody may. `funders` are those of its room (`funders_of`), where they were read already."""
    funders = funders_of(about.room) if funders is None else funders
    named = named_by(about)
    if any(person.pk not in named for person in funders):
        return ""
    names = ", ".join(str(person) for person in funders)
    why = f"{names}: each of them counted it, carried it, or is named by it." if names else "Nobody here has the right."
    return (
        f"Nobody in {about.room} may settle it now. {why} An administrator brings a manager of another room "
        "(Staff, From another room) or adds one, who settles it."
    )


def who_settles(about: Investigated) -> str:
    """The sentence that says who of the room may settle a variance, or what to do where nobody may; one query more
    than `named_by`."""
    funders, named = funders_of(about.room), named_by(about)
    free = [str(person) for person in funders if person.pk not in named]
    return f"{', '.join(free[:NAMED])} may settle it." if free else nobody_settles(about, funders)


@dataclass(frozen=True, slots=True)
class SettlersLeft:
    """The people who may settle what a box is off by once a person has counted it, and whether that one is the last."""

    names: Sequence[str]
    is_last: bool


def settlers_after(pull: BoxPull, counter: User) -> SettlersLeft:
    """The people of the room who may settle what a box is off by after `counter` has counted it: told before they do,
    for it tells nothing of what lies in it. Three queries."""
    named, funders = named_by_box(pull), funders_of(pull.room)
    free = [person for person in funders if person.pk not in named]
    left = [str(person) for person in free if person.pk != counter.pk]
    return SettlersLeft(left[:NAMED], is_last=bool(free) and not left)


def funders_of(room: Room) -> list[User]:
    """Everybody at work in the room who may settle what was short or over, by name; one query."""
    roles = [role.code for role in ROLES.values() if Permission.DRAWER_FUND in role.permissions]
    held = StaffRole.objects.filter(room=room, ended_at=None, user__is_active=True, role__in=roles)
    people = {row.user_id: row.user for row in held.select_related("user").order_by("user__display_name")}
    return list(people.values())
