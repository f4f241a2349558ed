"""Browsers, and the tablets that tests take in their hands."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tests.support.arranged import arranged_to_commit
from tests.support.browser import PATIENCE, SIZES, Drawer, HeldBrowser, one_way
from tests.support.desk import Desk, open_desk

expect.set_options(timeout=PATIENCE)
held = HeldBrowser()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Hold the tablet of a test that asks for a `size` one way, its name says which, or both with PROOFS=whole.

    A test that says itself in which sizes it runs is left alone.
    """
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "size" in metafunc.fixturenames and "size" not in own:
        ways = one_way(SIZES, said=metafunc.function.__name__)
        metafunc.parametrize("size", list(ways.values()), ids=list(ways))


@pytest.fixture
def browser(chromium: str) -> Browser:
    """The one browser of this folder's tests; a tablet is a context of its own in it."""
    return held.take(chromium)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser where the next test is of another folder: its loop would run there too."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        held.close()


def pytest_sessionfinish() -> None:
    """Close the browser of a run that was stopped."""
    held.close()


@pytest.fixture
def tablets(browser: Browser, committed_db: str, live_server: Any) -> Iterator[Drawer]:
    """Tablets of the product, on a database of the test's own; what one of them complains of fails the test."""
    drawer = Drawer(browser, live_server.url)
    yield drawer
    drawer.put_back()


@arranged_to_commit
def opened() -> Desk:
    """A room under the Live! rules with a funded drawer and an open no-limit table (buy-in 100 to 300)."""
    return open_desk()


@pytest.fixture
def desk(opened: Desk) -> Desk:
    """That room, at play now."""
    opened.now, opened.step = timezone.now(), timedelta(0)
    return opened
