"""Whoever is brought to another room agrees: badge and PIN, entered by the person at the administrator's tablet.

An unknown badge and a wrong PIN are one refusal, take as long and count alike, so that no badges can be tried out.
"""

from datetime import datetime

from django.db import transaction

from config.errors import DomainError
from config.rooms.models import Room
from config.staff import guesses
from config.staff.models import User, WrongGuesses

_PIN, _BADGE = WrongGuesses.Kind.PIN, WrongGuesses.Kind.BADGE


def who_agrees(*, badge: str, pin: str, by: User, at: datetime) -> User:
    """The person with that badge and PIN, wherever they work.

    Ask outside of the transaction of what is agreed to: wrong ones stay counted. Raises DomainError `not_agreed` for an
    unknown badge, a wrong PIN and a person without one or disabled, `pin_locked` while this session waits.
    """
    found = _look(badge, pin, by, at)
    if isinstance(found, DomainError):
        raise found
    return found


def refuse_without_agreement(person: User, room: Room, by: User | None, agrees: User | None) -> None:
    """Refuse (`not_agreed`) to let somebody begin in a room who works in others alone, unless they are the one who
    `agrees`. Whoever owns the machine (None) may."""
    rooms = person.rooms_of_work()
    if by is None or not rooms or room in rooms or (agrees is not None and agrees.pk == person.pk):
        return
    message = f"{person} works in another room: bring them in with their own badge and PIN (Staff, From another room)."
    raise DomainError("not_agreed", message)


@transaction.atomic
def _look(badge: str, pin: str, by: User, at: datetime) -> User | DomainError:
    guesser = guesses.guesser_for(by)
    ends = [guesses.waits_until(guesser, kind, at=at) for kind in (_PIN, _BADGE)]
    if end := max(filter(None, ends), default=None):
        return _locked(end, at)
    person = User.objects.filter(is_active=True, badge_number__iexact=badge.strip()).first()
    if person is None or not person.has_pin:
        User().set_pin(pin)  # takes as long as looking at one
    elif person.check_pin(pin):
        return person  # and forgets no wrong ones: with an accomplice's badge in between, tries would have no end
    if end := guesses.count(guesser, guesser, _BADGE, at=at):  # never by whose badge it was: the trail would tell it
        return _locked(end, at)
    message = "Badge and PIN don’t fit together: let both be entered again. Who has no PIN yet sets one first, where "
    message += "they work."
    return DomainError("not_agreed", message, field="badge_number")


def _locked(end: datetime, at: datetime) -> DomainError:
    waits = guesses.minutes_until(end, at)
    message = f"Too many badges and PINs were entered in this session that don’t fit together: wait {waits}."
    return DomainError("pin_locked", message, field="badge_number")
