"""Browsers, and the tablets that tests take in their hands."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from zlib import crc32

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tests.support.arranged import arranged_to_commit
from tests.support.browser import PATIENCE, SIZES, WHOLE, Drawer, chromium_browser
from tests.support.desk import Desk, open_desk

expect.set_options(timeout=PATIENCE)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Hold the tablet of a test that asks for a `size` both ways with CI=true, elsewhere one way: its name says which.

    A test that says itself in which sizes it runs is left alone.
    """
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "size" in metafunc.fixturenames and "size" not in own:
        ways = list(SIZES) if WHOLE else [list(SIZES)[crc32(metafunc.function.__name__.encode()) % 2]]
        metafunc.parametrize("size", [SIZES[way] for way in ways], ids=ways)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for the tests of a file; its loop runs beside the database's connection, not in it."""
    with pytest.MonkeyPatch.context() as patch, chromium_browser(chromium) as opened:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield opened


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
