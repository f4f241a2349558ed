"""A room that is ready for play."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk


@arranged
def desk() -> Desk:
    """A room under the Live! rules with a funded drawer and an open no-limit table (buy-in 100 to 300)."""
    return open_desk()


@pytest.fixture
def uncommitted(db: None) -> Iterator[None]:
    """Let what the test posts by itself be asked for and told by nobody: the database would refuse its commit."""
    yield
    transaction.set_rollback(True)
