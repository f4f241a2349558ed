"""The desk: an even exchange typed in one line, a credit that is asked for without a word of what lies there."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import ChipSet, Exchange
from config.staff.models import User
from config.staff.services import set_own_pin
from tests.support.desk import Desk, key, person
from tests.support.people import signed_in
from tests.support.window import identified
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@pytest.fixture
def window(desk: Desk) -> Client:
    return signed_in(desk.cashier)


def signature(desk: Desk, who: User) -> dict[str, str]:
    set_own_pin(person=who, pin=PIN, at=desk.now)
    return {"badge": who.badge_number, "pin": PIN}


def send(desk: Desk, client: Client, what: str = "chips", **data: Any) -> Any:
    given = {"key": key(), "drawer": desk.drawer.pk, "side": "patron", "in_2500": "4", "out_10000": "1"}
    return client.post(reverse("exchange") + f"?what={what}", given | data)


class TestExchange:
    def test_one_line_and_two_times_enter(self, desk: Desk, window: Client) -> None:
        answer = window.get(reverse("cage"), {"q": "x 4x25=1x100"})
        assert answer.status_code == 302
        filled = window.get(answer["Location"]).content.decode()
        assert re.search(r'name="in_2500" value="4"', filled)
        assert re.search(r'name="out_10000" value="1"', filled)
        done = send(desk, window)
        assert (done.status_code, done["Location"]) == (303, reverse("cage"))
        assert "100 exchanged" in text(window.get(done["Location"]))

    def test_while_it_is_typed_the_list_offers_it(self, desk: Desk, window: Client) -> None:
        headers = {"HX-Request": "true", "HX-Target": "results"}
        part = window.get(reverse("cage"), {"q": "xc 5x20=1x100"}, headers=headers)
        assert "what=cash&amp;in=5x20&amp;out=1x100" in part.content.decode()

    def test_a_value_that_is_none_is_left_out(self, desk: Desk, window: Client) -> None:
        page = window.get(reverse("exchange"), {"in": "4x25 2x25.999 9x3 1x25", "out": "zz", "what": "<b>"})
        assert (page.status_code, 'name="in_2500" value="5"' in page.content.decode()) == (200, True)

    def test_notes_for_notes_and_with_the_vault_before_two(self, desk: Desk, window: Client) -> None:
        notes = {"in_2000": "5", "in_2500": "", "out_10000": "1"}
        alone = send(desk, window, "cash", side="vault", **notes)
        assert (alone.status_code, "A second person confirms" in text(alone)) == (422, True)
        made = send(desk, window, "cash", side="vault", **notes, **signature(desk, desk.second))
        assert made.status_code == 303
        exchange = Exchange.objects.get()
        assert (exchange.what, exchange.side, exchange.second) == ("cash", "vault", desk.second)
        page = text(window.get(reverse("drawer", args=[desk.drawer.pk])))
        assert f"the vault, before {desk.second} 5 × 20 1 × 100 100" in page

    def test_large_notes_ask_whose_they_are(self, desk: Desk, window: Client) -> None:
        leif, other = desk.player("Leif Holm"), desk.player("Leif Berg")
        notes = {"in_2500": "", "in_2000": "150", "out_10000": "30"}
        nobody = send(desk, window, "cash", **notes)
        assert (nobody.status_code, "choose the patron, or describe them" in text(nobody)) == (422, True)
        assert 'name="in_2000" value="150"' in nobody.content.decode()
        assert "Nobody is found by “Zed”" in text(send(desk, window, "cash", **notes, patron="Zed"))
        several = send(desk, window, "cash", **notes, patron="leif")
        assert "2 are found by “leif”: choose one of them, or write more." in text(several)
        assert f'name="player" value="{other.pk}"' in several.content.decode()
        assert send(desk, window, "cash", **notes, patron="leif", player=other.pk).status_code == 303
        assert send(desk, window, "cash", **notes, patron="leif ho").status_code == 303
        assert "3,000 of Leif Holm exchanged" in text(window.get(reverse("cage")))
        assert [made.player for made in Exchange.objects.all()] == [leif, other]
        assert "Patron" not in text(window.get(reverse("exchange")))

    def test_nameless_cash_that_adds_up_is_asked_about(self, desk: Desk, window: Client) -> None:
        notes = {"in_2500": "", "in_2000": "145", "out_10000": "29"}
        assert send(desk, window, "cash", **notes).status_code == 303
        asked = send(desk, window, "cash", **notes)
        assert (asked.status_code, "These were different people" in text(asked)) == (422, True)
        assert send(desk, window, "cash", **notes, confirm="exchanges_add_up").status_code == 303
        assert Exchange.objects.count() == 2

    def test_more_than_lies_there_is_said(self, desk: Desk, window: Client) -> None:
        many = send(desk, window, "cash", in_2500="", in_2000="5000", out_10000="1000", patron=identified(desk).pk)
        assert (many.status_code, "Window 1 has not enough cash" in text(many)) == (422, True)

    def test_what_is_not_even_stays_as_it_was_filled_in(self, desk: Desk, window: Client) -> None:
        uneven = send(desk, window, out_10000="2")
        assert (uneven.status_code, "100 comes in and 200 goes out" in text(uneven)) == (422, True)
        assert 'name="out_10000" value="2"' in uneven.content.decode()

    def test_a_cashier_without_a_drawer_is_told(self, desk: Desk) -> None:
        assert "You work no drawer" in text(signed_in(person(desk.room, "cashier")).get(reverse("exchange")))

    def test_a_retired_set_is_named_with_its_last_day(self, desk: Desk, window: Client) -> None:
        day = desk.room.gaming_day(desk.now)
        facts = {"chip_set": ChipSet.objects.get(room=desk.room), "last_day": day, "reason": "new ones", "key": key()}
        cage.retire_set(**facts, confirmed=True, **desk.at_the_vault())
        said = f"House chips is retired: take its chips until the end of {day:%-d %b %Y}, hand out none."
        assert said in text(window.get(reverse("exchange")))
        assert said in text(window.get(reverse("cage")))


class TestCredit:
    def test_the_desk_asks_for_it_in_words(self, desk: Desk, window: Client) -> None:
        office = signed_in(desk.manager)
        address = reverse("drawer_limit", args=[desk.drawer.pk])
        alone = office.post(address, {"working_capital": "9000", "step": "500"})
        assert alone.status_code == 422
        two = signature(desk, desk.second)
        assert office.post(address, {"working_capital": "9000", "step": "500"} | two).status_code == 303
        for page in (reverse("cage"), reverse("drawer", args=[desk.drawer.pk])):
            shown = text(window.get(page))
            assert "Window 1: a credit is due. Bring $500 in cash back to the vault." in shown
            assert not re.search(r"9,000|10,000", shown.split("Chips")[0])
        assert "a credit is due" not in text(office.get(reverse("cage")))
        office.post(address, {"working_capital": "", "step": ""} | two)
        assert "a credit is due" not in text(window.get(reverse("cage")))

    def test_a_step_above_the_limit_is_refused(self, desk: Desk) -> None:
        answer = signed_in(desk.manager).post(
            reverse("drawer_limit", args=[desk.drawer.pk]),
            {"working_capital": "100", "step": "500"} | signature(desk, desk.second),
        )
        assert (answer.status_code, "no more than the limit" in text(answer)) == (422, True)


class TestLateChips:
    """A retired set whose last day is over: the window says so, asks, and tells the way on."""

    @pytest.fixture
    def late(self, desk: Desk) -> Desk:
        facts = {"pieces": {500_00: 9}, "name": "Old", "use": "secondary", "reason": "papers"}
        made = cage.receive_chips(room=desk.room, key=key(), **facts, **desk.at_the_vault()).chip_set
        yesterday = desk.now - timedelta(days=1)
        facts = desk.at_the_vault() | {"at": yesterday, "last_day": desk.room.gaming_day(yesterday), "reason": "new"}
        cage.retire_set(chip_set=made, confirmed=True, key=key(), **facts)
        return desk

    def test_a_cash_out_asks_and_a_manager_approves(self, late: Desk, window: Client) -> None:
        player = late.player("Tess")
        late.buy_in(player, 200_00)
        page = text(window.get(reverse("cage_player", args=[player.pk])))
        assert "Some are of a retired set whose last day is over" in page
        assert "take none of its chips. Give them back, or let a manager approve it" in page
        sent = {"key": key(), "drawer": late.drawer.pk, "amount": "100", "is_late": "on"}
        to = reverse("cash_out", args=[player.pk])
        alone = window.post(to, sent)
        assert (alone.status_code, "Some of these chips are of Old, whose last day was" in text(alone)) == (422, True)
        assert window.post(to, sent | signature(late, late.manager)).status_code == 303

    def test_where_no_set_is_late_nobody_is_asked(self, desk: Desk, window: Client) -> None:
        player = desk.player("Tess")
        desk.buy_in(player, 200_00)
        assert "retired set" not in text(window.get(reverse("cage_player", args=[player.pk])))
