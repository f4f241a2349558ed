"""Wrong PINs and codes: counted by whose session tries them at which device, and answered later and later.

Whose PIN is guessed is never shut out by it: another session, or the own, goes on. A right PIN forgets the wrong ones
of the same person alone, so that nobody begins anew with the own PIN.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Protocol

from axes.models import AccessAttempt
from django.db import transaction

from config.audit import services as audit
from config.rooms.models import Room
from config.staff.elsewhere import refuse_for_self_or_others
from config.staff.models import User, WrongGuesses

MOST_FAILURES = 5
"""Wrong ones at one device after which every further one waits; twice as many count over all devices of a session."""
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=8)
FORGOTTEN_AFTER = timedelta(hours=24)
"""Without another wrong one."""


class Guesses(Protocol):
    """Wrong ones as they are counted: how many, and when the last came."""

    failures: int
    last_at: datetime

    def save(self, *, update_fields: list[str]) -> None:
        """Keep these fields."""


at_the_device: ContextVar[User | None] = ContextVar("at_the_device", default=None)
"""In whose session the request came; set by the web's middleware and by the API's permission."""


def guesser_for(person: User) -> User:
    """The person whose session this is, locked so that guesses come one after the other; `person` where there is
    none."""
    guesser = at_the_device.get() or person
    return User.objects.select_for_update(no_key=True).get(pk=guesser.pk)


def waits_until(guesser: User, kind: str, *, at: datetime) -> datetime | None:
    """Until when whoever guesses waits: from the limit on, each wrong one doubles it. None where nobody waits."""
    rows = list(WrongGuesses.objects.filter(guesser=guesser, kind=kind, last_at__gt=at - FORGOTTEN_AFTER))
    here = [row for row in rows if row.device == audit.device.get()]
    ends = [end_of_wait(here, MOST_FAILURES), end_of_wait(rows, 2 * MOST_FAILURES)]
    return max((end for end in ends if end and end > at), default=None)


def count(guesser: User, person: User, kind: str, *, at: datetime) -> datetime | None:
    """Count a wrong one and put it in the trail, with who guessed where; returns as `waits_until` does."""
    row, _ = WrongGuesses.objects.get_or_create(
        guesser=guesser, kind=kind, device=audit.device.get(), person=person, defaults={"last_at": at}
    )
    add_failure(row, at)
    end = waits_until(guesser, kind, at=at)
    after = {"failures": row.failures} | ({"waits_seconds": int((end - at).total_seconds())} if end else {})
    audit.record(f"{kind}.locked" if end else f"{kind}.wrong", person, room=None, by=guesser, at=at, after=after)
    return end


def add_failure(row: Guesses, at: datetime) -> None:
    """Count one more wrong one, from the first on where the last is forgotten."""
    row.failures = 1 if row.last_at <= at - FORGOTTEN_AFTER else row.failures + 1
    row.last_at = at
    row.save(update_fields=["failures", "last_at"])


def forget(guesser: User, person: User, kind: str) -> None:
    """Forget the wrong ones of `person` that were tried in this session at this device: the right one came."""
    tried = WrongGuesses.objects.filter(guesser=guesser, kind=kind, device=audit.device.get(), person=person)
    tried.filter(failures__gt=0).update(failures=0)


@transaction.atomic
def unlock(*, person: User, room: Room, by: User | None, at: datetime, second: User | None = None) -> None:
    """Let a person try again at once: wrong PINs, codes and passwords are forgotten. Refuses `own_account`, and
    `not_his_administrator` where they work in other rooms too and no administrator of those is the `second` person."""
    refuse_for_self_or_others(person, by, second)
    tried = WrongGuesses.objects.filter(guesser=person, failures__gt=0)
    before = {"failures": sum(row.failures for row in tried)}
    tried.update(failures=0)
    passwords, _ = AccessAttempt.objects.filter(username=person.username).delete()
    before["sign_ins"] = passwords
    audit.record("staff.unlocked", person, room=room, by=by, at=at, before=before)


def minutes_until(end: datetime, at: datetime) -> str:
    """The time that somebody waits, in words, never too short."""
    minutes = -int(-(end - at).total_seconds() // 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"


def end_of_wait(rows: Iterable[Guesses], limit: int) -> datetime | None:
    """The instant until which nobody tries again: from `limit` wrong ones on each doubles the wait. None below it."""
    rows = list(rows)
    beyond = sum(row.failures for row in rows) - limit
    if beyond < 0:
        return None
    return max(row.last_at for row in rows) + min(FIRST_WAIT * 2 ** min(beyond, 20), LONGEST_WAIT)
