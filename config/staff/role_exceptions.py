"""Post and end the exceptions by which one person may hold two roles that conflict (`config.staff.conflicts`)."""

from datetime import datetime

from django.db import models, transaction

from config.audit import services as audit
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.conflicts import Conflict, conflict_of, conflicts_among
from config.staff.models import RoleException, StaffRole, User
from config.staff.own_making import refuse_own_making
from config.staff.roles import Permission


@transaction.atomic
def post_exception(
    *, room: Room, first: str, second: str, reason: str, by: User, approver: User, at: datetime
) -> RoleException:
    """Let people of `room` hold two roles that conflict, with a reason; returns the exception.

    Two people post it: one who manages the staff, and one who posts the house's rules. Raises DomainError
    `no_conflict`, `reason_missing`, `second_person_needed`, `second_person_may_not`, `exception_posted`.
    """
    conflict = conflict_of(first, second)
    if conflict is None:
        raise DomainError("no_conflict", "These two roles go together: no exception is needed.", field="pair")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why the room needs it, for whoever reads it later.", field="reason")
    _refuse_approver(room, by, approver)
    refuse_own_making(approver, by, room, at)
    room = Room.objects.select_for_update(of=("self",), no_key=True).get(pk=room.pk)
    if _posted(room).filter(first=conflict.first, second=conflict.second).exists():
        raise DomainError("exception_posted", f"The exception for {conflict} is posted already.", field="pair")
    posted = RoleException.objects.create(
        room=room, first=conflict.first, second=conflict.second, reason=reason, posted_by=by, approved_by=approver,
        posted_at=at,
    )  # fmt: skip
    after = {"roles": [conflict.first, conflict.second], "approved_by": approver.badge_number}
    audit.record("staff.exception_posted", posted, room=room, by=by, at=at, after=after, reason=reason)
    return posted


@transaction.atomic
def end_exception(*, exception: RoleException, by: User, at: datetime) -> None:
    """End an exception: from now on nobody is given the second role. Who holds both keeps them until one is ended.

    Raises DomainError `exception_ended`.
    """
    ended = RoleException.objects.filter(pk=exception.pk, ended_at=None).update(ended_at=at, ended_by=by)
    if not ended:
        raise DomainError("exception_ended", "This exception has ended already.")
    before = {"roles": [exception.first, exception.second]}
    audit.record("staff.exception_ended", exception, room=exception.room, by=by, at=at, before=before)


def exceptions_of(room: Room) -> list[RoleException]:
    """The exceptions that hold in the room now, oldest first."""
    return list(_posted(room).select_related("posted_by", "approved_by").order_by("posted_at", "pk"))


def refuse_conflicts(person: User, room: Room, role: str) -> None:
    """Refuse `roles_conflict` where the role conflicts with one that the person holds here, without an exception.

    The caller has locked the person.
    """
    held = StaffRole.objects.filter(user=person, room=room, ended_at=None).values_list("role", flat=True)
    excepted = {(each.first, each.second) for each in _posted(room)}
    for conflict in conflicts_among({*held, role}):
        if role in (conflict.first, conflict.second) and (conflict.first, conflict.second) not in excepted:
            raise DomainError("roles_conflict", _refusal(conflict), field="roles")


def _refusal(conflict: Conflict) -> str:
    return (
        f"{conflict} don’t go together in one person. {conflict.reason} Where the room is too small for two people, "
        "post an exception on the page of the roles first: it takes a second person."
    )


def _refuse_approver(room: Room, by: User, approver: User) -> None:
    if approver.pk == by.pk:
        raise DomainError("second_person_needed", "The second person is somebody else, not yourself.", field="badge")
    if not approver.may(Permission.HOUSE_RULES_POST, room):
        message = f"{approver} doesn’t post the house’s rules here: ask somebody who does, such as a manager."
        raise DomainError("second_person_may_not", message, field="badge")


def _posted(room: Room) -> models.QuerySet[RoleException]:
    return RoleException.objects.filter(room=room, ended_at=None)
