"""Giving or ending a powerful role takes two: who does it, and another administrator where the room has one."""

from collections.abc import Collection

from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.roles import POWERFUL
from config.staff.second import refuse_without_approver

_ADMINISTRATOR = "administrator"


def refuse_by_one(
    *, room: Room, person: User | None, roles: Collection[str], by: User | None, second: User | None, what: str
) -> None:
    """Refuse where a powerful role is given or ended by one administrator though the room has others who could confirm.

    Where the only other administrator is the person concerned, a manager confirms; where there is nobody, one does it
    alone. Raises as `refuse_without_approver`. `what` is a clause.
    """
    if by is None or POWERFUL.isdisjoint(roles):
        return
    others = _holders(room, _ADMINISTRATOR) - {by.pk}
    if not others:
        return
    concerned = {person.pk} if person is not None else set()
    if others - concerned or _holders(room, "manager") - concerned - {by.pk}:
        refuse_without_approver(second, by, person, room, what)


def is_alone(room: Room, user: User) -> bool:
    """Whether this person is the room's only administrator, so that nobody confirms what powerful roles he gives."""
    return _holders(room, _ADMINISTRATOR) == {user.pk}


def _holders(room: Room, role: str) -> set[int]:
    rows = StaffRole.objects.filter(room=room, role=role, ended_at=None, user__is_active=True)
    return set(rows.values_list("user_id", flat=True))
