"""Watch the order in which a transaction takes its row locks: the house has one order, and two orders are a deadlock.

The order is the one of docs/ARCHITECTURE.md. Rows that are locked already may be asked for again at any time.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg.pq import TransactionStatus

RANKS = {
    "players_player": 1,
    "players_waitinglist": 2,
    "tables_tablesession": 3,
    "cage_drawer": 4,
    "cage_transitslip": 5,
    "players_account": 6,
    "players_ledgerhead": 7,
}
_LOCKS = re.compile(r'from "?(?P<table>\w+)"?.* for (?:no key )?update', re.IGNORECASE | re.DOTALL)
_SEVERAL = re.compile(r"\bwhere\b.*(?:\bin \(|= any\()", re.IGNORECASE | re.DOTALL)
_ORDERED = re.compile(r"\border by\b", re.IGNORECASE)


class LockOrder:
    """The locks of the transaction that runs, and the faults that were seen so far."""

    def __init__(self, faults: list[str] | None = None, *, commits: bool = False) -> None:
        """With `commits` the transactions are real; otherwise all is one, and a service's own is its savepoint."""
        self.faults = [] if faults is None else faults
        self.commits = commits
        self.seen = 0
        self.highest = (0, "nothing")
        self.held: dict[str, set[str]] = {}
        self.depth = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """Django's hook round every statement."""
        text = str(sql)
        if self.commits:
            if context["connection"].connection.info.transaction_status == TransactionStatus.IDLE:
                self._begin()
            if match := _LOCKS.search(text):
                self._locked(match["table"], text, params)
        elif text.startswith("SAVEPOINT"):
            self.depth += 1
            if self.depth == 1:
                self._begin()
        elif text.startswith(("RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")):
            self.depth = max(self.depth - 1, 0)
        elif not connection.in_atomic_block:
            self._begin()
        elif match := _LOCKS.search(text):
            self._locked(match["table"], text, params)
        return execute(sql, params, many, context)

    def _begin(self) -> None:
        """A transaction begins: a service's own, or its savepoint in a test that is rolled back."""
        self.highest, self.held = (0, "nothing"), {}

    def _locked(self, table: str, text: str, params: Any) -> None:
        rank = RANKS.get(table)
        if rank is None:
            return
        self.seen += 1
        if _SEVERAL.search(text) and not _ORDERED.search(text):
            self.faults.append(f"several rows of {table} are locked in no order: {text[-160:]}")
        held, asked = self.held.setdefault(table, set()), {repr(each) for each in _alone(params or ())}
        if rank < self.highest[0] and not asked <= held:  # some of many rows that are held may be asked for alone
            self.faults.append(f"{table} is locked after {self.highest[1]}")
        self.highest = max(self.highest, (rank, table))
        held |= asked


def _alone(params: Any) -> Iterator[Any]:
    """Each value by itself, also those of a list."""
    for each in params:
        yield from each if isinstance(each, list) else (each,)


@contextmanager
def watched_locks() -> Iterator[LockOrder]:
    """Watch this thread's connection for the block."""
    order = LockOrder()
    with connection.execute_wrapper(order):
        yield order


@contextmanager
def watched_connections() -> Iterator[list[str]]:
    """Watch every connection that is made in the block, of whatever thread; the faults that were seen so far."""
    faults: list[str] = []

    def watch(sender: object, connection: BaseDatabaseWrapper, **_: object) -> None:
        watched = any(isinstance(each, LockOrder) and each.faults is faults for each in connection.execute_wrappers)
        if connection.alias == "default" and not watched:
            connection.execute_wrappers.append(LockOrder(faults, commits=True))

    connection_created.connect(watch)
    try:
        yield faults
    finally:
        connection_created.disconnect(watch)
        wrappers = connection.execute_wrappers
        wrappers[:] = [each for each in wrappers if not (isinstance(each, LockOrder) and each.faults is faults)]
