"""The PIN: who is at the tablet now, asked again before what weighs heavily."""

from datetime import datetime, timedelta

from django.db import transaction

from config.audit import services as audit
from config.errors import DomainError
from config.staff.models import User

MOST_FAILURES = 5
LOCKED_FOR = timedelta(minutes=15)


def verify_pin(user: User, pin: str, *, at: datetime) -> None:
    """Return where `pin` is the person's PIN. Counts failures before it hashes anything.

    Raises DomainError `pin_missing` where none was set, `pin_locked` after MOST_FAILURES wrong ones in a row,
    `pin_wrong` otherwise. What is counted stays counted: it commits even though the refusal is raised.
    """
    if refusal := _check(user, pin, at):
        raise refusal


@transaction.atomic
def _check(user: User, pin: str, at: datetime) -> DomainError | None:
    person = User.objects.select_for_update().get(pk=user.pk)
    if not person.pin_hash:
        return DomainError("pin_missing", "You have no PIN yet: set one on your account page first.", field="pin")
    if person.pin_locked_until and person.pin_locked_until > at:
        return _locked()
    if person.check_pin(pin):
        person.pin_failures, person.pin_locked_until = 0, None
        person.save(update_fields=["pin_failures", "pin_locked_until"])
        return None
    return _count_failure(person, at)


def _count_failure(person: User, at: datetime) -> DomainError:
    person.pin_failures += 1
    locked = person.pin_failures >= MOST_FAILURES
    if locked:
        person.pin_failures, person.pin_locked_until = 0, at + LOCKED_FOR
    person.save(update_fields=["pin_failures", "pin_locked_until"])
    audit.record("pin.locked" if locked else "pin.wrong", person, room=None, by=person, at=at)
    if locked:
        return _locked()
    return DomainError("pin_wrong", "That is not your PIN. Enter it again.", field="pin")


def _locked() -> DomainError:
    minutes = int(LOCKED_FOR.total_seconds() // 60)
    message = f"Too many wrong PINs: wait {minutes} minutes, or set a new one with your password on your account page."
    return DomainError("pin_locked", message, field="pin")
