"""The ban on being confirmed, on the same gaming day, by whom one has let in, was let in by, or was let in with by the
same person: one person with two PINs is still one.

Letting in is adding a person, giving a role, enabling an account, a one-time password, taking an authenticator away:
whoever does it can hold the other's PIN for a while. What they confirm later stands on the audit page, naming both.
"""

from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import StaffRole, User

LETS_IN: Final = (
    "staff.added", "staff.role_granted", "staff.enabled", "staff.password_reset", "second_factor.reset",
)  # fmt: skip
"""The acts, by their verbs in the trail, after which somebody can know another's PIN."""


def let_in_today(room: Room, by: User, at: datetime) -> set[int]:
    """The ids of the people whom a person has let in since the gaming day of `room` began; one query."""
    since = room.start_of(room.gaming_day(at))
    return {int(subject) for subject in _let_in(by=by, at__gte=since).values_list("subject_id", flat=True)}


def let_in_by_today(room: Room, person: User, at: datetime) -> set[int]:
    """The ids of those who have let a person in since the gaming day of `room` began; one query."""
    since = room.start_of(room.gaming_day(at))
    theirs = _let_in(subject_id=person.pk, by__isnull=False, at__gte=since)
    return set(theirs.values_list("by", flat=True))


def let_in_beside_today(room: Room, person: User, at: datetime) -> set[int]:
    """The ids of those whom the same people have let in as this person, on the same gaming day; three queries at most.

    Nobody where a room begins: where nobody worked before that day but whoever lets everybody in.
    """
    since = room.start_of(room.gaming_day(at))
    let_in_by = let_in_by_today(room, person, at)
    earlier = StaffRole.objects.filter(room=room, granted_at__lt=since).exclude(user__in=let_in_by)
    if not let_in_by or not earlier.exists():
        return set()
    beside = _let_in(by__in=let_in_by, at__gte=since).values_list("subject_id", flat=True)
    return {int(subject) for subject in beside} - {person.pk}


def refuse_own_making(second: User | None, by: User | None, room: Room, at: datetime) -> None:
    """Refuse (`second_is_let_in`) as second person whoever the first has let in on this gaming day, whoever has let the
    first in, and whom the same person let in as the first: who gave passwords away could be both."""
    if second is None or by is None:
        return
    if second.pk in let_in_today(room, by, at):
        told = f"{by} let {second} in today and is not confirmed by them"
    elif second.pk in let_in_by_today(room, by, at):
        told = f"{second} let {by} in today and confirms nothing of theirs"
    elif second.pk in let_in_beside_today(room, by, at):
        told = f"The same person let {by} and {second} in today, and neither confirms the other"
    else:
        return
    message = f"{told} before the next gaming day: ask somebody else."
    raise DomainError("second_is_let_in", message, field="badge")


def _let_in(**facts: Any) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.filter(verb__in=LETS_IN, subject_kind=User._meta.model_name, **facts)
