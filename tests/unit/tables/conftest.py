"""A room that is ready for play."""

import pytest

from tests.support.desk import Desk, open_desk


@pytest.fixture
def desk(db: None) -> Desk:
    """A room under the Live! rules with a funded drawer and one open table."""
    return open_desk()
