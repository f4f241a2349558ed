"""The private database of a room on one machine: killed, it starts again by itself and holds what was committed."""

import io
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from devkit import paths, postgres, product, throwaway
from devkit.postgres import Server
from devkit.supervisor import Supervisor
from devkit.watchdog import Watchdog
from tests.support import killing

PATIENCE = 60.0  # seconds


@pytest.fixture
def server() -> Iterator[Server]:
    """A server as `dev.py run` makes it, whose commits wait for the disk; not started."""
    home = postgres.throwaway_home()
    yield postgres.open_server(home, paths.site_packages(), durable=True)
    shutil.rmtree(home, ignore_errors=True)
    shutil.rmtree(postgres.socket_folder(home), ignore_errors=True)


@contextmanager
def supervised(server: Server) -> Iterator[io.StringIO]:
    """The supervisor of `dev.py run` over the database alone; yields what it says."""
    said, watchdog = io.StringIO(), Watchdog()
    supervisor = Supervisor(watchdog, out=said)
    supervisor.start(product.database(server))
    loop = threading.Thread(target=supervisor.run, daemon=True)
    loop.start()
    try:
        yield said
    finally:
        supervisor.stop()
        loop.join(PATIENCE)
        supervisor.end()
        watchdog.dismiss()


def rows(server: Server) -> list[int]:
    """The rows of the table; psycopg.OperationalError while nobody answers."""
    with psycopg.connect(server.url(postgres.OWNER), connect_timeout=2) as reader:
        return [number for (number,) in reader.execute("select number from kept order by number").fetchall()]


def until(happened: Callable[[], bool], tell: Callable[[], str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, tell()
        time.sleep(0.1)


@pytest.mark.parametrize("which", ["the whole server", "one of its processes"])
def test_a_killed_database_starts_again_by_itself_with_all_that_was_committed(server: Server, which: str) -> None:
    with supervised(server) as said:
        with psycopg.connect(server.url(postgres.OWNER), autocommit=True) as writer:
            writer.execute("create table kept (number int)")
            for number in range(5):
                writer.execute("insert into kept values (%s)", [number])
            leader = int((server.data / "postmaster.pid").read_text().splitlines()[0])
            victim = leader if which == "the whole server" else writer.info.backend_pid
            killing.crash(victim, conninfo=server.url(postgres.OWNER))
        until(lambda: _is_back(server), said.getvalue)
        assert rows(server) == [0, 1, 2, 3, 4]
        now = int((server.data / "postmaster.pid").read_text().splitlines()[0])
    is_new = which == "the whole server"
    assert (now != leader) is is_new
    assert ("The database ended (killed by SIGKILL); starting it again in 0.5 s." in said.getvalue()) is is_new


def test_control_without_the_supervisor_it_stays_away(server: Server) -> None:
    process = throwaway.start(server)
    throwaway.wait_until_ready(server, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)
    with pytest.raises(psycopg.OperationalError):
        rows(server)


def _is_back(server: Server) -> bool:
    try:
        return rows(server) is not None
    except psycopg.OperationalError:
        return False
