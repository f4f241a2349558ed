"""People who work in several rooms: what one room's administrator does about their way in, and what takes the other's.

Ending is each room's own: a room ends somebody's roles there, and signs them out, by itself. What lets somebody in, or
gives their account into other hands, holds in all their rooms, so that an administrator of each has a hand in it.
"""

from collections.abc import Iterable

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission


def rooms_of_others(person: User, *hands: User | None) -> list[Room]:
    """The rooms in which the person works and none of these manages the staff, by name."""
    managers = [each for each in hands if each is not None]
    return [room for room in person.rooms_of_work() if not _is_managed(room, managers)]


def refuse_own_account(person: User, by: User | None) -> None:
    """Refuse (`own_account`) what another administrator does for somebody's account."""
    if by is not None and by.pk == person.pk:
        raise DomainError("own_account", "This is your own account: ask another administrator.")


def refuse_for_self_or_others(person: User, by: User | None, second: User | None = None) -> None:
    """Refuse for one's own account, and (`not_his_administrator`) for people who work where neither `by` nor a `second`
    person manages the staff; nobody who works here (None) may do it for everybody."""
    if by is None:
        return
    refuse_own_account(person, by)
    hands = (by, second if second is not None and second.pk != person.pk else None)
    if elsewhere := rooms_of_others(person, *hands):
        names = ", ".join(room.name for room in elsewhere)
        message = f"{person} also works in {names}: an administrator there confirms it with badge and PIN."
        raise DomainError("not_his_administrator", message, field="badge")


def _is_managed(room: Room, managers: Iterable[User]) -> bool:
    return any(each.may(Permission.STAFF_MANAGE, room) for each in managers)
