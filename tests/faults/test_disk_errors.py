"""A disk that answers with an error: PostgreSQL believes it no more, ends, and recovers from its log.

`strace` gives the database's processes that answer (EIO) to one of their calls: to the wait for the disk, or to the
writing itself. Tracing them takes root, or a machine that lets their account be traced.
"""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from tests.faults.conftest import leading_to
from tests.faults.two_machines import furnished
from tests.support.machine import lacking
from tests.support.proofs import sized
from tests.support.standby import Standing, is_up, started, until
from tests.support.storm import Served, open_storm, web_server

CROWD = {"clients": sized(3, 4, 8), "hands": sized(8, 25, 100)}
WRITERS = "usename = 'cardroom_app' or backend_type = 'walwriter'"
"""Whoever brings the log of changes to the disk for the product."""


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Standing]:
    """The server as an operator sets it up, whose commits wait for the disk; all connections lead to it."""
    if not shutil.which("strace"):
        lacking("No strace on this machine.", "apt-get install -y strace")
    with ExitStack() as held:
        held.enter_context(django_db_blocker.unblock())
        source = held.enter_context(furnished())
        made = held.enter_context(started(source))
        urls = {"DATABASE_URL": source.url("app"), "DATABASE_OWNER_URL": source.url("owner")}
        held.enter_context(leading_to(urls))
        yield made


@pytest.fixture(scope="module")
def web(standing: Standing, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with web_server(tmp_path_factory.mktemp("web")) as served:
        yield served


def said(standing: Standing) -> str:
    """The server's log until now."""
    return (standing.cluster.home / "log").read_text(errors="replace")


@contextmanager
def failing(standing: Standing, call: str, which: str = WRITERS) -> Iterator[None]:
    """Each such call of these processes of the server is answered with EIO from here on; ends when it has given up."""
    found = standing.says(f"select pid from pg_stat_activity where {which}").split()  # noqa: S608 - the words above
    traced = [part for pid in found for part in ("-p", pid)]
    command = ["strace", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:error=EIO", *traced]
    before = len(said(standing))
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: tracer.poll() is not None or all(map(is_traced, found)), standing)
        if tracer.poll():
            lacking(f"The database can't be traced: {tracer.communicate()[1].strip()}", "run as root")
        yield
        until(lambda: "PANIC" in said(standing)[before:], standing)
    finally:
        tracer.terminate()
        tracer.communicate()


def is_traced(pid: str) -> bool:
    """Whether somebody traces that process; one that has ended since, as whoever was served by it left, waits for
    nobody."""
    try:
        return "TracerPid:\t0\n" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return True


@pytest.mark.parametrize("call", ["fdatasync", "pwrite64"])
def test_f07_an_error_of_the_disk_ends_the_server_which_recovers_by_itself(
    standing: Standing, web: Served, call: str
) -> None:
    """Nobody starts it again: the process that leads the others is the same as before."""
    storm, before = open_storm(), len(said(standing))

    def fail() -> None:
        until(lambda: len(storm.recorded()) >= 3, standing)
        with failing(standing, call):
            pass
        until(lambda: is_up(standing), standing)
        connections.close_all()  # those of before have ended with the server

    outcome = storm.blow(web.port, fail, **CROWD)
    print(outcome.told)
    assert "Input/output error" in said(standing)[before:]
    assert outcome.refused, "nobody noticed"
    assert {word.split()[0] for word in outcome.refused} <= {"503", "TimeoutError"}
    storm.look_at(outcome)


@pytest.mark.parametrize("waits", ["on", "off"])
def test_f07_control_a_commit_that_does_not_wait_is_told_and_not_written(standing: Standing, waits: str) -> None:
    """One that waits ends with the server, and nobody was told that it is recorded."""
    with psycopg.connect(standing.cluster.url("owner"), autocommit=True) as writer:
        writer.execute("create table kept (number int)")
        writer.execute("insert into kept values (0)")  # the file of the table has its page now
        writer.execute(f"set synchronous_commit = {waits}")
        told = written_until_it_fails(standing, writer)
    until(lambda: is_up(standing), standing)
    with psycopg.connect(standing.cluster.url("owner")) as reader:
        (found,) = reader.execute("select count(*) from kept where number > 0").fetchone() or (0,)
        reader.execute("drop table kept")
    assert (found == told) is (waits == "on")


def written_until_it_fails(standing: Standing, writer: "psycopg.Connection[tuple[object, ...]]") -> int:
    """Write rows to a disk that takes nothing: how many were told as recorded before the server gave up."""
    told = 0
    which = f"pid = {writer.info.backend_pid} or backend_type = 'walwriter'"
    with failing(standing, "pwrite64", which):
        try:
            while True:
                writer.execute("insert into kept values (1)")
                told += 1
                time.sleep(0.01)
        except psycopg.OperationalError:
            return told
