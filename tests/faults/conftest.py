"""A database server of these tests' own: its processes are killed, and it recovers."""

import itertools
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from config import settings as product
from deploy import programs
from devkit.postgres import Server
from devkit.throwaway import running_server
from devkit.trouble import TroubleError
from tests.integration.deploy.conftest import migrated_database
from tests.support.databases import (
    ALIASES,
    PREFIX,
    TEMPLATE,
    clone,
    databases_of_this_run,
    execute,
    make_template,
    point_at,
)
from tests.support.races import PATIENCE

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def own_server() -> Iterator[Server]:
    """The server, which takes a crowd. What it has committed is with the operating system, which nobody kills here;
    what a commit did not wait for stays unwritten for long."""
    with running_server(more=("max_connections=150", "wal_writer_delay=10s")) as server:
        yield server


@pytest.fixture
def killable(own_server: Server, committed_db: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """The server, with a database of this test's own to which all connections lead meanwhile."""
    with led_to(own_server):
        yield own_server


@contextmanager
def led_to(server: Server) -> Iterator[None]:
    """All connections lead to a new database of that server for the block."""
    migrated = template_of_this_run()
    with leading_to(server.urls()):
        if TEMPLATE not in databases_of_this_run():
            copy_template(migrated)
        name = f"{PREFIX}_killed_{next(_numbers)}"
        connections.close_all()
        clone(name)
        point_at(name)
        yield


def template_of_this_run() -> dict[str, str]:
    """Where the tests' migrated database is, as PostgreSQL's programs read it."""
    return migrated_database() | {"PGDATABASE": TEMPLATE}


def copy_template(migrated: dict[str, str]) -> None:
    """The same template on the server to which the connections lead: copied, because the same migrations again take ten
    times as long; made anew where this machine has no programs to copy it with."""
    try:
        found = programs.find()
    except TroubleError:
        make_template()
        return
    dump = found.run("pg_dump", "--no-owner", "--no-privileges", environ=migrated)
    execute(f'CREATE DATABASE "{TEMPLATE}"')
    point_at(TEMPLATE)
    leads = {**os.environ, **migrated_database()}
    tables = dump.replace("CREATE SCHEMA public;", "").replace("COMMENT ON SCHEMA public", "-- COMMENT")
    command = [found.folder / "psql", "-Xq", "-v", "ON_ERROR_STOP=1"]
    subprocess.run(command, input=tables, env=leads, capture_output=True, text=True, check=True)
    call_command("grant_application_role", verbosity=0)
    connections.close_all()


@contextmanager
def leading_to(urls: dict[str, str]) -> Iterator[None]:
    """All connections lead to these addresses for the block."""
    before = {alias: dict(connections[alias].settings_dict) for alias in ALIASES}
    for alias, variable in zip(ALIASES, ("DATABASE_URL", "DATABASE_OWNER_URL"), strict=True):
        more = "&" if "?" in urls[variable] else "?"
        address = f"{urls[variable]}{more}connect_timeout={PATIENCE}"  # a hundred at once, on a busy machine
        given = product._database(address, statement_timeout="60s", idle_timeout="10min")
        _lead(alias, {name: given[name] for name in ("HOST", "PORT", "NAME", "USER", "PASSWORD", "OPTIONS")})
    try:
        yield
    finally:
        connections.close_all()
        for alias in ALIASES:
            _lead(alias, before[alias])


def _lead(alias: str, values: dict[str, object]) -> None:
    connections[alias].close()
    connections[alias].settings_dict.update(values)
