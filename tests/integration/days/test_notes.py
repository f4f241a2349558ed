"""Notes of a gaming day: what was done on it, or to it, and keeps nothing open; on its page and in the morning."""

import html
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from config.days.selectors import notes_of
from config.requests.services import claim
from config.staff.models import User
from players.services.counting import count_together
from rake.revenue.services import post_revenue_version
from tables.services import close_table, post_plaque
from tables.services.plaque_changes import change_plaque
from tests.support.arranged import arranged
from tests.support.days import end_day
from tests.support.desk import NLH, key, person
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
            f"{name} found 102, 102 of it put down to quick hands, and missed 102, by counts of 4 stacks; one person "
            "moves 100 a day alone."
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
        address = f"{reverse('ledger')}?kind=count&since={day}&until={day}&by={counted.floor.badge_number}"
        for page in (reverse("day", args=[day]), f"{reverse('morning')}?day={day}&look=yes"):
            shown = manager.get(page)
            assert html.escape(address) in shown.content.decode(), page
            assert notes(counted)[0] in text(shown), page
        assert manager.get(address).status_code == 200

    def test_the_link_shows_what_the_sentence_counts(self, counted: HandTable, manager: Client) -> None:
        """Found and missed are both there, and nobody else's counts, be they of somebody of the same name."""
        other = person(counted.desk.room, "floor")
        for each in (counted.floor, other):
            each.display_name = "Dana Ortiz"
            each.save()
        counted.tick(5_00)
        count(counted, other, s3=180_00, s4=215_00)
        (note,) = notes_of(counted.desk.room, counted.session.gaming_day)
        rows = manager.get(note.href).context["found"].rows
        ways = [(row.transfer.source.kind, row.transfer.amount) for row in rows]
        sums = [sum(amount for kind, amount in ways if (kind == "felt") == found) for found in (True, False)]
        assert (len(rows), sums) == (4, [102_00, 102_00])
        assert note.sentence == notes(counted)[0]
        assert " found 102, 102 of it put down to quick hands, and missed 102, by counts of 4 stacks" in note.sentence

    def test_a_day_without_any_says_nothing(self, table: HandTable, manager: Client) -> None:
        assert "Worth knowing" not in manager.get(reverse("day", args=[table.session.gaming_day])).content.decode()


def shown(client: Client, table: HandTable) -> list[str]:
    """The words of the page of the day, and of its morning."""
    day = table.session.gaming_day
    return [text(client.get(page)) for page in (reverse("day", args=[day]), f"{reverse('morning')}?day={day}")]


class TestRevenue:
    def version(self, table: HandTable, from_day: date, **facts: Any) -> None:
        given: dict[str, Any] = {"code": "washington", "title": "Washington gross receipts", "source": "the accountant"}
        given |= {"terms": {"rake_counted": 1, "petty_out": -1}, "reason": "asked for", "key": key()}
        by = {"by": table.desk.manager, "at": table.desk.at()}
        post_revenue_version(room=table.desk.room, from_day=from_day, **(given | by | facts))

    def test_who_changed_it_from_which_day_and_what_it_was(self, table: HandTable, manager: Client) -> None:
        day = table.session.gaming_day
        self.version(table, day + timedelta(days=2))
        (said,) = notes(table)
        at = f"{table.desk.now.astimezone(table.desk.room.zone):%-d %B at %H:%M}"
        assert said == (
            f"{table.desk.manager} alone changed how “Washington gross receipts” is reckoned on {at}: "
            "from 9 March 2025 on it is Rake counted − Petty cash paid out; "
            "before, Rake recorded + Time collected + Administration fees. Why: asked for"
        )
        assert notes(table, days=1) == notes(table, days=2) == []
        assert all(said in words for words in shown(manager, table))
        address = reverse("revenue_definition", args=["washington"])
        assert f'href="{address}"' in manager.get(reverse("day", args=[day])).content.decode()

    def test_each_day_that_it_reaches_back_over_says_so_and_who_confirmed_it(self, table: HandTable) -> None:
        day, second = table.session.gaming_day, person(table.desk.room, "auditor")
        end_day(table.desk)
        table.desk.now += timedelta(days=1)
        self.version(table, day + timedelta(days=1), second=second)
        assert notes(table) == []
        for days in (1, 2):
            (said,) = notes(table, days=days)
            assert said.startswith(f"{table.desk.manager}, with badge {second.badge_number}, changed how"), days

    def test_a_further_version_says_what_the_one_before_was(self, table: HandTable) -> None:
        day = table.session.gaming_day
        self.version(table, day)
        self.version(table, day, terms={"admin_fees": 1})
        assert "before, Rake counted − Petty cash paid out." in notes(table)[1]


class TestPlaques:
    def change(self, table: HandTable, **facts: Any) -> None:
        fee = replace(table.session.posted.fee or NLH.fee, **facts)  # type: ignore[type-var]
        plaque = replace(table.session.posted, fee=fee)
        by = {"by": table.desk.manager, "at": table.desk.at(), "reason": "a slow night"}
        post_plaque(table=table.session.table, plaque=plaque, **by)

    def test_who_changed_the_fee_of_a_table_in_play(self, table: HandTable, manager: Client) -> None:
        self.change(table, cap=2_00)
        (said,) = notes(table)
        at = f"{table.desk.now.astimezone(table.desk.room.zone):%H:%M}"
        assert said == (
            f"{table.desk.manager} changed the plaque of {table.session.table} in play at {at}: Fee Rake 5% to $2, no "
            "flop no drop (before: Rake 5% to $5, no flop no drop). Why: a slow night"
        )
        assert all(said in words for words in shown(manager, table))
        assert notes(table, days=1) == []

    def test_each_change_of_several_stands_beside_what_it_changed(self, table: HandTable) -> None:
        self.change(table, cap=2_00)
        self.change(table, cap=5_00)
        first, second = notes(table)
        assert "to $2, no flop no drop (before: Rake 5% to $5" in first
        assert "to $5, no flop no drop (before: Rake 5% to $2" not in first
        assert "to $5, no flop no drop (before: Rake 5% to $2" in second

    def test_a_table_that_is_closed_says_nothing(self, table: HandTable) -> None:
        for seat in table.sittings:
            table.desk.leave(table.sittings[seat])
        close_table(session=table.session, confirmed=("residual",), reason="carried off", **table.by())
        self.change(table, cap=2_00)
        assert notes(table) == []

    def test_whoever_confirmed_it_is_named_too(self, table: HandTable) -> None:
        other = table.desk.open_table()
        cheap = replace(NLH, buy_in_min=40_00)
        like = post_plaque(table=other.table, plaque=cheap, by=table.desk.manager, at=table.desk.at())
        change_plaque(table=table.session.table, like=like, second=table.desk.manager, **table.by())
        said = [note for note in notes(table) if str(table.session.table) in note]
        assert len(said) == 1
        assert said[0].startswith(f"{table.floor}, with {table.desk.manager}, changed the plaque of")
        assert "Buy-in $40 to $300 (before: $100 to $300), without a reason" in said[0]
