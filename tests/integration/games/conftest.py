"""A table at which hands are played, and a supervisor's tablet."""

import pytest
from django.test import Client

from tests.support.arranged import arranged
from tests.support.desk import person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """A no-limit table, blinds 1 and 3, four players with 200 each in seats 1 to 4; rake 5% to 5."""
    return open_hand_table()


@pytest.fixture
def tablet(table: HandTable) -> Client:
    """The supervisor's browser."""
    return signed_in(table.floor)


@pytest.fixture
def other_tablet(table: HandTable) -> Client:
    """The browser of a supervisor who entered none of the hands."""
    return signed_in(person(table.desk.room, "floor"))
