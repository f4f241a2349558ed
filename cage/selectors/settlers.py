"""The people who may settle what was short or over, and the way on where it names all of them."""

from collections.abc import Sequence

from cage.selectors.explained import Investigated, named_by
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.roles import ROLES, Permission


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


def funders_of(room: Room) -> list[User]:
    """Everybody at work in the room who may settle what was short or over, by name; one query."""
    roles = [role.code for role in ROLES.values() if Permission.DRAWER_FUND in role.permissions]
    held = StaffRole.objects.filter(room=room, ended_at=None, user__is_active=True, role__in=roles)
    people = {row.user_id: row.user for row in held.select_related("user").order_by("user__display_name")}
    return list(people.values())
