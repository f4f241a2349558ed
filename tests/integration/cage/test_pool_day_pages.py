"""The pages of the pools' reconciliation: reached by an auditor in two taps, read, signed with the own PIN, printed."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from cage.models import BoxPull, PoolReconciliation
from cage.selectors import pool_days as selector
from cage.selectors.pool_days import as_text, digest_of, figures_of
from cage.selectors.pools import pool_rows
from config.rooms.models import Room
from config.staff.models import User
from games.services import void_hand
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, taken_back
from tests.support.boxes import counted, pulled
from tests.support.days import end_day, lock_day, open_drawers, tie_out
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text
from tests.unit.cage.test_pool_days import declared_pool, signed

pytestmark = pytest.mark.django_db
PIN = "4711"


@arranged
def table() -> HandTable:
    """A day of a pool that has ended."""
    table = open_hand_table()
    a_pool(table.desk)
    feed(table)
    taken_back(table.desk, declared(table.desk, declared_pool(), 300, table.desk.player()))
    end_day(table.desk)
    return table


@pytest.fixture(autouse=True)
def _the_morning_after(table: HandTable) -> Iterator[None]:
    with time_machine.travel(table.desk.now, tick=False):
        yield


@pytest.fixture
def auditor(table: HandTable) -> User:
    someone = person(table.desk.room, "auditor")
    someone.set_pin(PIN)
    someone.save()
    return someone


@pytest.fixture
def client(auditor: User) -> Client:
    return signed_in(auditor)


@pytest.fixture
def day(table: HandTable) -> date:
    return table.session.gaming_day


def form(table: HandTable, **changed: Any) -> dict[str, Any]:
    figures = as_text(figures_of(table.desk.room, table.session.gaming_day))
    return {"key": key(), "seen": digest_of(figures), "reauthentication_pin": PIN} | changed


def address(day: date) -> str:
    return reverse("pool_day", args=[day])


def test_an_auditor_reaches_the_days_that_wait_in_two_taps(client: Client, day: date) -> None:
    home = client.get("/", follow=True)
    to = reverse("pool_days")
    assert f'href="{to}"' in home.content.decode()
    listed = client.get(to)
    assert (listed.status_code, f'href="{address(day)}"' in listed.content.decode()) == (200, True)
    assert "Waits for a signature" in text(listed)
    assert client.get(address(day)).status_code == 200


def test_the_sheet_tells_each_line_twice_with_what_it_is_made_of(client: Client, day: date) -> None:
    shown = client.get(address(day))
    words = " ".join(text(shown).split())
    for line in (
        "Held when the day began 0 0 0",
        "Counted for it 10 10 0",
        "Awarded 3 3 0",
        "Held when the day ended 10 10 0",
    ):
        assert line in words
    pull = BoxPull.objects.get()
    markup = shown.content.decode()
    for link in (reverse("ledger_group", args=[pull.counted_key]), reverse("drop_sheet", args=[day])):
        assert f'href="{link}"' in markup
        assert client.get(link).status_code == 200
    assert "quads beaten by a straight flush" in words
    assert "data-print" in markup


def test_it_is_signed_with_the_own_pin_and_shown_as_signed(
    client: Client, table: HandTable, auditor: User, day: date
) -> None:
    asked = client.post(address(day), form(table, reauthentication_pin=""))
    assert asked.status_code == 422
    assert not PoolReconciliation.objects.exists()
    assert client.post(address(day), form(table, reauthentication_pin="9999")).status_code == 422
    assert not PoolReconciliation.objects.exists()
    answer = client.post(address(day), form(table))
    assert (answer.status_code, answer.headers["Location"]) == (303, address(day))
    row = PoolReconciliation.objects.get()
    assert row.signed_by == auditor
    shown = text(client.get(address(day)))
    assert f"{auditor}, badge {auditor.badge_number}, signed this on" in shown
    assert row.digest in shown
    assert "Sign the pools of this day" not in shown
    listed = text(client.get(reverse("pool_days")))
    assert "Waits for a signature" not in listed
    assert "no difference" in listed
    again = client.post(address(day), form(table))
    assert again.status_code == 422
    assert "each day is signed once" in text(again)


def test_what_was_signed_stays_shown(client: Client, table: HandTable, day: date, monkeypatch: Any) -> None:
    signed(table.desk, day)
    monkeypatch.setattr("cage.views.pool_days.figures_of", lambda room, day: {"day": "", "pools": []})
    assert "Bad beat" in text(client.get(address(day)))


def test_a_difference_is_shown_and_signed_with_words_alone(
    client: Client, table: HandTable, day: date, monkeypatch: Any
) -> None:
    booked = selector._booked

    def less(room: Room, of: date) -> Any:
        sums = booked(room, of)
        sums[declared_pool().pk]["counted"] -= 100
        return sums

    assert "What explains the difference" not in text(client.get(address(day))), "nothing differs"
    monkeypatch.setattr(selector, "_booked", less)
    shown = text(client.get(address(day)))
    assert "It can’t be signed without a written explanation" in shown
    assert "What explains the difference" in shown
    refused = client.post(address(day), form(table))
    assert refused.status_code == 422
    assert "write down what explains it" in text(refused)
    said = "the transfer of box P1 was booked a chip short"
    assert client.post(address(day), form(table, explanation=said)).status_code == 303
    for page in (address(day), reverse("pool_days"), reverse("day", args=[day])):
        assert said in text(client.get(page)), page


def test_who_may_not_sign_is_offered_nothing(table: HandTable, day: date) -> None:
    manager = signed_in(table.desk.manager)
    shown = manager.get(address(day))
    assert (shown.status_code, "Sign the pools" in text(shown)) == (200, False)
    assert manager.post(address(day), form(table)).status_code == 403
    for role in ("cashier", "floor", "host"):
        assert signed_in(person(table.desk.room, role)).get(address(day)).status_code == 403


def test_the_page_says_what_keeps_this_person_from_signing(client: Client, table: HandTable) -> None:
    today = table.desk.room.gaming_day(table.desk.now)
    shown = text(client.get(address(today)))
    assert "goes on until" in shown
    assert "Sign the pools of this day" not in shown
    assert client.get(address(today.replace(year=2031))).status_code == 404
    assert client.get(address(today.replace(year=2001))).status_code == 404


def test_a_page_that_is_incomplete_signs_nothing(client: Client, table: HandTable, day: date) -> None:
    answer = client.post(address(day), form(table, seen=""))
    assert answer.status_code == 422
    assert "This page is incomplete" in text(answer)


def test_the_day_s_page_leads_a_manager_to_it_and_says_who_signed(table: HandTable, auditor: User, day: date) -> None:
    manager, board = signed_in(table.desk.manager), reverse("day", args=[day])
    assert "The pools are not reconciled" not in text(manager.get(board))
    Room.objects.filter(pk=table.desk.room.pk).update(pools_signed=True)
    shown = manager.get(board)
    assert "The pools are not reconciled: somebody independent of the card room" in text(shown)
    assert f'href="{address(day)}"' in shown.content.decode()
    signed(table.desk, day, by=auditor)
    assert "The pools are not reconciled" not in text(manager.get(board))
    tie_out(table.desk, day)
    lock_day(table.desk, day)
    locked = text(manager.get(board))
    assert f"{auditor} reconciled the pools on" in locked
    assert "pools_reconciled" in locked


def test_what_the_figures_do_not_say_of_themselves_stands_below_them(auditor: User, table: HandTable) -> None:
    """To whom a pool went whole, an award whose hand was changed, and what was corrected since, signed or not."""
    desk = table.desk
    open_drawers(desk)
    feed(table)
    hand = table.tick(300, promo_taken=100)
    award = declared(desk, declared_pool(), 400, desk.player("Ann"), hand=hand.number)
    counted(desk, pulled(desk, "P9", holds="promo"))
    a_pool(desk, tables=())
    whole = pool_rows(desk.room, desk.room.gaming_day(desk.now))[0]
    what = {"kind": "disposition", "what": "to a friend of the house", "table": None}
    declared(desk, declared_pool(), whole.primary + whole.reserve, desk.player("Friend"), **what)
    day = end_day(desk)
    with time_machine.travel(desk.now, tick=False):
        client = signed_in(auditor)
        shown = text(client.get(address(day)))
        assert "Pools that ended and went whole" in shown
        assert "Friend" in shown
        assert "to a friend of the house" in shown
        assert "Corrected since" not in shown
        assert "Awards whose hand was changed since" not in shown
        signed(desk, day)
        void_hand(hand=hand, reason="a fouled deck", second=desk.second, key=key(), **table.by())
        shown = text(client.get(address(day)))
        assert "Corrected since" in shown
        assert f"Hand {hand.number} of" in shown
        assert "\N{MINUS SIGN}1" in shown or "-1" in shown
        assert "Awards whose hand was changed since" in shown
        assert "not decided" in shown
        assert award.reviews.count() == 0
