"""The second person at the tablet: a badge, and the PIN that belongs to it."""

from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.pin import verify_pin


def second_person(room: Room, badge: str, pin: str, *, at: datetime) -> User | None:
    """Who confirms it, once his PIN was right; None where no badge was entered.

    Ask outside of the transaction of what is confirmed: wrong PINs stay counted. Refuses `badge_unknown` and what
    `verify_pin` refuses, in words about that person.
    """
    if not badge.strip():
        return None
    person = User.objects.filter(badge_number__iexact=badge.strip(), is_active=True, staff_roles__room=room).first()
    if person is None:
        raise DomainError("badge_unknown", "Nobody here has that badge: enter it again.", field="badge")
    try:
        verify_pin(person, pin, at=at)
    except DomainError as error:
        message = error.message.replace("That is not your PIN", f"That is not the PIN of {person}")
        raise DomainError(error.code, message, field="pin") from error
    return person
