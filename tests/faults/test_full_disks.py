"""Disks that are full, and bytes that turn: nobody is told of what was not recorded, and what was recorded stays.

The server is one as an operator sets it up, on small disks in memory: mounting them takes root.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.db import DatabaseError, connections
from django.db.models import Sum
from pytest_django.plugin import DjangoDbBlocker

from deploy import programs
from devkit.trouble import TroubleError
from players.models import Transfer
from tests.faults.conftest import leading_to
from tests.integration.deploy.conftest import migrated_database
from tests.support import cluster
from tests.support.cluster import Cluster
from tests.support.machine import lacking
from tests.support.storm import Served, Storm, faults_of_the_books, open_storm, web_server

DATA, WAL = 700, 80  # MB
MORE = "max_wal_size = 48MB\nmin_wal_size = 32MB\narchive_mode = off\nmax_connections = 60\nautovacuum = off\n"


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of that size at the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lacking(f"No small disk can be mounted here: {done.stderr.strip()}", "run as root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    if sys.platform != "linux" or os.geteuid() != 0:
        lacking("Small disks are mounted by root, on Linux.", "run as root")
    try:
        programs.find()
    except TroubleError:
        lacking("No PostgreSQL with pg_basebackup on this machine.", "apt-get install -y postgresql")
    made = Path(tempfile.mkdtemp(prefix="cardroom-disks-", dir="/tmp"))
    made.chmod(0o755)  # the server's account goes through it
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def operated(home: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cluster]:
    """The server, its data on one small disk and its log of changes on another; all connections lead to it."""
    with django_db_blocker.unblock(), disk(home / "disk", DATA) as small, disk(home / "wal", WAL) as wal:
        copied = migrated_database()
        with cluster.running(small, more=MORE) as made:
            cluster.furnish(made, copied)
            with leading_to({"DATABASE_URL": made.url("app"), "DATABASE_OWNER_URL": made.url("owner")}):
                move_wal(made, wal)
                yield made
                stop(made)


@pytest.fixture(scope="module")
def web(operated: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with web_server(tmp_path_factory.mktemp("web")) as served:
        yield served


@pytest.fixture
def storm(web: Served) -> Storm:
    return open_storm()


def move_wal(made: Cluster, wal: Path) -> None:
    """Put the log of changes on its own disk, while the server is down."""
    stop(made)
    log = made.home / "data" / "pg_wal"
    made.programs.own(wal)
    shutil.copytree(log, wal / "pg_wal", dirs_exist_ok=True)
    shutil.rmtree(log)
    log.symlink_to(wal / "pg_wal")
    if made.programs.account:
        for each in [log, wal, *wal.rglob("*")]:
            os.chown(each, made.programs.account.user, made.programs.account.group, follow_symlinks=False)
    start(made)


def stop(made: Cluster) -> None:
    connections.close_all()
    with suppress(ProcessLookupError):
        os.kill(leader_of(made), signal.SIGINT)
    until(lambda: not (made.home / "data" / "postmaster.pid").exists(), made)


def start(made: Cluster) -> None:
    """Start it, as a supervisor does with what has ended."""
    made.programs.run("pg_ctl", "-D", made.home / "data", "-l", log_of(made), "-w", "-t", "60", "start")
    connections.close_all()  # those of before have ended with the server


def log_of(made: Cluster) -> Path:
    """The server's log since it was started here."""
    return made.home / "data" / "said"


def leader_of(made: Cluster) -> int:
    """The process that leads the server."""
    return int((made.home / "data" / "postmaster.pid").read_text().splitlines()[0])


def is_away(made: Cluster) -> bool:
    """Whether the server has ended, and not only some of its processes."""
    try:
        os.kill(leader_of(made), 0)
    except (OSError, ValueError, IndexError):
        return True
    return False


def is_back(made: Cluster) -> bool:
    """Whether the server answers; one that has ended is started again."""
    connections.close_all()  # those of before have ended with the server
    if is_away(made):
        (made.home / "data" / "postmaster.pid").unlink(missing_ok=True)
        start(made)
    try:
        return made.as_superuser("select 1") == "1"
    except TroubleError:
        return False


def until(happened: Callable[[], bool], made: Cluster) -> None:
    deadline = time.monotonic() + 90
    while not happened():
        assert time.monotonic() < deadline, made.home
        time.sleep(0.1)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """A disk that has no room left for the block."""
    ballast = folder / "ballast"
    try:
        for size in (1_000_000, 4096):
            with ballast.open("ab", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(b"x" * size)
        yield
    finally:
        ballast.unlink()


def test_f05_a_full_disk_is_told_and_heals_by_itself(operated: Cluster, web: Served, storm: Storm) -> None:
    def fill() -> None:
        with full(operated.home):
            time.sleep(3)

    leader = leader_of(operated)
    outcome = storm.blow(web.port, fill, clients=4, hands=10)
    print(outcome.told)
    assert {said.split()[0] for said in outcome.refused} <= {"503", "TimeoutError"}
    storm.look_at(outcome)
    assert leader_of(operated) == leader, "nobody had to start it again"


def test_f06_a_full_disk_of_the_log_ends_the_server_and_nothing_is_lost(
    operated: Cluster, web: Served, storm: Storm
) -> None:
    """PostgreSQL gives up, the product says 503 at once, and what starts the server again finds all that was said."""

    def fill() -> None:
        time.sleep(0.5)
        with full(operated.home.parent / "wal"):
            until(lambda: has_given_up(operated), operated)
        time.sleep(1)
        until(lambda: is_back(operated), operated)

    outcome = storm.blow(web.port, fill, clients=4, hands=10)
    print(outcome.told)
    assert outcome.refused
    assert {said.split()[0] for said in outcome.refused} <= {"503", "TimeoutError"}
    storm.look_at(outcome)


def has_given_up(made: Cluster) -> bool:
    """Whether the server could not go on: more of its log is asked for until there is no room."""
    with suppress(RuntimeError, TroubleError, subprocess.CalledProcessError):
        made.as_superuser("select pg_logical_emit_message(false, 'fill', repeat('x', 4000000)), pg_switch_wal()")
    return "PANIC" in log_of(made).read_text(errors="replace")


def test_f26_a_byte_that_turned_is_an_error_and_no_number(operated: Cluster, storm: Storm) -> None:
    """In a table's file of the stopped server; what was there is put back."""
    storm.table.tick()
    operated.as_superuser("checkpoint")
    file = operated.home / "data" / operated.as_superuser("select pg_relation_filepath('players_transfer')").strip()
    stop(operated)
    content = file.read_bytes()
    file.write_bytes(bytes([*content[:5000], content[5000] ^ 1, *content[5001:]]))
    start(operated)
    try:
        with pytest.raises(DatabaseError, match="invalid page"):
            Transfer.objects.aggregate(Sum("amount"))
        assert faults_of_the_books() != [], "a check that can't read is a fault"
    finally:
        stop(operated)
        file.write_bytes(content)
        start(operated)
    assert faults_of_the_books() == []
