"""The second person at somebody else's tablet, who confirms or witnesses: their badge, and the PIN that belongs to
it."""

from collections.abc import Collection
from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.own_making import let_in_beside_today, let_in_by_today, let_in_today, refuse_own_making
from config.staff.pin import verify_pin
from config.staff.roles import Permission


def second_person(room: Room, badge: str, pin: str, *, at: datetime, also: Collection[Room] = ()) -> User:
    """The person who works in the room, or in one of the rooms `also` asked, under that badge, once the PIN was right.
    What they may do is for the caller to ask.

    Ask outside of the transaction of what is confirmed: wrong PINs stay counted. Refuses `badge_unknown`, and what
    `verify_pin` refuses in words about that person.
    """
    rooms = {room.pk, *(each.pk for each in also)}
    at_work = User.objects.filter(is_active=True, staff_roles__room__in=rooms, staff_roles__ended_at=None)
    person = at_work.filter(badge_number__iexact=badge.strip()).first()
    if person is None:
        raise DomainError("badge_unknown", "Nobody here wears that badge: enter the other person’s.", field="badge")
    try:
        verify_pin(person, pin, at=at)
    except DomainError as error:
        raise DomainError(error.code, _about(person, error), field="pin") from error
    return person


def _about(person: User, error: DomainError) -> str:
    """The refusal of a PIN for somebody who reads it beside the person whose PIN it is."""
    return {
        "pin_missing": f"{person} has no PIN yet: it is set on the own account page.",
        "pin_wrong": f"That is not the PIN of {person}. Let it be entered again.",
    }.get(error.code, error.message)


def refuse_alone(
    second: User | None, by: User | None, permission: Permission, room: Room, what: str, *, at: datetime
) -> None:
    """Refuse where `what` is done by one person: `second_needed`, `second_is_first`, `second_may_not` where the second
    has no such right in the room, and `second_is_let_in` where the first let them in on that gaming day. `what` is a
    clause: "what stops this person from playing is changed".
    """
    if second is None:
        message = f"A second person confirms that {what}: enter their badge and PIN."
        raise DomainError("second_needed", message, field="badge")
    if by is not None and second.pk == by.pk:
        raise DomainError("second_is_first", "Somebody else confirms it: nobody is their own second.", field="badge")
    if not second.may(permission, room):
        message = f"{second} may not confirm that {what}: ask somebody who may {permission.sentence}."
        raise DomainError("second_may_not", message, field="badge")
    refuse_own_making(second, by, room, at)


def refuse_same_role(second: User, by: User, room: Room) -> None:
    """Refuse (`same_role`) an approver who holds a role of whoever drafted it: another department confirms (R49).

    Source: 25 CFR 543.12(c)(1).
    """
    held = StaffRole.objects.filter(room=room, ended_at=None)
    mine = set(held.filter(user=by).values_list("role", flat=True))
    if mine & set(held.filter(user=second).values_list("role", flat=True)):
        message = f"{second} works in the role of {by}: let somebody of another role approve it."
        raise DomainError("same_role", message, field="badge")


def _somebody_else(room: Room, by: User | None, person: User | None, at: datetime) -> bool:
    """Whether anybody at work in the room could be that second person now."""
    not_these = {each.pk for each in (by, person) if each is not None}
    if by is not None:
        not_these |= let_in_today(room, by, at) | let_in_by_today(room, by, at) | let_in_beside_today(room, by, at)
    at_work = User.objects.filter(is_active=True, staff_roles__room=room, staff_roles__ended_at=None).distinct()
    approving = (Permission.STAFF_MANAGE, Permission.HOUSE_RULES_POST)
    return any(one.may(right, room) for one in at_work.exclude(pk__in=not_these) for right in approving)


def refuse_without_approver(
    second: User | None, by: User | None, person: User | None, room: Room, what: str, *, at: datetime
) -> None:
    """Refuse where what touches who is let in is done by one: the second person gives rights here or posts the house's
    rules, and is neither `by` nor the person concerned. `what` is a clause. Raises as `refuse_alone`.
    """
    if second is None and not _somebody_else(room, by, person, at):
        message = (
            f"A second person confirms that {what}, and nobody else in {room} may: bring an administrator of another "
            "room (Staff, From another room), or make somebody an administrator, who confirms it from the next gaming "
            "day on. Who can’t sign in at all is let in on the server: manage.py let_in_again."
        )
        raise DomainError("second_needed", message, field="badge")
    permission = Permission.STAFF_MANAGE
    if second is not None and not second.may(permission, room):
        permission = Permission.HOUSE_RULES_POST
    refuse_alone(second, by, permission, room, what, at=at)
    if person is not None and second is not None and second.pk == person.pk:
        raise DomainError("second_is_first", "It concerns the person themselves: ask somebody else.", field="badge")
