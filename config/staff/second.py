"""The second person at somebody else's tablet, who confirms or witnesses: his badge, and the PIN that belongs to it."""

from datetime import datetime

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.pin import LOCKED_FOR, verify_pin


def second_person(room: Room, badge: str, pin: str, *, at: datetime) -> User:
    """Who works in the room under that badge, once his PIN was right. What he may do is for the caller to ask.

    Ask outside of the transaction of what is confirmed: wrong PINs stay counted. Refuses `badge_unknown`, and what
    `verify_pin` refuses in words about that person.
    """
    at_work = User.objects.filter(is_active=True, staff_roles__room=room, staff_roles__ended_at=None)
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
    minutes = int(LOCKED_FOR.total_seconds() // 60)
    return {
        "pin_missing": f"{person} has no PIN yet: it is set on the own account page.",
        "pin_wrong": f"That is not the PIN of {person}. Let it be entered again.",
        "pin_locked": f"Too many wrong PINs of {person}: wait {minutes} minutes, or ask somebody else.",
    }.get(error.code, error.message)
