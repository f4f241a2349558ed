"""A database server of these tests' own: its processes are killed, and it recovers."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from config import settings as product
from devkit.postgres import Server
from devkit.throwaway import running_server
from tests.support.databases import ALIASES, PREFIX, TEMPLATE, clone, databases_of_this_run, make_template, point_at
from tests.support.races import PATIENCE

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def own_server() -> Iterator[Server]:
    """The server, which takes a crowd. What it has committed is with the operating system, which nobody kills here."""
    with running_server(more=("max_connections=150",)) as server:
        yield server


@pytest.fixture
def killable(own_server: Server, committed_db: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """The server, with a database of this test's own to which all connections lead meanwhile."""
    with _leading_to(own_server):
        if TEMPLATE not in databases_of_this_run():
            make_template()
        name = f"{PREFIX}_killed_{next(_numbers)}"
        connections.close_all()
        clone(name)
        point_at(name)
        yield own_server


@contextmanager
def _leading_to(server: Server) -> Iterator[None]:
    """All connections lead to that server for the block."""
    urls = server.urls()
    before = {alias: dict(connections[alias].settings_dict) for alias in ALIASES}
    for alias, variable in zip(ALIASES, ("DATABASE_URL", "DATABASE_OWNER_URL"), strict=True):
        address = f"{urls[variable]}&connect_timeout={PATIENCE}"  # a hundred at once, on a busy machine
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
