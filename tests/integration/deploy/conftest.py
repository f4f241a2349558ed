"""A server as an operator sets it up, once for all tests of this folder that only look at it."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from deploy import programs
from devkit.trouble import TroubleError
from tests.support import cluster
from tests.support.cluster import Cluster
from tests.support.machine import lacking


@pytest.fixture(scope="session")
def operated(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cluster]:
    """The server, furnished: its roles, its tables and their rights. No room yet."""
    try:
        programs.find()
    except TroubleError:
        lacking("No PostgreSQL with pg_basebackup on this machine.", "apt-get install -y postgresql")
    home = Path(tempfile.mkdtemp(prefix="cardroom-operated-", dir="/tmp"))
    try:
        with cluster.running(home) as running:
            with django_db_blocker.unblock():
                cluster.furnish(running, migrated_database())
            yield running
    finally:
        shutil.rmtree(home, ignore_errors=True)


def migrated_database() -> dict[str, str]:
    """Where the tests' own migrated database is reached by its owner, as PostgreSQL's programs read it."""
    leads = connections["owner"].get_connection_params()
    names = {"PGDATABASE": "dbname", "PGUSER": "user", "PGPASSWORD": "password", "PGHOST": "host", "PGPORT": "port"}
    return {variable: str(leads[name]) for variable, name in names.items() if leads.get(name)}
