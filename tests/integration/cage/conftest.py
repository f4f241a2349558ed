"""A room at play now, for the pages of its cage."""

import pytest

from tests.support.arranged import arranged
from tests.support.desk import Desk, at_play_now, open_desk


@arranged
def opened() -> Desk:
    """A room under the Live! rules with a funded drawer and an open no-limit table (buy-in 100 to 300)."""
    return open_desk()


@pytest.fixture
def desk(opened: Desk) -> Desk:
    """That room, at play now."""
    return at_play_now(opened)
