"""The audit of the books: every registered check, on one unmoving picture of the database."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from config.audit.checks import CHECKS, Check, recorded_since
from config.snapshots import snapshot

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of one check: a sentence per row that breaks the invariant, none where it holds."""

    check: Check
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the invariant holds."""
        return not self.faults


def audit(since: datetime | None = None) -> Iterator[Finding]:
    """Run every check in the order of the invariants' numbers, all of them on the same snapshot, changing nothing.

    The dear ones, which play every hand again, look at those recorded `since` alone where that is given.
    """
    told = recorded_since.set(since)
    try:
        with snapshot():
            for check in sorted(CHECKS.values(), key=_by_number):
                yield Finding(check, _faults_of(check))
    finally:
        recorded_since.reset(told)


def _faults_of(check: Check) -> tuple[str, ...]:
    """The faults that a check found. One that breaks is a fault itself: a row that no program can read would otherwise
    silence every check behind it."""
    try:
        with transaction.atomic():
            return tuple(check.faults())
    except Exception as error:  # whatever it is, the others go on
        log.exception("a check of the books broke: %s", check.title)
        said = " ".join(str(error).split())[:300]
        return (f"This could not be checked, something in the database is not as a program makes it: {said}",)


def _by_number(check: Check) -> tuple[int, str]:
    digits = check.code.removeprefix("I-")
    return (int(digits) if digits.isdigit() else 1000, check.title)
