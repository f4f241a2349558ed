"""Notes of a gaming day: what was done on it, or to it, and keeps nothing open; on its page and in the morning."""

import html
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from config.days.selectors import notes_of
from config.requests.services import claim
from config.staff.models import User
from players.services.counting import count_together
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table in play: one person moves 100 a day alone."""
    return open_hand_table()


@pytest.fixture(autouse=True)
def _the_room_s_time(table: HandTable) -> Iterator[None]:
    with time_machine.travel(table.desk.now + timedelta(minutes=30), tick=False):
        yield


@pytest.fixture
def manager(table: HandTable) -> Client:
    return signed_in(table.desk.manager)


def notes(table: HandTable, days: int = 0) -> list[str]:
    return [note.sentence for note in notes_of(table.desk.room, table.session.gaming_day + timedelta(days=days))]


def count(table: HandTable, by: User, **stacks: int) -> None:
    counts = {table.sittings[int(seat[1:])]: amount for seat, amount in stacks.items()}
    asked, facts = key(), {"by": by, "at": table.desk.at()}
    with transaction.atomic():
        claim(asked, "count", {}, **facts)
        count_together(table.session, counts, reason="ticks", key=asked, **facts)


class TestCounts:
    @pytest.fixture
    def counted(self, table: HandTable) -> HandTable:
        table.tick(5_00)
        count(table, table.floor, s1=300_00, s2=100_00)
        table.tick(5_00)
        count(table, table.floor, s1=302_00, s2=98_00)
        return table

    def test_whoever_moved_more_than_the_posted_amount_is_named(self, counted: HandTable) -> None:
        name = counted.floor.display_name
        assert notes(counted) == [
            f"{name} moved 102 by counts of 4 stacks, 102 of it put down to quick hands; one person moves 100 a day "
            "alone."
        ]
        assert notes(counted, days=-1) == notes(counted, days=1) == []

    def test_whoever_moved_just_the_amount_is_not(self, table: HandTable) -> None:
        other = person(table.desk.room, "floor")
        for by in (table.floor, other):
            table.tick(5_00)
            count(table, by, s1=table.stack(1) + 50_00, s2=table.stack(2) - 50_00)
        assert notes(table) == []

    def test_it_stands_on_the_day_and_in_the_morning(self, counted: HandTable, manager: Client) -> None:
        day = counted.session.gaming_day
        address = f"{reverse('ledger')}?kind=count&since={day}&until={day}"
        for page in (reverse("day", args=[day]), f"{reverse('morning')}?day={day}"):
            shown = manager.get(page)
            assert html.escape(address) in shown.content.decode(), page
            assert notes(counted)[0] in text(shown), page
        assert manager.get(address).status_code == 200

    def test_a_day_without_any_says_nothing(self, table: HandTable, manager: Client) -> None:
        assert "Worth knowing" not in manager.get(reverse("day", args=[table.session.gaming_day])).content.decode()
