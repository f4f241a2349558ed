"""A table at which something is disputed."""

from tests.support.arranged import arranged
from tests.support.dispute import DisputeTable, open_dispute_table


@arranged
def desk() -> DisputeTable:
    """Four players with 200 each, blinds 1 and 3, rake 5% to 5, the house rules of `live`: no appeal."""
    return open_dispute_table()
