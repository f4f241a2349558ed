"""Several people at once, each with their own connection, kept from round to round."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, connections, transaction

from config.errors import DomainError

PATIENCE = 180  # seconds; the machine may be busy
TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
Act = Callable[[], object]


@dataclass(frozen=True)
class Lanes:
    """People at work: as many threads as were asked for, which take whatever act comes next."""

    pool: ThreadPoolExecutor

    def at_once(self, *acts: Act) -> list[object]:
        """All the acts begin at the same moment; returns what each returned, or the exception that it raised.

        Whoever can't come to the start sends everybody home, and what kept them is raised.
        """
        barrier = threading.Barrier(len(acts))

        def run(act: Act) -> object:
            try:
                be_patient()
            except BaseException:
                barrier.abort()
                raise
            barrier.wait(PATIENCE)
            return outcome_of(act)

        runs = [self.pool.submit(run, act) for act in acts]
        wait(runs, 2 * PATIENCE)
        for raised in [each.exception(0) for each in runs]:
            if raised is not None and not isinstance(raised, threading.BrokenBarrierError):
                raise raised
        return [each.result(0) for each in runs]

    def in_turn(self, first: Act, second: Act) -> list[object]:
        """`first` is done and not committed while `second` comes: it commits once `second` waits for it, or is over.

        So `second` always comes in between. Where a lock is missing it doesn't wait, and sees the room as it was.
        """
        turn = _Turn()
        ours, theirs = self.pool.submit(turn.hold, first), self.pool.submit(turn.follow, second)
        return [ours.result(PATIENCE), theirs.result(PATIENCE)]


class _Turn:
    """Two transactions, of which one stays open until the other waits for it or is over."""

    def __init__(self) -> None:
        self.done, self.over = threading.Event(), threading.Event()
        self.follower = 0

    def hold(self, act: Act) -> object:
        try:
            be_patient()
            with transaction.atomic():
                outcome = act()
                self.done.set()
                self._wait_for_the_follower()
                return outcome
        except Exception as raised:
            return raised
        finally:
            self.done.set()

    def follow(self, act: Act) -> object:
        be_patient()
        self.follower = connection.connection.info.backend_pid
        try:
            if not self.done.wait(PATIENCE):
                raise TimeoutError("the first act did not end")
            return outcome_of(act)
        finally:
            self.over.set()

    def _wait_for_the_follower(self) -> None:
        with connection.cursor() as cursor:
            while not self.over.wait(0.001):
                cursor.execute("select pg_backend_pid() = any(pg_blocking_pids(%s))", [self.follower])
                if cursor.fetchone() == (True,):
                    return


@contextmanager
def lanes(count: int = 2) -> Iterator[Lanes]:
    """So many people for the block; their connections are closed at its end."""
    with ThreadPoolExecutor(count) as pool:
        people = Lanes(pool)
        try:
            yield people
        finally:
            people.at_once(*[connections.close_all] * count)


def be_patient() -> None:
    """Let this connection wait for others as long as the test does: a crowd on a busy machine is no fault of theirs."""
    with connection.cursor() as cursor:
        for timeout in TIMEOUTS:
            cursor.execute(f"set {timeout} = '{PATIENCE}s'")


def outcome_of(act: Act) -> object:
    """The result of the act, or the exception that it raises."""
    try:
        return act()
    except Exception as raised:
        return raised


def codes(outcomes: Iterable[object]) -> list[str]:
    """The codes of the refusals, in the order of the acts; whatever else was raised fails the test."""
    raised = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    for error in raised:
        if not isinstance(error, DomainError):
            raise error
    return [error.code for error in raised if isinstance(error, DomainError)]


def told(outcomes: Iterable[object]) -> tuple[str, ...]:
    """For each act the code of its refusal, "" where it went through; whatever else was raised fails the test."""
    return tuple("".join(codes([outcome])) for outcome in outcomes)
