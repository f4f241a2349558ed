"""Databases for tests, as strict as production's: migrated and granted by the owner, used as the application's role.

One template is migrated per run. Each process clones it once, and its ordinary tests run there inside a transaction
that is rolled back. A test that needs real commits (`committed_db`, `django_db(transaction=True)`, `live_server`) gets
a clone of its own: append-only tables refuse to be flushed, and no trigger is loosened for a test. Tests that begin
from an arrangement (tests/support/arranged.py) run in that arrangement's database, or in clones of it.
"""

import itertools
import os
import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import TransactionTestCase
from psycopg import sql
from pytest_django.plugin import DjangoDbBlocker, blocking_manager_key

from config.audit.grants import database_statements
from devkit.locks import waiting_lock
from tests.support import migrated
from tests.support.arranged import Arrangement, arrangement_of
from tests.support.lock_order import watched_connections
from tests.support.races import PATIENCE, be_patient, lanes

IS_FIRST = "CARDROOM_TEST_RUN" not in os.environ  # not a process of a run, nor a run that a test of that run starts
RUN = os.environ.setdefault("CARDROOM_TEST_RUN", secrets.token_hex(4))  # the processes of one run share it
PREFIX = f"cardroom_test_{RUN}"
TEMPLATE = f"{PREFIX}_template"
OWN = f"{PREFIX}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
LOCK = Path(tempfile.gettempdir()) / f"{PREFIX}.lock"
ALIASES = ("default", "owner")
COMMITTING_FIXTURES = {"committed_db", "transactional_db", "live_server", "django_db_reset_sequences"}


# ---------------------------------------------------------------------------------------------------------- what runs


def pytest_configure() -> None:
    """A transactional test's database is dropped, so nothing has to be flushed; the application's role couldn't."""
    TransactionTestCase._fixture_teardown = lambda self: None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test that commits a database of its own, and lead every other to the one that it shares."""
    for item in items:
        if commits(item):
            item.add_marker(pytest.mark.django_db(transaction=True, databases=list(ALIASES)), append=False)
            item.add_marker(pytest.mark.committed_db)
            item.fixturenames.insert(0, "committed_db")
        elif is_rolled_back(item):
            item.fixturenames.insert(0, "shared_db")


def commits(item: pytest.Item) -> bool:
    """Whether the test's commits are real."""
    marker = item.get_closest_marker("django_db")
    return (
        item.get_closest_marker("committed_db") is not None
        or (marker is not None and bool(marker.kwargs.get("transaction") or marker.args[:1] == (True,)))
        or not COMMITTING_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
    )


def is_rolled_back(item: pytest.Item) -> bool:
    """Whether the test uses a database, in a transaction that is rolled back."""
    return item.get_closest_marker("django_db") is not None or "db" in getattr(item, "fixturenames", ())


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The process that began the run drops what the run has made; matters on a server that stays."""
    if not IS_FIRST or not LOCK.exists():  # the lock is there if any process made databases
        return
    with config.stash[blocking_manager_key].unblock():
        for name in databases_of_this_run():
            drop(name)
    LOCK.unlink()


# ----------------------------------------------------------------------------------------------------------- fixtures


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """This process's clone of the migrated template, for tests that are rolled back.

    The addresses are read before: on a busy machine a first page would do so in its transaction, and idle for too long.
    """
    import_module(settings.ROOT_URLCONF)
    with django_db_blocker.unblock():
        with waiting_lock(LOCK):
            if TEMPLATE not in databases_of_this_run():
                make_template()
        clone(OWN)
        point_at(OWN)
    yield
    with django_db_blocker.unblock():
        connections.close_all()
        for name in (OWN, *arranged_databases):
            drop(name)


@pytest.fixture
def shared_db(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Lead the connections to the database that the test shares: its arrangement's, or else this process's own."""
    with django_db_blocker.unblock():
        wanted = database_of(arrangement_of(request.node)) or OWN
        if connections["owner"].settings_dict["NAME"] != wanted:
            point_at(wanted)


@pytest.fixture
def lock_faults() -> Iterator[list[str]]:
    """Whoever takes row locks, in any thread, is watched: another order than the house's fails the test."""
    with watched_connections() as faults:
        yield faults
    assert faults == []


@pytest.fixture
def committed_db(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker, lock_faults: list[str]
) -> Iterator[str]:
    """The name of a database made for this test alone; `default` is the application's role there, `owner` the owner."""
    name = f"{OWN}_{next(numbers)}"
    with django_db_blocker.unblock():
        source = database_of(arrangement_of(request.node)) or TEMPLATE
        point_at(name)  # nobody may be in a database while it is cloned
        clone(name, source)
        yield name
        point_at(OWN)
        drop(name)


numbers = itertools.count(1)
arranged_databases: list[str] = []

Outcome = object


@pytest.fixture
def together(committed_db: str) -> Callable[..., list[Outcome]]:
    """Run functions at the same moment, each in a thread with a connection of its own.

    Returns for each what it returned, or the exception that it raised. Of two, the second always comes while the first
    is done and not committed: a lock that is missing is then missed in every run.
    """

    def run(*actions: Callable[[], object], seconds: float = PATIENCE) -> list[Outcome]:
        if len(actions) == 2:
            with lanes() as people:
                return people.in_turn(*actions)
        barrier = threading.Barrier(len(actions))
        outcomes: list[Outcome] = [TimeoutError("did not end")] * len(actions)

        def act(number: int, action: Callable[[], object]) -> None:
            try:
                be_patient()
                barrier.wait(seconds)
                outcomes[number] = action()
            except Exception as raised:
                outcomes[number] = raised
            finally:
                connections.close_all()

        threads = [threading.Thread(target=act, args=each, daemon=True) for each in enumerate(actions)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(seconds)
        return outcomes

    return run


# ------------------------------------------------------------------------------------------------------ the databases


def make_template() -> None:
    """The migrated, granted database that all others are cloned from; renamed when whole, so never used half-made."""
    draft = f"{TEMPLATE}_draft"
    drop(draft)
    execute(f'CREATE DATABASE "{draft}"')
    point_at(draft)
    migrated.migrate()
    call_command("grant_application_role", verbosity=0)
    connections.close_all()
    execute(f'ALTER DATABASE "{draft}" RENAME TO "{TEMPLATE}"')


def database_of(arrangement: Arrangement[Any] | None) -> str:
    """The name of the arrangement's database, made at the first time that any asks that arranges the same; or empty."""
    if arrangement is None:
        return ""
    arrangement = arrangement.first()
    if not arrangement.database:
        name = f"{OWN}_arranged_{next(numbers)}"
        clone(name)
        arranged_databases.append(name)
        point_at(name)
        arrangement.make_in(name)
    return arrangement.database


def clone(name: str, source: str = TEMPLATE) -> None:
    """A new database like `source`, with the rights that a database's copy does not have from it."""
    execute(f'CREATE DATABASE "{name}" TEMPLATE "{source}" STRATEGY {strategy()}')
    role, owner = (connections[alias].settings_dict.get("USER") for alias in ALIASES)
    for statement in database_statements(role, name) if role and role != owner else ():
        execute(statement)


@cache
def strategy() -> str:
    """The quicker way to copy a database: as files where the server never waits for its disk, which takes a third of
    the time, and else through its log, for copied files would be waited for one by one."""
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute("SHOW fsync")
        return "FILE_COPY" if cursor.fetchone() == ("off",) else "WAL_LOG"


def drop(name: str) -> None:
    """Drop the database, ending connections that a server thread still holds."""
    execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def point_at(name: str) -> None:
    """Let both connections, and those of threads to come, lead to this database."""
    for alias in ALIASES:
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name


def databases_of_this_run() -> list[str]:
    """The names of all databases that this run has made."""
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX])
        return [name for (name,) in cursor.fetchall()]


def execute(statement: str | sql.Composed) -> None:
    """Run a statement as the owner, from outside the test databases."""
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute(statement)
