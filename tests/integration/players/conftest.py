"""Waiting lists of a room that plays now, and its floor supervisor's browser."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.arranged import arranged
from tests.support.desk import open_desk, person
from tests.support.lists import Lists
from tests.support.people import signed_in


@arranged
def full() -> Lists:
    """The lists of a room; one seat of its table is empty, number 9."""
    lists = Lists(open_desk())
    lists.fill(but=1)
    return lists


@pytest.fixture
def lists(full: Lists) -> Lists:
    """The lists of that room, which plays now."""
    full.desk.now, full.desk.step = timezone.now() - timedelta(minutes=30), timedelta(seconds=1)
    return full


@pytest.fixture
def floor(lists: Lists) -> Client:
    """The floor supervisor's browser."""
    return signed_in(person(lists.desk.room, "floor"))
