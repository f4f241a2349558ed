"""Whether this machine's clock can be right: held against the database's, the last entry, and the time that has passed.

Entries are ordered and gaming days told by this clock. One that was set back or ahead writes into days that are over
or haven't come; so nothing is changed by a clock that can't be right, and everything can still be read.
"""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

from config.durations import in_words

_PASSED = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A clock that nobody sets: it also runs while the machine sleeps, where the system has such a clock."""


@dataclass(frozen=True, slots=True)
class Start:
    """The clock, and the one that nobody sets, when this process began to look."""

    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    passed: float = field(default_factory=lambda: time.clock_gettime(_PASSED))

    def jumped(self, now: datetime, passed: float) -> timedelta:
        """By how much the clock was set since, ahead if positive."""
        return (now - self.at) - timedelta(seconds=passed - self.passed)


START = Start()


def doubt(now: datetime, *, bound: timedelta) -> str:
    """Return why the clock that says `now` can't be right, with what to do; "" where nothing speaks against it."""
    theirs, last = _asked()
    if (off := now - theirs) > bound or -off > bound:
        return f"This machine's clock is {_apart(off)} the database's. {_REMEDY}"
    if last is not None and last - now > bound:
        return f"This machine's clock is {_apart(now - last)} the last entry in the books. {_REMEDY}"
    if abs(jumped := START.jumped(now, time.clock_gettime(_PASSED))) > bound:
        return f"This machine's clock was set {_apart(jumped)} what it was. {_REMEDY} Then start Cardroom again."
    return ""


def off_database() -> timedelta:
    """By how much this machine's clock is ahead of the database's; less than 0 where it is behind. As exact as half the
    time that asking takes."""
    with connection.cursor() as cursor:
        before = timezone.now()
        cursor.execute("select clock_timestamp()")
        after = timezone.now()
        (theirs,) = cursor.fetchone()
    return before + (after - before) / 2 - theirs


_REMEDY = "Nothing is changed by a clock that can't be right: let an administrator set it."


def _asked() -> tuple[datetime, datetime | None]:
    """The database's clock, and the instant at which chips or cash were moved last."""
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp(), (select at from players_transfer order by id desc limit 1)")
        theirs, last = cursor.fetchone()
    return theirs, last


def _apart(off: timedelta) -> str:
    """ "2 h ahead of", "30 h behind"."""
    minutes = round(abs(off).total_seconds() / 60)
    return f"{in_words(minutes)} {'ahead of' if off > timedelta(0) else 'behind'}"
