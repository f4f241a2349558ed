"""The second person of an act of the cage that one alone never does, and the three of a count together."""

from collections.abc import Container, Mapping
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


def three_of(
    by: User, second: User | None, third: User | None, *, before: Mapping[int, User]
) -> tuple[User, User, User]:
    """The three people of a count together.

    Refuses fewer (`second_needed`, `third_needed`, `same_person`), and three without one who counted `before`, by id
    (`counter_missing`).
    """
    if second is None:
        raise DomainError("second_needed", "Enter badge and PIN of who counted with you.", field="badge")
    if third is None:
        raise DomainError("third_needed", "A third person counts with you: enter badge and PIN.", field="third_badge")
    three = by, second, third
    people = {person.pk for person in three}
    if len(people) < len(three):
        message = "Three different people count together: enter the badge of somebody else."
        raise DomainError("same_person", message, field="third_badge")
    for pk, person in before.items():
        if pk not in people:
            message = f"{person} has counted and counts again: enter their badge and PIN too, or give the count up."
            raise DomainError("counter_missing", message, field="badge")
    return three
