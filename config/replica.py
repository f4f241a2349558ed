"""Reports read from a streaming replica, where there is one and it isn't too far behind; otherwise from the primary.

`read(reader)` calls a reader that only reads, in one picture of the database, and says from where and of when that is.
Pages, files and the API's reports call it. What is written from a report reads within its own transaction, which is the
primary's, and nothing that moves money asks here.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, OperationalError, connection, connections

from config.snapshots import snapshot

ALIAS = "reports"
WAITS = 0.2
"""Seconds that a replica gets to come to where the primary stood when it was asked: most are there at once."""
ASKED_AGAIN_AFTER = 15.0
"""Seconds for which a replica that didn't answer isn't asked: else each report would wait for it."""
_GIVES_UP = (OperationalError, InterfaceError)
"""Errors of a replica that goes away, and of one that must end a long question to go on replaying."""

_PRIMARY = """
select pg_current_wal_lsn()::text, clock_timestamp(), (select system_identifier from pg_catalog.pg_control_system())
"""
_REPLICA = """
select pg_is_in_recovery(), (select system_identifier from pg_catalog.pg_control_system()),
    pg_last_wal_replay_lsn() >= %s::pg_lsn
        and exists (select from pg_catalog.pg_stat_wal_receiver where pid is not null),
    pg_last_xact_replay_timestamp()
"""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReadFrom:
    """From where a report was read: from a replica, with all that was committed until `as_of` in it; or from the
    primary, because no replica is named or for the reason `why_not`. `behind` is how much time passed since `as_of`;
    also of a replica that isn't read because of it."""

    as_of: datetime | None = None
    behind: timedelta = timedelta(0)
    why_not: str = ""

    def words(self, zone: tzinfo) -> str:
        """A sentence for who reads the report, with the room's clock; empty where no replica is named."""
        if self.as_of is not None:
            seconds = int(self.behind.total_seconds())
            late = f"{seconds} second{'' if seconds == 1 else 's'} behind"
            return f"As of {self.as_of.astimezone(zone):%H:%M:%S}, {late}: read from the replica."
        return f"Read from the primary: {self.why_not}." if self.why_not else ""

    def as_json(self) -> dict[str, Any] | None:
        """The same for a program; None where no replica is named."""
        if self.as_of is not None:
            behind = int(self.behind.total_seconds())
            return {"as_of": self.as_of.isoformat(), "seconds_behind": behind, "why_not": ""}
        return {"as_of": None, "seconds_behind": None, "why_not": self.why_not} if self.why_not else None


PRIMARY = ReadFrom()
_AWAY = ReadFrom(why_not="the replica doesn’t answer")


def read(reader: Callable[[], T], *, at_most: str = "2min") -> tuple[T, ReadFrom]:
    """Call the reader in one picture of the database: its answer, and where that was read. A replica that gives up in
    the middle is asked no more: the reader is called again, on the primary. Within a transaction that runs already,
    that one is read."""
    if not is_named() or connection.in_atomic_block:
        return reader(), PRIMARY
    where = standing()
    if where.as_of is not None:
        try:
            with _led_to_replica(), snapshot(at_most=at_most):
                return reader(), where
        except _GIVES_UP:
            _forget()
            where = ReadFrom(why_not="the replica gave up in the middle")
    with snapshot(at_most=at_most):
        return reader(), where


def is_named() -> bool:
    """Whether this product knows a replica for its reports."""
    return ALIAS in connections


def standing() -> ReadFrom:
    """The place from which a report would be read now, where a replica is named."""
    if time.monotonic() < _replica.asked_from:
        return _AWAY
    position, now, system = _state_of_primary()
    try:
        is_replica, its_system, is_there, replayed = _state_of_replica(position)
    except DatabaseError:
        _forget()
        return _AWAY
    if not is_replica or its_system != system:
        return ReadFrom(why_not="what is named as its replica is none")
    return _by_age(now, replayed, is_there=is_there)


def _by_age(now: datetime, replayed: datetime | None, *, is_there: bool) -> ReadFrom:
    """The replica, where it is not too far behind the primary's time `now`: it has replayed what was committed until
    `replayed`, or all of it."""
    if is_there:
        return ReadFrom(as_of=now)
    if replayed is None:
        return ReadFrom(why_not="the replica doesn’t say how old it is")
    behind = max(now - replayed, timedelta(0))
    if behind > settings.REPORTS_BEHIND:
        bound = int(settings.REPORTS_BEHIND.total_seconds())
        why_not = f"the replica is {int(behind.total_seconds())} seconds behind, more than {bound}"
        return ReadFrom(why_not=why_not, behind=behind)
    return ReadFrom(as_of=replayed, behind=behind)


def faults_of_replica() -> Iterator[str]:
    """A sentence for each thing by which reports would never be read from the replica that is named. Raises
    DatabaseError where either doesn't answer."""
    position, _, system = _state_of_primary()
    is_replica, its_system, _, _ = _state_of_replica(position)
    if its_system != system:
        yield "DATABASE_REPORTS_URL leads to another cluster: name a replica of DATABASE_URL's, or leave it out."
    elif not is_replica:
        yield (
            "DATABASE_REPORTS_URL leads to a server that takes changes, no replica: reports are read from the primary. "
            "After a standby was promoted, name another replica or leave it out."
        )


def _state_of_primary() -> tuple[str, datetime, int]:
    """The end of its log, the time there, and the number of its cluster."""
    with connection.cursor() as cursor:
        cursor.execute(_PRIMARY)
        position, now, system = cursor.fetchone()
    return position, now, system


def _state_of_replica(position: str) -> tuple[bool, int, bool, datetime | None]:
    """Whether it is a replica, of which cluster, whether it has come to that position of the primary's log and goes on
    receiving, and when the last change that it has replayed was committed."""
    deadline = time.monotonic() + WAITS
    with connections[ALIAS].cursor() as cursor:
        while True:
            cursor.execute(_REPLICA, [position])
            is_replica, system, is_there, replayed = cursor.fetchone()
            if is_there or not is_replica or time.monotonic() > deadline:
                return is_replica, system, bool(is_there), replayed
            time.sleep(0.02)


class _Replica:
    """The time from which on this process asks the replica."""

    asked_from = 0.0


_replica = _Replica()


def _forget() -> None:
    """Hang up, and ask nothing for a while."""
    connections[ALIAS].close()
    _replica.asked_from = time.monotonic() + ASKED_AGAIN_AFTER


@contextmanager
def _led_to_replica() -> Iterator[None]:
    """Let everything that this thread asks go to the replica: every reader, whatever it asks by, sees one picture."""
    primary = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary
