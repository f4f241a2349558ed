"""The second person of an act of the cage that one alone never does."""

from collections.abc import Container
from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone


def signed_by(second: User | None, by: User, permission: Permission, room: Room, what: str, *, at: datetime) -> User:
    """The person who signs beside `by`. Refuses as `refuse_alone` does."""
    refuse_alone(second, by, permission, room, what, at=at)
    if second is None:
        raise DomainError("second_needed", "A second person signs: enter their badge and PIN.", field="badge")
    return second


def refuse_as_supervisor(person: User, room: Room, *, counted: Container[int]) -> None:
    """Refuse who doesn't let two counts that differ be given up: no supervisor (`not_a_supervisor`), and one of those
    whose ids have `counted` (`same_person`)."""
    if not person.may(Permission.SLIP_AUTHORISE, room):
        message = f"{person} is no supervisor: ask somebody of the floor, or a manager."
        raise DomainError("not_a_supervisor", message, field="badge")
    if person.pk in counted:
        message = f"{person} has counted it: ask a supervisor who made neither count."
        raise DomainError("same_person", message, field="badge")
