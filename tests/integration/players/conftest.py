"""Waiting lists of a room that plays now, and its floor supervisor's browser."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.desk import open_desk, person
from tests.support.lists import Lists
from tests.support.people import signed_in


@pytest.fixture
def lists(db: None) -> Lists:
    """The lists of a room that plays now; one seat of its table is empty, number 9."""
    lists = Lists(open_desk())
    lists.desk.now, lists.desk.step = timezone.now() - timedelta(minutes=30), timedelta(seconds=1)
    lists.fill(but=1)
    return lists


@pytest.fixture
def floor(lists: Lists) -> Client:
    """The floor supervisor's browser."""
    return signed_in(person(lists.desk.room, "floor"))
