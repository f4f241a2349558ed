"""Processes that die between two statements, as by `kill -9`: the one that does the work, or the database's that works
for it. Only on a server of the test's own: when one of its processes is killed, PostgreSQL ends all and recovers.

A victim is a process of its own, forked from one in which the product is loaded. It does an act until the moment at
which it is told to stop: before a statement, before its commit, or after it, when nobody has heard of it yet.
"""

import itertools
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from typing import Any
from unittest import mock

import django
import psycopg
from django.apps import apps
from django.db import connection, connections
from django.db.utils import DatabaseError

from tests.support.races import PATIENCE, be_patient, outcome_of

Act = Callable[[], object]
HERE, DONE = "here", "done"
LONG = 300  # seconds


class Moments:
    """Counts the moments of an act, and stops at one of them until somebody says to go on."""

    def __init__(self, pipe: Connection, stop_at: int | None) -> None:
        self.pipe, self.stop_at, self.count = pipe, stop_at, 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Django's hook round every statement."""
        self.pass_by(sql)
        return execute(sql, params, many, context)

    def pass_by(self, what: str) -> None:
        """One moment more: before `what` is done."""
        self.count += 1
        if self.count == self.stop_at:
            self.pipe.send((HERE, connection.connection.info.backend_pid, what))
            self.pipe.recv()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count statements and commits of this process's connection."""
        connection.ensure_connection()
        commit = connection._commit

        def commit_between() -> None:
            self.pass_by("commit")
            commit()
            self.pass_by("after the commit")

        connection._commit = commit_between  # type: ignore[method-assign]
        with connection.execute_wrapper(self):
            yield


def be_the_victim(pipe: Connection, act: Act, stop_at: int | None, databases: dict[str, Any]) -> None:
    """The victim's process: do the act, and say what became of it and how many moments it had."""
    for alias, values in databases.items():
        connections[alias].settings_dict.update(values)
    be_patient()
    moments = Moments(pipe, stop_at)
    with moments.watched():
        outcome = outcome_of(act)
    said = repr(outcome) if isinstance(outcome, Exception) else ""
    pipe.send((DONE, moments.count, said))


def _forks() -> ForkServerContext:
    """Processes that are forked from one in which the product is loaded, and which has never had a connection."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.support.killing", "tests.support.killed_acts"])
    with mock.patch.dict(os.environ, SECRET_KEY=os.environ.get("SECRET_KEY", "v" * 60)):
        forkserver.ensure_running()
    return context


@dataclass
class Victim:
    """A process at work. `at` says before what it has stopped; `moments` how many there were, where it was not."""

    process: BaseProcess
    pipe: Connection
    backend: int = 0
    at: str = ""
    moments: int = 0
    said: str = ""

    @property
    def has_stopped(self) -> bool:
        """Whether it waits at its moment."""
        return bool(self.at)

    def kill_worker(self) -> None:
        """Kill the process itself."""
        os.kill(self.process.pid or 0, signal.SIGKILL)
        self.process.join(PATIENCE)

    def kill_backend(self) -> None:
        """Kill the database's process that works for it, and wait until the server has recovered."""
        crash(self.backend, **connections["default"].get_connection_params())
        wait_for_recovery()
        self.pipe.send("go on")
        self.process.join(PATIENCE)

    def see_it_out(self) -> None:
        """Wait for its end."""
        self.process.join(PATIENCE)


def run(act: Act, stop_at: int | None = None) -> Victim:
    """Start a victim; returns when it has stopped at that moment, or is over."""
    ours, theirs = multiprocessing.Pipe()
    databases = {alias: dict(connections[alias].settings_dict) for alias in ("default", "owner")}
    process = _forks().Process(target=be_the_victim, args=(theirs, act, stop_at, databases), daemon=True)
    process.start()
    theirs.close()
    assert ours.poll(LONG), "the victim said nothing"
    what, number, said = ours.recv()
    if what == HERE:
        return Victim(process, ours, backend=number, at=said)
    process.join(PATIENCE)
    return Victim(process, ours, moments=number, said=said)


def crash(backend: int, **address: Any) -> None:
    """Kill one of the database's processes; returns when the server has noticed, and ended all of them.

    Until it notices, it takes connections as before, and then ends those too: whoever asks whether it is back must not
    ask before that. So somebody stands by on a connection of their own, and this returns when it breaks.
    """
    with psycopg.connect(**{**address, "cursor_factory": psycopg.Cursor}, autocommit=True) as bystander:
        os.kill(backend, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                bystander.execute("select pg_sleep(0.01)")
            except psycopg.OperationalError:
                return
    raise TimeoutError("the server noticed nothing")


def wait_for_recovery() -> None:
    """Return when the server takes connections again."""
    connections.close_all()
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.ensure_connection()
            return
        except DatabaseError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


@dataclass
class Meanwhile:
    """Somebody who comes while another is stopped: begun, and waited for until they wait themselves or are over."""

    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    backend: int = 0

    def come(self, act: Act) -> "Future[object]":
        """Begin the act in a connection of its own; returns once it waits for a lock, or is over."""
        begun = threading.Event()

        def do() -> object:
            try:
                be_patient()
                self.backend = connection.connection.info.backend_pid
                begun.set()
                return outcome_of(act)
            finally:
                begun.set()
                connections.close_all()

        future = self.pool.submit(do)
        begun.wait(PATIENCE)
        with connection.cursor() as cursor:
            while not future.done():
                cursor.execute("select cardinality(pg_blocking_pids(%s)) > 0", [self.backend])
                if cursor.fetchone() == (True,):
                    break
                time.sleep(0.002)
        return future


def spread(moments: int, runs: int) -> Iterator[int]:
    """Moments for so many runs of an act that has so many: each as often as the others."""
    if runs >= moments:
        return itertools.islice(itertools.cycle(range(1, moments + 1)), runs)
    return iter(sorted({1 + number * (moments - 1) // max(runs - 1, 1) for number in range(runs)}))


if not apps.ready:  # the process that victims are forked from
    django.setup()
