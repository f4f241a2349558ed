"""PINs of those who don't sign in, a dealer or a player for their bank: entered at a colleague's tablet, never guessed.

Wrong ones are counted as those of staff are (`config.staff.guesses`): by whose session tries them at one holder, by
holder over all sessions, and more loosely by session over all holders of the kind; from the limit on each wrong one
doubles the wait. Who mistypes one PIN keeps nobody else from theirs.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.staff.guesses import FORGOTTEN_AFTER, MOST_FAILURES, add_failure, end_of_wait, guesser_for
from config.staff.models import User

MOST_OVER_ALL = 4 * MOST_FAILURES
"""Wrong ones of one session over all holders of a kind, after which it waits at every one of them (house)."""
GOOD_FOR = timedelta(minutes=5)
"""So long a PIN that was shown holds for what it was shown for."""


@dataclass(frozen=True, slots=True)
class WrongPin:
    """A PIN that opened nothing; `until` when nobody may try again, None where the next try is heard. `is_many`: this
    session waits at every holder, for it tried many; another session is heard."""

    until: datetime | None
    is_many: bool = False


@transaction.atomic
def try_pin(*, holder: Any, pin: str, act: str, by: User, at: datetime) -> WrongPin | None:
    """Hold a PIN against that of a `PinHolder` with a room; None where it is right. Who waits is told so before
    anything is hashed. `holder.guesses` are rows of `guesser`, `failures` and `last_at`.

    The trail says "`act`.pin_wrong", or "`act`.pin_locked" where others wait from then on. Call it outside of the
    transaction of what the PIN is for: wrong ones stay counted.
    """
    guesser = guesser_for(by)
    holder = type(holder).objects.select_for_update(of=("self",), no_key=True).select_related("room").get(pk=holder.pk)
    if wait := _wait(guesser, holder, at):
        return wait
    if holder.check_pin(pin):
        holder.guesses.filter(guesser=guesser, failures__gt=0).update(failures=0)
        return None
    row, _ = holder.guesses.get_or_create(guesser=guesser, defaults={"last_at": at})
    add_failure(row, at)
    wait = _wait(guesser, holder, at)
    end = wait.until if wait else None
    after = {"failures": row.failures} | ({"waits_seconds": int((end - at).total_seconds())} if end else {})
    record(f"{act}.pin_{'locked' if end else 'wrong'}", holder, room=holder.room, by=guesser, at=at, after=after)
    return wait or WrongPin(None)


def holds(shown_at: datetime, at: datetime) -> bool:
    """Whether a PIN that was shown at one instant holds at another."""
    return timedelta(0) <= at - shown_at <= GOOD_FOR


def forget_guesses(holder: Any) -> None:
    """Forget the wrong PINs of a holder whose PIN is set anew, whoever tried them."""
    holder.guesses.filter(failures__gt=0).update(failures=0)


def _wait(guesser: User, holder: Any, at: datetime) -> WrongPin | None:
    """The longest wait that runs: of this session or of everybody at this holder, or of this session at all of them.
    None where nobody waits."""
    recent = {"last_at__gt": at - FORGOTTEN_AFTER, "failures__gt": 0}
    here = holder.guesses.filter(**recent)
    by_guesser = holder.guesses.model.objects.filter(guesser=guesser, **recent)
    ends = [
        (end_of_wait(here.filter(guesser=guesser), MOST_FAILURES), False),
        (end_of_wait(here, 2 * MOST_FAILURES), False),
        (end_of_wait(by_guesser, MOST_OVER_ALL), True),
    ]
    return max(
        (WrongPin(end, is_many) for end, is_many in ends if end and end > at),
        key=lambda wait: (wait.until, wait.is_many),
        default=None,
    )
