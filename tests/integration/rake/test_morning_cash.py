"""The morning names the money that left the cage for other reasons than chips of the books, with its papers."""

from datetime import timedelta

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import CashOut
from cage.selectors.day_cash import CashLine, day_cash
from players.models import TransferKind
from tests.support.arranged import arranged
from tests.support.banks import a_bank, own_tokes, shown
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in
from tests.support.slips import CREDIT, Slips
from tests.support.vault import vault_counted
from tests.support.window import a_void, before_manager, book, present
from tests.support.words import text
from tests.unit.cage.test_tokes import a_dealer

pytestmark = pytest.mark.django_db
K = TransferKind


@arranged
def desk() -> Desk:
    return open_desk()


def lines(desk: Desk) -> dict[str, CashLine]:
    return {line.words: line for line in day_cash(desk.room, desk.room.gaming_day(desk.now))}


def test_money_lost_on_the_way_stands_against_who_carried_it(desk: Desk) -> None:
    slips = Slips(desk)
    slip = slips.receive(slips.sent(CREDIT, 0, 500_00), cash=300_00)
    slips.received(chips=200_00)
    line = lines(desk)["Lost on the way of fills and credits"]
    assert (line.amount, line.alone, line.who) == (200_00, None, str(slips.runner))
    assert [(row.address, row.pk) for row in line.rows] == [("slip", slip.pk)]
    desk.now += timedelta(days=1)
    assert lines(desk) == {}


def test_what_the_vault_was_short_stands_against_who_counted_it(desk: Desk) -> None:
    cage.stock_vault(room=desk.room, chips=50_00, cash=90_00, key=key(), reason="delivery", **desk.at_the_vault())
    vault_counted(desk, chips=2_00, cash=-20_00, second=desk.second)
    told = lines(desk)
    assert list(told) == ["The vault was counted short", "The vault was counted over"]
    assert [line.amount for line in told.values()] == [20_00, 2_00]
    assert {line.who for line in told.values()} == {f"{desk.manager} and {desk.second}"}
    day = desk.room.gaming_day(desk.now)
    answer = signed_in(desk.manager).get(reverse("morning"), {"day": day.isoformat()})
    assert (
        f'href="{reverse("vault_slip", args=[told["The vault was counted short"].rows[0].pk])}"'
        in answer.content.decode()
    )
    desk.now += timedelta(days=1)
    assert lines(desk) == {}


def test_what_windows_paid_besides_is_told_by_kind_and_what_one_did_alone(desk: Desk) -> None:
    alone = book(desk, K.PROMO_PAYOUT, 300_00, desk.player())
    two = book(desk, K.PROMO_PAYOUT, 400_00, desk.player(), second=person(desk.room, "floor"))
    book(desk, K.PAID_IN, 50_00)
    present(desk, desk.player(), 100_00, **before_manager(desk, 100_00))
    told = lines(desk)
    assert list(told) == ["Chips the books didn’t know, paid in cash", "Promotion", "Paid in"]
    promotions = told["Promotion"]
    assert (promotions.amount, promotions.alone, promotions.who) == (700_00, 300_00, str(desk.cashier))
    assert [(row.address, row.pk) for row in promotions.rows] == [
        ("cash_slip_receipt", alone.pk), ("cash_slip_receipt", two.pk),
    ]  # fmt: skip
    assert told["Paid in"].alone is None
    assert told["Chips the books didn’t know, paid in cash"].amount == 100_00


def test_voids_are_told_and_not_twice(desk: Desk) -> None:
    slip = book(desk, K.COMP_PAID, 20_00, desk.player())
    a_void(desk, slip)
    player = desk.player()
    desk.buy_in(player, 100_00)
    paid: CashOut = desk.cash_out(player, 60_00)
    cage.void_cash_out(paid=paid, reason="typed twice", key=key(), **desk.by())
    told = lines(desk)
    assert list(told) == ["Sales and payments voided"]
    assert (told["Sales and payments voided"].amount, told["Sales and payments voided"].alone) == (80_00, 80_00)
    assert [row.address for row in told["Sales and payments voided"].rows] == ["cash_slip_receipt", "cash_out_receipt"]


def test_a_day_that_is_over_keeps_what_is_voided_later(desk: Desk) -> None:
    """The void is told on the day on which it is made; what the day before says stays, and is counted once."""
    slip, day = book(desk, K.TOURNAMENT_ENTRY, 50_00, desk.player()), desk.room.gaming_day(desk.now)
    told = day_cash(desk.room, day)
    desk.now += timedelta(days=1)
    a_void(desk, slip, second=person(desk.room, "floor"))
    assert day_cash(desk.room, day) == told
    assert list(lines(desk)) == ["Sales and payments voided"]
    assert lines(desk)["Sales and payments voided"].amount == 50_00


def test_players_banks_and_their_voids_are_told(desk: Desk) -> None:
    bank = a_bank(desk)
    facts = {"bank": bank, "drawer": desk.drawer}
    kept = cage.deposit(**facts, amount=500_00, shown=shown(desk, bank), key=key(), **desk.by())
    slips = [
        cage.withdraw(**facts, amount=amount, shown=shown(desk, bank), key=key(), **desk.by())
        for amount in (100_00, 30_00)
    ]
    cage.void_bank_slip(slip=slips[0], reason="not wanted", key=key(), **desk.by())
    told = lines(desk)
    assert {words: line.amount for words, line in told.items()} == {
        "Put into players’ banks": 500_00, "Taken out of players’ banks": 30_00, "Sales and payments voided": 100_00,
    }  # fmt: skip
    assert [line.rows[0].pk for line in told.values()] == [kept.pk, slips[1].pk, slips[0].pk]
    page = signed_in(desk.manager).get(reverse("morning"), {"day": desk.room.gaming_day(desk.now).isoformat()}).text
    assert f'href="{reverse("bank_receipt", args=[slips[0].pk])}"' in page


def test_tokes_taken_back_stand_among_the_voids(desk: Desk) -> None:
    slip = own_tokes(desk, a_dealer(desk, "D1"))
    cage.void_toke_slip(slip=slip, reason="a mistake", key=key(), second=desk.manager, **desk.by())
    line = lines(desk)["Sales and payments voided"]
    assert (line.amount, line.alone) == (5_00, 0)
    assert [(row.address, row.pk) for row in line.rows] == [("toke_receipt", slip.pk)]


def test_the_page_says_it_with_links(desk: Desk) -> None:
    slip = book(desk, K.PROMO_PAYOUT, 300_00, desk.player())
    day = desk.room.gaming_day(desk.now)
    answer = signed_in(desk.manager).get(reverse("morning"), {"day": day.isoformat()})
    said = f"Promotion: 300, of it 300 by one person alone ({desk.cashier}): receipt {slip.receipt}"
    assert said in text(answer)
    assert "Nothing is recorded of this day." not in text(answer)
    assert f'href="{reverse("cash_slip_receipt", args=[slip.pk])}"' in answer.content.decode()
