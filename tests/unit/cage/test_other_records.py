"""One person, two records (C-4): the chips and the money of both are theirs at the window, whichever is served."""

import pytest
from django.urls import reverse

from cage.models import CashSlip
from config.staff.models import User
from players.models import AccountKind, Player, TransferKind
from players.selectors.money_today import MoneyLine, money_on
from tests.support.desk import Desk
from tests.support.people import one_person, signed_in
from tests.support.refusals import refused
from tests.support.window import a_void, before_manager, book, counted_twice, described, present
from tests.support.words import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def kit(desk: Desk) -> Player:
    return desk.player("Kit")


@pytest.fixture
def looks(desk: Desk, kit: Player) -> Player:
    """A described patron with chips, found to be Kit."""
    patron = described(desk)
    desk.buy_in(patron, 300_00)
    desk.buy_in(kit, 100_00)
    one_person(desk.room, patron, kit, by=desk.manager, at=desk.at())
    return patron


def served(desk: Desk, player: Player, by: User, query: str = "") -> str:
    return text(signed_in(by).get(reverse("cage_player", args=[player.pk]) + query))


class TestOffTheTable:
    def test_chips_of_the_other_record_are_no_chips_without_an_origin(
        self, desk: Desk, kit: Player, looks: Player
    ) -> None:
        two = counted_twice(desk, {100_00: 4})
        said = refused("on_the_books", lambda: present(desk, kit, 400_00, **two)).message
        assert f"300 as {looks}, player {looks.pk}" in said
        assert "Pay those on that page first" in said
        refused("on_the_books", lambda: present(desk, looks, 400_00, **two))
        assert not CashSlip.objects.exists()

    def test_they_are_named_where_a_cash_out_asks_for_more(self, desk: Desk, kit: Player, looks: Player) -> None:
        said = refused("insufficient_chips", lambda: desk.cash_out(kit, 400_00)).message
        assert f"player {looks.pk}" in said
        assert desk.cash_out(looks, 300_00).amount == 300_00
        assert desk.cash_out(kit, 100_00).amount == 100_00

    def test_once_those_are_paid_others_have_no_known_origin(self, desk: Desk, kit: Player, looks: Player) -> None:
        desk.cash_out(looks, 300_00)
        assert present(desk, kit, 120_00).amount == 20_00

    def test_the_window_says_so_on_either_page(self, desk: Desk, kit: Player, looks: Player) -> None:
        page = served(desk, kit, desk.cashier, "?do=pay&amount=400")
        assert "The same person has 300 off the table as" in page
        assert "Chips that the books don’t know" not in page
        assert "The same person has 100 off the table as Kit" in served(desk, looks, desk.cashier)

    def test_nobody_else_is_asked(self, desk: Desk, looks: Player) -> None:
        other = desk.player()
        assert present(desk, other, 10_00).amount == 10_00
        assert "The same person" not in served(desk, other, desk.cashier)


def test_who_is_named_by_another_record_is_not_asked_for(desk: Desk, looks: Player) -> None:
    assert "Say who it is" not in served(desk, looks, desk.cashier)
    assert "Say who it is" in served(desk, described(desk, clothing="red cap"), desk.cashier)


class TestMoneyOfTheDay:
    def test_it_is_of_all_records(self, desk: Desk, kit: Player, looks: Player) -> None:
        desk.cash_out(looks, 50_00)
        day = desk.room.gaming_day(desk.now)
        for record in (kit, looks):
            money = money_on(record, desk.room, day)
            assert (money.bought, money.cashed) == (400_00, 50_00)

    def test_presented_chips_and_other_cash_are_among_it(self, desk: Desk, kit: Player) -> None:
        present(desk, kit, 40_00, **before_manager(desk, 40_00))
        book(desk, TransferKind.PROMO_PAYOUT, 30_00, kit)
        book(desk, TransferKind.TOURNAMENT_ENTRY, 20_00, kit)
        a_void(desk, book(desk, TransferKind.PROMO_PAYOUT, 70_00, kit))
        book(desk, TransferKind.PROMO_PAYOUT, 80_00, desk.player())
        money = money_on(kit, desk.room, desk.room.gaming_day(desk.now))
        assert (money.bought, money.cashed) == (0, 0)
        assert set(money.other) == {
            MoneyLine("Chips the books didn’t know, paid today in cash", 40_00),
            MoneyLine("Promotion, paid today", 30_00),
            MoneyLine("Tournament entry, taken today", 20_00),
        }

    def test_the_page_says_it(self, desk: Desk, kit: Player, looks: Player) -> None:
        present(desk, desk.player("Ann"), 40_00, **before_manager(desk, 40_00))
        page = text(signed_in(desk.manager).get(reverse("player", args=[kit.pk])))
        assert "Chips bought today in cash" in page
        assert f"Off the table as {looks}, player {looks.pk} 300" in page
        assert "Sums of today are of all records of this person." in page
        assert desk.held(AccountKind.DRAWER_CASH) == 10_360_00
