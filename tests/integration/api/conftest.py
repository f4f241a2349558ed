"""A table that plays, and the systems that call."""

from collections.abc import Callable

import pytest

from tests.support.api import Caller, caller
from tests.support.arranged import arranged
from tests.support.desk import person
from tests.support.table import HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """A no-limit table, blinds 1 and 3, four players with 200 each in seats 1 to 4; rake 5% to 5."""
    return open_hand_table()


@pytest.fixture
def calls(table: HandTable) -> Callable[[str], Caller]:
    """A system with the role that is named, in the room of the table."""
    return lambda role: caller(person(table.desk.room, role))


@pytest.fixture
def floor(calls: Callable[[str], Caller]) -> Caller:
    """A system that may do what a floor supervisor may."""
    return calls("floor")


@pytest.fixture
def cashier(table: HandTable) -> Caller:
    """A system of the cashier who works the room's drawer."""
    return caller(table.desk.cashier)


@pytest.fixture
def manager(calls: Callable[[str], Caller]) -> Caller:
    """A system that may do what a manager may."""
    return calls("manager")
