"""The day board, and the command that closes a day: who may, what they say, and how they refuse."""

import html
import io
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.days.models import DayLock
from config.days.selectors import days_of, open_items
from tests.support.arranged import arranged
from tests.support.days import end_day, lock_day, locked_day, open_drawers, tie_out
from tests.support.desk import Desk, key, person
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db
PIN = "4711"
DAY = date(2025, 3, 7)
BOARD, PAGE, LOCK = reverse("days"), reverse("day", args=[DAY]), reverse("day_lock", args=[DAY])


@arranged
def desk() -> Desk:
    """A day that has ended, and nothing of it is settled."""
    table = open_hand_table()
    table.tick(3_00, pot=60_00, winners=[1])
    end_day(table.desk)
    return table.desk


@pytest.fixture(autouse=True)
def _the_room_s_time(desk: Desk) -> Iterator[None]:
    with time_machine.travel(desk.now + timedelta(minutes=30), tick=False):
        yield


@pytest.fixture
def manager(desk: Desk) -> Client:
    return reader(desk.manager, desk.room)


def second(desk: Desk, role: str = "auditor") -> Any:
    """Somebody with a PIN."""
    somebody = person(desk.room, role)
    somebody.set_pin(PIN)
    somebody.save()
    return somebody


def form(desk: Desk, **fields: str) -> dict[str, str]:
    return {"key": key(), "badge": second(desk).badge_number, "pin": PIN} | fields


class TestPages:
    def test_the_board_lists_the_days_with_their_states(self, desk: Desk, manager: Client) -> None:
        page = manager.get(BOARD).content.decode()
        assert "Sat 8 Mar 2025" in page
        assert "Fri 7 Mar 2025" in page
        assert "cut off" in page
        assert "the next to lock" in page

    def test_a_day_names_what_keeps_it_open_one_tap_away(self, desk: Desk, manager: Client) -> None:
        page = manager.get(PAGE).content.decode()
        items = open_items(desk.room, DAY)
        assert len(items) >= 4
        for item in items:
            assert f'href="{item.href.replace("&", "&amp;")}"' in page
        assert "Lock the day" not in page

    def test_two_people_lock_it(self, desk: Desk, manager: Client) -> None:
        tie_out(desk, DAY)
        assert "Lock the day" in manager.get(PAGE).content.decode()
        answer = manager.post(LOCK, form(desk))
        assert (answer.status_code, answer["Location"]) == (303, PAGE)
        lock = DayLock.objects.get()
        page = manager.get(PAGE).content.decode()
        assert f"{lock.locked_by} and {lock.second} locked this day" in page
        assert all(row.digest in page for row in lock.kept.all())

    def test_a_day_that_something_keeps_open_is_refused_on_its_page(self, desk: Desk, manager: Client) -> None:
        answer = manager.post(LOCK, form(desk))
        assert answer.status_code == 422
        assert "things keep 7 March 2025 open" in answer.content.decode()
        assert not DayLock.objects.exists()

    def test_a_wrong_pin_is_refused(self, desk: Desk, manager: Client) -> None:
        tie_out(desk, DAY)
        answer = manager.post(LOCK, form(desk, pin="0000"))
        assert answer.status_code == 422
        assert "That is not the PIN" in answer.content.decode()
        assert not DayLock.objects.exists()

    def test_a_badge_alone_and_none_at_all_are_refused(self, desk: Desk, manager: Client) -> None:
        tie_out(desk, DAY)
        for fields in ({"pin": ""}, {"badge": "", "pin": ""}, {"key": "no key"}):
            assert manager.post(LOCK, form(desk, **fields)).status_code == 422
        assert not DayLock.objects.exists()

    def test_a_double_press_locks_once(self, desk: Desk, manager: Client) -> None:
        tie_out(desk, DAY)
        fields = form(desk)
        assert [manager.post(LOCK, fields).status_code for _ in range(2)] == [303, 303]
        assert DayLock.objects.count() == 1

    @pytest.mark.parametrize(
        ("role", "sees", "locks"),
        [("manager", 200, 422), ("auditor", 200, 403), ("floor", 200, 403), ("cashier", 403, 403)],
    )
    def test_who_may(self, desk: Desk, role: str, sees: int, locks: int) -> None:
        client = signed_in(person(desk.room, role))
        assert [client.get(each).status_code for each in (BOARD, PAGE)] == [sees, sees]
        assert client.post(LOCK, {}).status_code == locks

    @pytest.mark.parametrize("day", [date(2025, 3, 6), date(2025, 3, 9)])
    def test_a_day_before_the_books_or_still_to_come_is_not_found(self, manager: Client, day: date) -> None:
        assert manager.get(reverse("day", args=[day])).status_code == 404

    def test_a_later_day_leads_to_the_one_that_comes_first(self, desk: Desk, manager: Client) -> None:
        with time_machine.travel(desk.now + timedelta(days=1), tick=False):
            page = signed_in(desk.manager).get(reverse("day", args=[DAY + timedelta(days=1)])).content.decode()
        assert "Days are locked in order" in page
        assert PAGE in page

    def test_the_report_leads_to_the_day_and_back(self, manager: Client) -> None:
        assert PAGE in manager.get(reverse("rake_report", args=[DAY])).content.decode()
        assert reverse("rake_report", args=[DAY]) in manager.get(PAGE).content.decode()

    def test_a_sale_into_a_locked_day_is_refused_in_words(self, desk: Desk) -> None:
        tie_out(desk, DAY)
        lock_day(desk, DAY)
        open_drawers(desk)
        player = desk.player()
        address = reverse("buy_in", args=[player.pk])
        with time_machine.travel(desk.now - timedelta(hours=4), tick=False):
            client = signed_in(desk.cashier)
            fields = {"session": str(desk.session.pk), "amount": "100", "drawer": str(desk.drawer.pk), "key": key()}
            answer = client.post(address, fields)
        assert answer.status_code == 422
        assert "7 March 2025 is locked" in answer.content.decode()

    def test_as_many_queries_for_fifty_days_as_for_five(self, desk: Desk, manager: Client) -> None:
        def asked(days: int) -> int:
            with time_machine.travel(desk.now + timedelta(days=days), tick=False):
                client = signed_in(desk.manager)
                client.get(BOARD)
                with CaptureQueriesContext(connection) as told:
                    client.get(BOARD)
            return len(told)

        assert len(days_of(desk.room, desk.now + timedelta(days=50))) > 50
        assert asked(5) == asked(50)


def closed(*arguments: str) -> tuple[int, str]:
    """The exit status of `close_day`, and what it printed."""
    out = io.StringIO()
    try:
        call_command("close_day", *arguments, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue() + str(error)
    return 0, out.getvalue()


class TestCommand:
    def test_it_prints_a_line_for_each_thing_that_is_open(self, desk: Desk) -> None:
        status, text = closed("--room", desk.room.slug, "--day", "2025-03-07", "--check")
        items = open_items(desk.room, DAY)
        assert status == 1
        assert [line.partition(":")[0] for line in text.splitlines()] == [item.code for item in items]

    def test_nothing_open_is_nothing_said(self, desk: Desk) -> None:
        tie_out(desk, DAY)
        assert closed("--room", desk.room.slug, "--day", "2025-03-07", "--check") == (0, "")
        assert not DayLock.objects.exists()

    def test_a_locked_day_has_nothing_open(self, desk: Desk) -> None:
        tie_out(desk, DAY)
        lock_day(desk, DAY)
        open_drawers(desk)
        assert closed("--room", desk.room.slug, "--day", "2025-03-07", "--check") == (0, "")

    @pytest.mark.parametrize(
        ("room", "day"), [("nowhere", "2025-03-07"), ("", "2025-03-06"), ("", "2025-03-09"), ("", "yesterday")]
    )
    def test_no_such_day_or_room(self, desk: Desk, room: str, day: str) -> None:
        assert closed("--room", room or desk.room.slug, "--day", day, "--check")[0] == 2

    def test_two_people_lock_it_with_their_pins(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        tie_out(desk, DAY)
        by, other = second(desk, "manager"), second(desk)
        monkeypatch.setattr("config.days.management.commands.close_day.getpass", lambda _: PIN)
        given = ("--room", desk.room.slug, "--day", "2025-03-07", "--by", by.username, "--second", other.username)
        assert closed(*given)[0] == 0
        lock = DayLock.objects.get()
        assert (lock.locked_by, lock.second) == (by, other)
        assert closed(*given)[0] == 1

    @pytest.mark.parametrize("wrong", [0, 1])
    def test_a_wrong_pin_locks_nothing(self, desk: Desk, monkeypatch: pytest.MonkeyPatch, wrong: int) -> None:
        tie_out(desk, DAY)
        by, other = second(desk, "manager"), second(desk)
        guessed = f"PIN of {(by, other)[wrong]}: "
        pins = lambda asked: "0000" if asked == guessed else PIN  # noqa: E731
        monkeypatch.setattr("config.days.management.commands.close_day.getpass", pins)
        given = ("--room", desk.room.slug, "--day", "2025-03-07", "--by", by.username, "--second", other.username)
        assert closed(*given)[0] == 1
        assert not DayLock.objects.exists()

    def test_without_two_people_and_without_the_right_it_locks_nothing(self, desk: Desk) -> None:
        tie_out(desk, DAY)
        given = ("--room", desk.room.slug, "--day", "2025-03-07")
        assert closed(*given)[0] == 1
        floor = second(desk, "floor").username
        assert closed(*given, "--by", floor, "--second", second(desk).username)[0] == 1
        assert not DayLock.objects.exists()

    def test_what_is_open_is_named_before_the_refusal(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        by, other = second(desk, "manager"), second(desk)
        monkeypatch.setattr("config.days.management.commands.close_day.getpass", lambda _: PIN)
        given = ("--room", desk.room.slug, "--day", "2025-03-07", "--by", by.username, "--second", other.username)
        status, text = closed(*given)
        assert status == 1
        assert all(item.sentence in text for item in open_items(desk.room, DAY))


def test_a_day_after_the_locked_one_is_the_next(desk: Desk) -> None:
    desk.now -= timedelta(days=1)
    assert locked_day(desk) == DAY


@pytest.mark.parametrize("role", ["auditor", "floor", "manager"])
def test_each_thing_leads_where_whoever_looks_may_go(desk: Desk, role: str) -> None:
    """A box that was not pulled and a report that is not built: pulled by the floor, built by the manager."""
    tablet = second(desk, role)
    client = signed_in(tablet)
    shown = client.get(PAGE).content.decode()
    items = open_items(desk.room, DAY)
    assert {"box_not_pulled", "drawer_open"} <= {item.code for item in items}
    for item in items:
        assert item.sentence.split(":")[0] in html.unescape(shown)
        reached = client.get(item.href).status_code == 200
        assert (f'href="{html.escape(item.href)}"' in shown) == reached, item.href
    assert (reverse("box_pull", args=[desk.session.table_id]) in shown) == (role != "auditor")
