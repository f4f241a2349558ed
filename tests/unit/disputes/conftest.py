"""A table at which something is disputed."""

import pytest

from tests.support.dispute import DisputeTable, open_dispute_table


@pytest.fixture
def desk(db: None) -> DisputeTable:
    """Four players with 200 each, blinds 1 and 3, rake 5% to 5, the house rules of `live`: no appeal."""
    return open_dispute_table()
