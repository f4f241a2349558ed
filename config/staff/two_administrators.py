"""Giving or ending a powerful role takes two: who does it, and another administrator where the room has one."""

from collections.abc import Collection
from datetime import datetime

from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.own_making import let_in_today
from config.staff.roles import POWERFUL
from config.staff.second import refuse_without_approver

_ADMINISTRATOR = "administrator"


def refuse_by_one(
    *,
    room: Room,
    person: User | None,
    roles: Collection[str],
    by: User | None,
    second: User | None,
    what: str,
    at: datetime,
) -> None:
    """Refuse where a powerful role is given or ended by one administrator though the room has others who could confirm.

    Where the only other administrator is the person concerned, a manager confirms; where there is nobody, one does it
    alone, and that stands on the audit page. Whom `by` has let in on the gaming day of `at` is nobody yet. Raises as
    `refuse_without_approver`. `what` is a clause.
    """
    if by is None or POWERFUL.isdisjoint(roles):
        return
    own = let_in_today(room, by, at) | {by.pk}
    others = _holders(room, _ADMINISTRATOR) - own
    if not others:
        return
    concerned = {person.pk} if person is not None else set()
    if others - concerned or _holders(room, "manager") - concerned - own:
        refuse_without_approver(second, by, person, room, what, at=at)


def is_alone(room: Room, user: User, at: datetime) -> bool:
    """Whether this person is the room's only administrator, but for those they let in today: nobody confirms what
    powerful roles they give."""
    administrators = _holders(room, _ADMINISTRATOR)
    return user.pk in administrators and administrators <= let_in_today(room, user, at) | {user.pk}


def has_new_ones(room: Room, user: User) -> bool:
    """Whether the room has administrators besides this person: where `is_alone`, they were let in today."""
    return bool(_holders(room, _ADMINISTRATOR) - {user.pk})


def _holders(room: Room, role: str) -> set[int]:
    rows = StaffRole.objects.filter(room=room, role=role, ended_at=None, user__is_active=True)
    return set(rows.values_list("user_id", flat=True))
