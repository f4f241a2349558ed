"""An upgrade while the room plays: programs of the release before go on through every migration, and beside the new
ones on the new tables; nobody is refused for good, and the books hold over what both have written.

Statements get as long as they like here: a migration that a busy machine takes long for holds somebody up and fails
nobody. The programs of before come from this project's history; where a copy has none, only its rows are upgraded.
"""

import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.plugin import DjangoDbBlocker

from deploy import programs
from devkit.trouble import TroubleError
from rake.audit_checks import wrong_days
from rake.models import PlayDay, RakeDay
from tables.models import TableSession
from tests.faults.conftest import leading_to
from tests.support import cluster
from tests.support.base_release import BASE, NEWEST, programs_of_base, restore
from tests.support.cluster import Cluster, manage, plain
from tests.support.machine import lacking
from tests.support.storm import Outcome, Served, Storm, faults_of_the_books, web_server
from tests.support.table import HandTable

MORE = "archive_mode = off\nfsync = off\nmax_connections = 60\n"
LONG = {"CARDROOM_STATEMENT_TIMEOUT": "5min", "CARDROOM_IDLE_TIMEOUT": "10min"}
PATIENT = "?options=-c%20lock_timeout%3D5min"
ANSWERED = 300.0  # seconds that one attempt may take
BUSY = "503 busy"
OPENS_A_TABLE = """
from datetime import timedelta
from django.utils import timezone
from tests.support import desk as desks
from tests.support.api import token_for
from tests.support.desk import open_desk_now, person
class OfNow(desks.Desk):  # what is dated before the seals of the base would be a fault of its books
    def __init__(self, *facts, **named):
        super().__init__(*facts, **named)
        self.now, self.step = timezone.now(), timedelta(0)
desks.Desk = OfNow
desk = open_desk_now()
for seat in range(1, 9):
    desk.seated(300_00, seat=seat)
print(desk.session.pk, token_for(person(desk.room, "floor")))
"""

BUILDS_A_DAY = (
    OPENS_A_TABLE
    + """
from games.services.ticks import record_tick
from rake.services import rebuild_day
for rake in (0, 0, 0):
    record_tick(session=desk.session, rake_taken=rake, key=desks.key(), by=desk.manager, at=desk.at())
    rebuild_day(room=desk.room, gaming_day=desk.room.gaming_day(desk.now), at=desk.now + timedelta(minutes=2))
print(desk.room.pk)
"""
)


@dataclass
class Upgraded:
    """A server with the room of the base on it, and the settings of each role."""

    server: Cluster

    def told(self) -> dict[str, str]:
        """The settings of whoever serves: nothing of a machine's pace."""
        return {"DATABASE_URL": self.server.url("app") + PATIENT, **LONG}

    def manage(self, *arguments: str, root: Path | None = None) -> str:
        """A command as the owner, of this release or of another; what it said."""
        told = {**self.told(), "DATABASE_OWNER_URL": self.server.url("owner")}
        done = manage(*arguments, **told) if root is None else manage(*arguments, root=root, **told)
        assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def upgrade(self) -> None:
        """Steps 3 and 5 of the document's chapter."""
        self.manage("migrate", "--database", "owner", "--verbosity", "0")
        self.manage("grant_application_role")

    def rows(self) -> dict[str, int]:
        """How many rows each table of the product has."""
        asked = "select string_agg(tablename, ' ') from pg_tables where schemaname = 'public'"
        names = [name for name in self.server.as_superuser(asked).split() if not name.startswith(("django", "auth_"))]
        counts = " union all ".join(f"select '{name} ' || count(*) from {name}" for name in names)  # noqa: S608
        return {line.split()[0]: int(line.split()[1]) for line in self.server.as_superuser(counts).splitlines()}


@contextmanager
def base() -> Iterator[Upgraded]:
    """A server with the room of the base, which all connections lead to."""
    try:
        programs.find()
    except TroubleError:
        lacking("No PostgreSQL with pg_basebackup on this machine.", "apt-get install -y postgresql")
    home = Path(tempfile.mkdtemp(prefix="cardroom-upgraded-", dir="/tmp"))
    home.chmod(0o755)
    try:
        with cluster.running(home / "server", more=MORE) as running:
            restore(running)
            urls = {"DATABASE_URL": running.url("app"), "DATABASE_OWNER_URL": running.url("owner")}
            with leading_to(urls):
                yield Upgraded(running)
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def upgraded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Upgraded]:
    with django_db_blocker.unblock(), base() as made:
        yield made


@dataclass
class Done:
    """A room of the base that was upgraded, which the tests share that only look at it or add to it: the last
    migrations before and after, and the rows of each table before and after."""

    room: Upgraded
    migrations: tuple[dict[str, str], dict[str, str]]
    rows: tuple[dict[str, int], dict[str, int]]


@pytest.fixture(scope="module")
def done(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Done]:
    with django_db_blocker.unblock(), base() as room:
        migrations, rows = applied(), room.rows()
        room.upgrade()
        yield Done(room, (migrations, applied()), (rows, room.rows()))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of the release before."""
    found = programs_of_base(tmp_path_factory.mktemp("before"))
    if found is None:
        pytest.skip(f"This copy of the project doesn't hold the commit {BASE[:8]} of the release before.")
    return found


def applied() -> dict[str, str]:
    """The last migration of each app of ours."""
    found = dict(sorted(MigrationRecorder(connections["owner"]).applied_migrations()))
    return {app: name for app, name in found.items() if app in NEWEST}


def test_f20_the_room_of_the_release_before_is_upgraded_with_all_its_rows(done: Done) -> None:
    before, after = done.migrations
    assert before == NEWEST
    assert after != NEWEST
    rows, kept = done.rows
    assert rows["games_hand"] > 50
    assert rows["players_transfer"] > 200
    chain = {name for name in rows if name.startswith("audit_chain")}  # tables that are chained anew have new forms
    assert all(kept[name] >= rows[name] for name in chain)
    assert {name: kept.get(name) for name in rows if name not in chain} == {
        name: number for name, number in rows.items() if name not in chain
    }
    assert len(kept) > len(rows) + 10
    assert faults_of_the_books() == []


# ------------------------------------------------------------------------------------------------- while the room plays


@contextmanager
def played_on(upgraded: Upgraded, release: Path, folder: Path) -> Iterator[tuple[Served, Storm]]:
    """The release before serves, and a table is open at which its programs have seated eight."""
    upgraded.manage("grant_application_role", root=release)
    told = {**plain(), **upgraded.told(), "SECRET_KEY": "s" * 60, "BROKER_URL": "memory://localhost"}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", OPENS_A_TABLE]
    done = subprocess.run(command, cwd=release, capture_output=True, text=True, check=False, env=told)
    assert done.returncode == 0, done.stderr
    session, token = done.stdout.split()[-2:]
    with web_server(folder, root=release, **upgraded.told()) as web:
        table = SimpleNamespace(desk=SimpleNamespace(session=TableSession(pk=int(session))))
        yield web, Storm(cast("HandTable", table), token)


def played_while(storm: Storm, ports: list[int], act: Callable[[], None]) -> Outcome:
    """Hands that two people record at each of the ports until the act is over, and at least a few. Who is told to try
    again sends the hand again under its key, as a tablet does: a busy machine keeps a lock longer than a page waits."""
    outcome, over = Outcome(), threading.Event()

    def play(port: int) -> None:
        hands = 0
        while not over.is_set() or hands < 3:
            hands, key, began = hands + 1, str(uuid.uuid4()), time.monotonic()
            said, hand = storm.attempt(port, key, ANSWERED)
            while said == BUSY and time.monotonic() - began < ANSWERED:
                time.sleep(0.1)
                said, hand = storm.attempt(port, key, ANSWERED)
            with outcome.lock:
                outcome.waits.append(time.monotonic() - began)
                if hand:
                    outcome.acked[key] = hand
                else:
                    outcome.refused[said] += 1
            time.sleep(0.1)

    people = [threading.Thread(target=play, args=(port,), daemon=True) for port in ports for _ in range(2)]
    for each in people:
        each.start()
    try:
        act()
    finally:
        over.set()
        for each in people:
            each.join(ANSWERED)
    return outcome


def test_f20_the_release_before_goes_on_while_the_tables_are_upgraded(
    upgraded: Upgraded, before: Path, tmp_path: Path
) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "now").mkdir()
    with played_on(upgraded, before, tmp_path / "before") as (old, storm):
        through = played_while(storm, [old.port], upgraded.upgrade)
        print("while it is upgraded:", through.told)
        with web_server(tmp_path / "now", **upgraded.told()) as new:
            both = played_while(storm, [old.port, new.port], lambda: time.sleep(1))
            print("both releases:", both.told)
    assert through.refused == both.refused == {}
    together = Outcome(acked=through.acked | both.acked)
    assert len(through.acked) >= 6
    storm.look_at(together)


def test_f20_the_days_that_the_release_before_built_are_summed_by_table(done: Done) -> None:
    """Locked ones too: the migration does it before their lines are fixed."""
    assert RakeDay.objects.count() > 0
    assert PlayDay.objects.count() > 0
    assert list(wrong_days()) == []


def test_f20_a_day_that_the_release_before_builds_is_summed_by_table(done: Done, before: Path) -> None:
    """Its programs build a day, and build it again, and know nothing of the sums of tables that come after them."""
    told = {**plain(), **done.room.told(), "SECRET_KEY": "s" * 60, "BROKER_URL": "memory://localhost"}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", BUILDS_A_DAY]
    done = subprocess.run(command, cwd=before, capture_output=True, text=True, check=False, env=told)
    assert done.returncode == 0, done.stderr
    room = int(done.stdout.split()[-1])
    assert [line.ticks for line in RakeDay.objects.filter(room=room)] == [3]
    assert PlayDay.objects.filter(room=room, open_seconds__gt=0).count() == 1
    assert list(wrong_days()) == []


def test_f20_control_what_the_release_before_uses_is_taken_away(
    upgraded: Upgraded, before: Path, tmp_path: Path
) -> None:
    """As a migration does that gives a column another name: its programs break, and the storm says so."""

    def rename() -> None:
        with connections["owner"].cursor() as cursor:
            cursor.execute("alter table games_hand rename column rake_taken to rake_told")

    with played_on(upgraded, before, tmp_path) as (old, storm):
        assert played_while(storm, [old.port], lambda: None).refused == {}
        outcome = played_while(storm, [old.port], rename)
    print(outcome.told)
    assert outcome.refused
