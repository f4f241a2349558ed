"""Fixtures that every test may use: databases that behave like production's, and what this machine may or may not
have."""

import gc
import sys
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from hypothesis import settings

pytest_plugins = ["tests.support.databases", "tests.support.machine"]

# a property fails because it is false, never because the machine was busy
settings.register_profile("cardroom", deadline=None)
settings.load_profile("cardroom")

# the product's own algorithm, at the least price that it has: thousands of tests set a password or a PIN
Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost, Argon2PasswordHasher.parallelism = 1, 8, 1

# thousands of tests are found and none is garbage: looking for some meanwhile takes half of the time
gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage again, among what the tests make and never again among the tests themselves."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def chance_asks_for_no_pot() -> Iterator[None]:
    """A table's secret is drawn by chance, and a page must not hang on it: a test that wants pots to be asked for sets
    the rate."""
    with patch("rake.sampling.selectors.USUAL_ONE_IN", 0):
        yield


@pytest.fixture(autouse=True)
def no_tiles_of_another_test() -> None:
    """Nothing that a process keeps of the floor board: rooms and tables of a test that was rolled back come again with
    the same ids and states, and their alarms with others."""
    if kept := sys.modules.get("games.views.kept_tiles"):
        kept._rooms.clear()
        kept._alarms.clear()
