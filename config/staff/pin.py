"""The PIN: who is at the tablet now, asked again before what weighs heavily."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from config.errors import DomainError
from config.staff import guesses
from config.staff.models import User, WrongGuesses

_PIN = WrongGuesses.Kind.PIN


def refuse_plain(pin: str, *, field: str = "pin", known: Collection[str] = ()) -> None:
    """Refuse a PIN that is none (`pin_unreadable`), or that anybody would try first (`pin_too_plain`): one of `known`,
    which stands where others read it."""
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8):
        raise DomainError("pin_unreadable", "A PIN is four to eight digits.", field=field)
    if len(set(pin)) == 1 or pin in "01234567890" or pin in "09876543210" or pin in known:
        raise DomainError("pin_too_plain", "Choose a PIN that nobody would try first.", field=field)


def verify_pin(user: User, pin: str, *, at: datetime) -> None:
    """Return where `pin` is the person's PIN. Counts failures before it hashes anything, by who guesses where.

    Raises DomainError `pin_missing` where none was set, `pin_locked` while this session waits after wrong ones
    (`config.staff.guesses`), `pin_wrong` otherwise. What is counted stays counted: it commits even though the refusal
    is raised.
    """
    if refusal := _check(user, pin, at):
        raise refusal


@transaction.atomic
def _check(user: User, pin: str, at: datetime) -> DomainError | None:
    guesser = guesses.guesser_for(user)
    person = User.objects.get(pk=user.pk)
    if not person.pin_hash:
        return DomainError("pin_missing", "You have no PIN yet: set one on your account page first.", field="pin")
    if end := guesses.waits_until(guesser, _PIN, at=at):
        return _locked(end, at)
    if person.check_pin(pin):
        guesses.forget(guesser, person, _PIN)
        return None
    if end := guesses.count(guesser, person, _PIN, at=at):
        return _locked(end, at)
    return DomainError("pin_wrong", "That is not your PIN. Enter it again.", field="pin")


def _locked(end: datetime, at: datetime) -> DomainError:
    waits = guesses.minutes_until(end, at)
    message = f"Too many wrong PINs were entered in this session: wait {waits}, or ask an administrator to unlock it."
    return DomainError("pin_locked", message, field="pin")
