"""The same money at a window twice within a moment: asked about, and done again by whoever says so."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cage import services as cage
from cage.models import BuyIn, CashOut
from cage.selectors.vault_moves import vault_moves
from cage.services.same_again import A_MOMENT
from config.audit.models import AuditEvent
from players.models import TransferKind
from tests.support.banks import a_bank, shown
from tests.support.desk import Desk, key
from tests.support.people import one_person
from tests.support.refusals import refused
from tests.support.window import a_void, book, present

pytestmark = pytest.mark.django_db
NO = {"confirmed": ()}
"""Nobody has answered anything yet."""


def asked_again(act: Callable[..., Any]) -> str:
    """An act that is done, is asked about when it comes again with another key, and is done where that is confirmed;
    returns the question."""
    first = act(**NO)
    question = refused(cage.SAME_AGAIN, lambda: act(**NO), confirm=cage.SAME_AGAIN).message
    assert f"(receipt {first.receipt})" in question
    assert act(confirmed=(cage.SAME_AGAIN,)).pk != first.pk
    assert AuditEvent.objects.filter(after__same_again=first.receipt).count() == 1
    return question


class TestSales:
    def test_the_same_sale_is_asked_about(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        question = asked_again(lambda **facts: desk.buy_in(fern, 100_00, **facts))
        said = f"Fern bought 100 for {desk.session.table} a moment ago (receipt 1). Sell another 100?"
        assert question == said

    def test_by_another_record_of_the_person_too(self, desk: Desk) -> None:
        fern, again = desk.player("Fern"), desk.player("Fern F")
        one_person(desk.room, fern, again, by=desk.manager, at=desk.at())
        desk.buy_in(fern, 100_00, **NO)
        refused(cage.SAME_AGAIN, lambda: desk.buy_in(again, 100_00, **NO))

    def test_not_another_amount_table_person_or_void(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        sold = desk.buy_in(fern, 100_00, **NO)
        desk.buy_in(fern, 101_00, **NO)
        desk.buy_in(desk.player("Moss"), 100_00, **NO)
        desk.buy_in(fern, 100_00, session=desk.open_table(), **NO)
        desk.now = sold.at
        cage.void_buy_in(bought=sold, reason="twice", key=key(), **desk.by())
        assert desk.buy_in(fern, 100_00, **NO)

    def test_nor_after_a_moment(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        desk.now = desk.buy_in(fern, 100_00, **NO).at + A_MOMENT - desk.step
        assert desk.buy_in(fern, 100_00, **NO)

    def test_from_the_bank_is_another_than_for_cash(self, desk: Desk) -> None:
        bank = a_bank(desk)
        desk.step = timedelta(0)
        facts = {"bank": bank, "drawer": desk.drawer}
        cage.deposit(amount=500_00, key=key(), shown=shown(desk, bank), **facts, **desk.by())
        desk.buy_in(bank.player, 100_00, **NO)
        paid = {"bank": bank, "shown": shown(desk, bank)} | NO
        assert desk.buy_in(bank.player, 100_00, **paid)
        refused(cage.SAME_AGAIN, lambda: desk.buy_in(bank.player, 100_00, **paid))

    def test_a_retry_is_no_second_sale(self, desk: Desk) -> None:
        fern, facts = desk.player("Fern"), {"key": key()} | NO
        assert desk.buy_in(fern, 100_00, **facts) == desk.buy_in(fern, 100_00, **facts)
        assert BuyIn.objects.count() == 1


class TestPayments:
    def test_the_same_cash_out_is_asked_about(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        desk.buy_in(fern, 300_00)
        question = asked_again(lambda **facts: desk.cash_out(fern, 100_00, **facts))
        assert question == "Fern was paid 100 for chips a moment ago (receipt 2). Pay another 100?"

    def test_chips_presented_once_the_rack_was_paid(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        desk.buy_in(fern, 100_00)
        desk.cash_out(fern, 100_00)
        refused(cage.SAME_AGAIN, lambda: present(desk, fern, 100_00, **NO))

    def test_chips_presented_twice(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        desk.buy_in(fern, 100_00)
        first = present(desk, fern, 150_00, **NO)
        refused(cage.SAME_AGAIN, lambda: present(desk, fern, 150_00, **NO))
        assert present(desk, fern, 50_00, **NO), "another amount lay on the counter"
        assert (first.amount, CashOut.objects.count()) == (50_00, 1)

    def test_a_voided_one_is_none(self, desk: Desk) -> None:
        fern = desk.player("Fern")
        a_void(desk, present(desk, fern, 50_00, **NO))
        assert present(desk, fern, 50_00, **NO)


class TestOtherCash:
    def test_an_entry_of_the_same_person(self, desk: Desk) -> None:
        fern, kind = desk.player("Fern"), TransferKind.TOURNAMENT_ENTRY
        question = asked_again(lambda **facts: book(desk, kind, 40_00, fern, **facts))
        assert question == "Tournament entry of Fern: 40 was taken a moment ago (receipt 1). Take another 40?"
        assert book(desk, kind, 40_00, desk.player("Moss"), **NO)

    def test_petty_cash_of_the_room(self, desk: Desk) -> None:
        question = asked_again(lambda **facts: book(desk, TransferKind.PAID_OUT, 12_00, **facts))
        assert question == "Paid out: 12 was paid a moment ago (receipt 1). Pay another 12?"
        assert book(desk, TransferKind.PAID_IN, 12_00, **NO)

    def test_a_players_bank_both_ways(self, desk: Desk) -> None:
        bank = a_bank(desk)
        desk.step = timedelta(0)

        def act(service: Any, **facts: Any) -> Any:
            given = {"bank": bank, "amount": 50_00, "drawer": desk.drawer, "key": key()}
            return service(**given, shown=shown(desk, bank), **desk.by(), **facts)

        put = asked_again(lambda **facts: act(cage.deposit, **facts))
        assert put == "Ann put 50 into the bank a moment ago (receipt 1). Take another 50?"
        took = asked_again(lambda **facts: act(cage.withdraw, **facts))
        assert took == "Ann took 50 out of the bank a moment ago (receipt 3). Pay another 50?"


class TestVault:
    """The same slip of the bank within a gaming day, however long ago."""

    def act(self, desk: Desk, service: Any, reason: str = "First Bank, slip 12", **facts: Any) -> None:
        amount = "amount" if service is cage.bank_cash else "cash"
        given = {"room": desk.room, amount: 50_00, "key": key(), "reason": reason} | desk.at_the_vault()
        service(**given | ({"chips": 0} if amount == "cash" else {}) | facts)

    @pytest.mark.parametrize("service", [cage.stock_vault, cage.bank_cash])
    def test_the_same_words_and_amount_are_asked_about(self, desk: Desk, service: Any) -> None:
        cage.stock_vault(room=desk.room, chips=0, cash=900_00, key=key(), reason="more", **desk.at_the_vault())
        self.act(desk, service)
        when = f"{desk.now.astimezone(desk.room.zone):%H:%M}"
        desk.now += timedelta(hours=2)
        said = refused(cage.SAME_AGAIN, lambda: self.act(desk, service, " first bank, Slip 12")).message
        assert "50 went " in said
        assert f"with the same words at {when} (vault slip " in said
        self.act(desk, service, "First Bank, slip 13")
        self.act(desk, service, confirmed=(cage.SAME_AGAIN,))
        assert AuditEvent.objects.filter(after__has_key="same_again").count() == 1

    def test_not_on_another_day_nor_after_it_was_taken_back(self, desk: Desk) -> None:
        cage.stock_vault(room=desk.room, chips=0, cash=900_00, key=key(), reason="more", **desk.at_the_vault())
        self.act(desk, cage.bank_cash)
        newest = vault_moves(desk.room, desk.room.gaming_day(desk.now))[0]
        cage.void_vault_move(room=desk.room, number=newest.number, reason="twice", key=key(), **desk.at_the_vault())
        self.act(desk, cage.bank_cash)
        desk.now += timedelta(days=1)
        self.act(desk, cage.bank_cash)
