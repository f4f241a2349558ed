"""The second person of an act of the cage that one alone never does."""

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
