"""The first administrator of a room: the one person whom nobody lets in."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import BADGE, USERNAME, StaffRole, User
from config.staff.services import add_person, change_own_password

_ADMINISTRATOR = "administrator"


@transaction.atomic
def add_first_administrator(
    *, room: Room, badge_number: str, username: str, display_name: str, password: str, at: datetime
) -> User:
    """Add the first administrator of `room`, who chose the password where nobody else read it; returns them.

    Raises DomainError `administrator_there` (also where the one there was is disabled: `let_in_again` is for that),
    `username_unreadable`, `badge_unreadable`, and what `add_person` and `change_own_password` raise.
    """
    room = Room.objects.select_for_update().get(pk=room.pk)
    if StaffRole.objects.filter(room=room, role=_ADMINISTRATOR).exists():
        message = (
            f"{room} has or had an administrator: they add people under Staff; manage.py let_in_again lets one in."
        )
        raise DomainError("administrator_there", message)
    _refuse_unreadable(badge_number.upper(), username.lower())
    person, _ = add_person(
        room=room, badge_number=badge_number, username=username, display_name=display_name, roles={_ADMINISTRATOR},
        by=None, at=at,
    )  # fmt: skip
    return change_own_password(person=person, new=password, at=at)


def _refuse_unreadable(badge_number: str, username: str) -> None:
    for code, validate, value in (
        ("badge_unreadable", BADGE, badge_number),
        ("username_unreadable", USERNAME, username),
    ):
        try:
            validate(value)
        except ValidationError as error:
            raise DomainError(code, f"“{value}”: {' '.join(error.messages)}") from error
