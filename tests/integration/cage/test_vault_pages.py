"""The vault's page and slips, and fills of drawers from it, which the cashier who works the drawer confirms."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import Drawer
from cage.selectors.vault_moves import vault_moves
from cage.services.drawers import tills_of
from config.rooms.models import Room
from config.staff.models import User
from config.staff.services import set_own_pin
from players.checks.books import unconfirmed_money
from players.models import MoneyAct
from tests.support.banks import a_runner
from tests.support.boxes import counted, pulled, two_counters
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import HandTable
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "2580"


@pytest.fixture
def office(desk: Desk) -> Client:
    """The manager's tablet; the cashiers have their PINs, and chips and cash lie in the vault."""
    for who in (desk.cashier, desk.second):
        set_own_pin(person=who, pin=PIN, at=desk.now)
    cage.stock_vault(room=desk.room, chips=50_000_00, cash=50_000_00, key=key(), reason="test", **desk.at_the_vault())
    return signed_in(desk.manager)


def fill(desk: Desk, office: Client, second: User, **sent: str) -> HttpResponse:
    pieces = {"chips_2500": "10", "racks_100": "2", "chips_100": "50", "cash_10000": "3"}
    data = {"drawer": desk.drawer.pk, "key": key(), **pieces, "badge": second.badge_number}
    return office.post(reverse("drawer_fund"), data | {"pin": PIN} | sent)


def held(drawer: Drawer) -> list[int]:
    return [till.balance for till in tills_of(drawer)]


class TestWhoConfirms:
    def test_nobody_but_the_cashier_who_answers_for_the_drawer(self, desk: Desk, office: Client) -> None:
        before = held(desk.drawer)
        said = text(fill(desk, office, desk.second))
        assert said.count("who answers for what is in it") == 1
        empty = {"drawer": desk.drawer.pk, "key": key(), "badge": desk.cashier.badge_number, "pin": PIN}
        told = text(office.post(reverse("drawer_fund"), empty))
        assert told.count("Enter how many pieces of which value go into the drawer.") == 1
        assert f"Window 1 is worked by {desk.cashier}, who answers for what is in it" in said
        assert held(desk.drawer) == before
        slip = fill(desk, office, desk.cashier)
        assert held(desk.drawer) == [before[0] + 500_00, before[1] + 300_00]
        page = text(office.get(slip["Location"]))
        assert f"Window 1 is filled: 500 in chips, 300 in cash, confirmed by {desk.cashier}." in page

    def test_a_cashier_of_the_drawer_who_fills_it_needs_anybody(self, desk: Desk, office: Client) -> None:
        facts: dict[str, Any] = {"drawer": desk.drawer, "chips": 1_00, "cash": 0, "key": key(), "at": desk.at()}
        other = person(desk.room, "cashier")
        cage.fund_drawer(by=desk.cashier, second=other, **facts)
        assert MoneyAct.objects.latest("pk").second == other

    def test_a_runner_confirms_for_the_own_bank(self, desk: Desk) -> None:
        runner = person(desk.room, "runner")
        bank = a_runner(desk, by=runner)
        cage.stock_vault(room=desk.room, chips=50_00, cash=0, key=key(), reason="test", **desk.at_the_vault())
        facts: dict[str, Any] = {"drawer": bank, "chips": 50_00, "cash": 0, "key": key(), "by": desk.manager}
        refused("cashier_confirms", lambda: cage.fund_drawer(second=desk.cashier, at=desk.at(), **facts))
        cage.fund_drawer(second=runner, at=desk.at(), **facts)
        assert list(unconfirmed_money()) == []


class TestTwice:
    def test_the_same_again_is_asked_about(self, desk: Desk, office: Client) -> None:
        fill(desk, office, desk.cashier)
        before = held(desk.drawer)
        asked = fill(desk, office, desk.cashier)
        assert (asked.status_code, held(desk.drawer)) == (422, before)
        assert "Window 1 was filled with 500 in chips and 300 in cash at" in text(asked)
        assert 'name="again" value="1"' in asked.content.decode()
        assert fill(desk, office, desk.cashier, again="1").status_code == 303
        assert held(desk.drawer) == [before[0] + 500_00, before[1] + 300_00]

    def test_other_amounts_and_another_hour_are_not(self, desk: Desk, office: Client) -> None:
        facts: dict[str, Any] = {"drawer": desk.drawer, "chips": 10_00, "cash": 0}
        now = desk.now

        def filled(minutes: int, **others: int) -> None:
            at = {"at": now + timedelta(minutes=minutes)}
            cage.fund_drawer(**facts | others, key=key(), **desk.at_the_vault() | at)

        filled(-11)
        filled(-2, chips=20_00)
        filled(-1)
        refused("filled_just_now", lambda: filled(0))

    @pytest.mark.usefixtures("office")
    def test_how_long_the_room_sets(self, desk: Desk) -> None:
        Room.objects.update(refill_minutes=3)
        desk.drawer.room.refresh_from_db()
        facts: dict[str, Any] = {"drawer": desk.drawer, "chips": 10_00, "cash": 0}
        now = desk.now
        for minutes in (-6, -2):
            cage.fund_drawer(**facts, key=key(), **desk.at_the_vault() | {"at": now + timedelta(minutes=minutes)})
        late = desk.at_the_vault() | {"at": now}
        refused("filled_just_now", lambda: cage.fund_drawer(**facts, key=key(), **late))


class TestVault:
    def test_the_day_is_listed_with_who_and_links_to_slips(self, desk: Desk, office: Client) -> None:
        location = fill(desk, office, desk.cashier)["Location"]
        page = office.get(reverse("vault_stock"))
        assert f'href="{location}"' in page.content.decode()
        assert f"Window 1, chips · Window 1, cash −500 −300 {desk.manager} {desk.cashier}" in text(page)

    def test_cash_to_the_bank_has_a_slip(self, desk: Desk, office: Client) -> None:
        two = {"badge": desk.cashier.badge_number, "pin": PIN, "key": key()}
        answer = office.post(reverse("vault_bank"), {"cash": "700", "reason": "First Bank, slip 12"} | two)
        page = text(office.get(answer["Location"]))
        assert "Out of the vault $700" in page
        for said in ("First Bank, slip 12", desk.manager.with_badge, desk.cashier.with_badge, "Print"):
            assert said in page

    def test_moves_are_signed_by_the_vault(self, desk: Desk, office: Client) -> None:
        cage.bank_cash(room=desk.room, amount=1_00, key=key(), reason="bank", **desk.at_the_vault())
        moves = vault_moves(desk.room, desk.room.gaming_day(desk.now))
        assert [(move.chips, move.cash) for move in moves[:2]] == [(0, -1_00), (50_000_00, 50_000_00)]
        assert [move.confirmed_by for move in moves[:2]] == [(desk.cashier,)] * 2

    def test_a_box_is_confirmed_by_whoever_counted_it_too(self, desk: Desk, office: Client) -> None:
        table = HandTable(desk, {seat: desk.seated(200_00, seat=seat) for seat in (1, 2, 3)})
        table.tick(300)
        one, two = two_counters(desk)
        counted(desk, pulled(desk, "P1"), by=(one, two))
        move = vault_moves(desk.room, desk.room.gaming_day(desk.now))[0]
        assert (move.by, move.confirmed_by) == (two, (one,))
        assert f"{two} {one}" in text(office.get(reverse("vault_stock")))
        paper = text(office.get(reverse("vault_slip", args=[move.number])))
        assert f"Confirmed by {one.with_badge}" in paper

    @pytest.mark.usefixtures("office")
    def test_the_refusal_of_a_second_says_who_confirms(self, desk: Desk) -> None:
        two = desk.at_the_vault() | {"second": person(desk.room, "floor")}
        said = refused(
            "second_may_not", lambda: cage.bank_cash(room=desk.room, amount=1_00, key=key(), reason="bank", **two)
        ).message
        assert said.endswith(": ask a cashier.")

    def test_a_slip_is_of_its_room(self, desk: Desk, office: Client) -> None:
        for move in vault_moves(desk.room, desk.room.gaming_day(desk.now)):
            assert office.get(reverse("vault_slip", args=[move.number])).status_code == 200
        cage.stock_vault(room=desk.room, chips=0, cash=100, key=key(), reason="test", **desk.at_the_vault())
        newest = vault_moves(desk.room, desk.room.gaming_day(desk.now))[0].number
        stranger = signed_in(open_desk().manager)
        assert stranger.get(reverse("vault_slip", args=[newest])).status_code == 404
