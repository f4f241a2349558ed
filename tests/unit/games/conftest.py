"""A table at which hands are played."""

from tests.support.arranged import arranged
from tests.support.table import HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """A no-limit table, blinds 1 and 3, four players with 200 each in seats 1 to 4; rake 5% to 5."""
    return open_hand_table()
