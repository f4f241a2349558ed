"""The list of the day at the window: its sums are what the day did to the cash of the drawers, whatever it was."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from cage import services as cage
from cage.models import BuyIn
from cage.selectors.today import DeskRow, Today, today
from config.rooms.models import Room
from players.models import AccountKind, TransferKind
from players.services.debts import How
from tests.support.desk import Desk, key
from tests.support.house import a_debt
from tests.support.window import a_void, another_drawer, before_manager, book, present
from tests.unit.cage.test_player_banks import a_bank, put, take
from tests.unit.cage.test_tokes import a_dealer, count_pool, dealt, exchange, split

pytestmark = pytest.mark.django_db
MINE = ("kind", "comes_in", "amount", "voids", "is_voided")


def of(desk: Desk) -> Today:
    return today(desk.room, desk.room.gaming_day(desk.now))


def told(row: DeskRow) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in MINE)


def pays_a_debt(desk: Desk) -> None:
    facts = {"debt": a_debt(desk), "how": How.CASH, "amount": 1_00, "drawer": desk.drawer, "key": key()}
    cage.pay_debt(**facts, by=desk.cashier, at=desk.at())


def void_sale(desk: Desk, bought: BuyIn) -> None:
    cage.void_buy_in(bought=bought, reason="a mistake", key=key(), **desk.by())


def deposit_that_is_voided(desk: Desk) -> None:
    bank = a_bank(desk)
    slip = put(desk, bank, 70_00)
    voiding = {"slip": slip, "reason": "a mistake", "key": key(), "second": desk.second}
    cage.void_bank_slip(**voiding, **desk.by())


def withdrawal(desk: Desk) -> None:
    bank = a_bank(desk)
    put(desk, bank, 70_00)
    take(desk, bank, 20_00)


def own_tokes_voided(desk: Desk) -> None:
    slip = exchange(desk, a_dealer(desk, "D2"))
    cage.void_toke_slip(slip=slip, reason="a mistake", key=key(), second=desk.manager, **desk.by())


def share_of_tokes(desk: Desk) -> None:
    desk.room.tokes_mode = Room.TokesMode.POOLED
    desk.room.save()
    dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
    count_pool(desk)
    yesterday = desk.room.gaming_day(desk.now)
    desk.now += timedelta(days=1)
    (share,) = split(desk, yesterday).shares.all()
    cage.pay_share(share=share, drawer=desk.drawer, key=key(), **desk.by())


ACTS: dict[str, Callable[[Desk], object]] = {
    "a sale": lambda desk: desk.buy_in(desk.player(), 200_00),
    "a sale that is voided": lambda desk: void_sale(desk, desk.buy_in(desk.player(), 100_00)),
    "a payment of other cash that is voided": lambda desk: a_void(desk, book(desk, TransferKind.PAID_OUT, 10_00, None)),
    "a cash-out": lambda desk: desk.cash_out(desk.buy_in(desk.player(), 200_00).player, 50_00),
    "chips of unknown origin": lambda desk: present(desk, desk.player(), 20_00, **before_manager(desk, 20_00)),
    "an entry to a tournament": lambda desk: book(desk, TransferKind.TOURNAMENT_ENTRY, 30_00, desk.player()),
    "petty cash": lambda desk: book(desk, TransferKind.PAID_OUT, 10_00, None),
    "a deposit": lambda desk: put(desk, a_bank(desk), 70_00),
    "a deposit that is voided": deposit_that_is_voided,
    "a withdrawal": withdrawal,
    "a debt": pays_a_debt,
    "own tokes": lambda desk: exchange(desk, a_dealer(desk, "D1")),
    "own tokes that are voided": own_tokes_voided,
    "a share of tokes": share_of_tokes,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_the_sums_are_what_it_did_to_the_cash_of_the_drawer(desk: Desk, act: Callable[[Desk], object]) -> None:
    before = desk.held(AccountKind.DRAWER_CASH)
    act(desk)
    day = of(desk)
    assert day.rows
    assert day.cash_in - day.cash_out == desk.held(AccountKind.DRAWER_CASH) - before
    assert sum(row.amount if row.comes_in else -row.amount for row in day.rows) == day.cash_in - day.cash_out


def test_money_of_banks_and_debts_stands_among_the_rows(desk: Desk) -> None:
    deposit_that_is_voided(desk)
    pays_a_debt(desk)
    debt, void, deposit = of(desk).rows
    assert told(debt) == ("debt", True, 1_00, None, False)
    assert told(void) == ("deposit", True, -70_00, deposit.about.receipt, False)  # type: ignore[attr-defined]
    assert told(deposit) == ("deposit", True, 70_00, None, True)
    assert (debt.address, void.address) == ("debt", "bank_receipt")


def test_tokes_stand_under_their_dealer_and_those_of_the_pool_only_when_paid(desk: Desk) -> None:
    own_tokes_voided(desk)
    share_of_tokes(desk)
    (share,) = of(desk).rows
    assert (share.who, *told(share)) == ("Dealer D1", "share of tokes paid", False, 100_00, None, False)
    void, own = today(desk.room, desk.room.gaming_day(desk.now - timedelta(days=1))).rows
    assert (own.who, *told(own)) == ("Dealer D2", "own tokes exchanged", False, 57_00, None, True)
    assert told(void) == ("own tokes exchanged", False, -57_00, own.about.receipt, False)  # type: ignore[attr-defined]
    assert {row.address for row in (share, void, own)} == {"toke_receipt"}


def test_another_day_and_another_room_are_not_told(desk: Desk) -> None:
    withdrawal(desk)
    pays_a_debt(desk)
    other = today(desk.room, desk.room.gaming_day(desk.now + timedelta(days=1)))
    assert (other.rows, other.cash_in, other.cash_out) == ([], 0, 0)
    assert (of(desk).cash_in, of(desk).cash_out) == (71_00, 20_00)


@pytest.mark.parametrize("name", list(ACTS))
def test_it_counts_every_act_that_it_lists(desk: Desk, name: str) -> None:
    ACTS[name](desk)
    shown = of(desk)
    assert today(desk.room, desk.room.gaming_day(desk.now), most=1).count == len(shown.rows) == shown.count


def test_slips_are_of_a_window_where_the_room_has_several(desk: Desk) -> None:
    desk.buy_in(desk.player(), 200_00)
    assert [row.window for row in of(desk).rows] == [""]
    other = another_drawer(desk)
    cashier = other.sessions.get().cashier
    bought = desk.buy_in(desk.player(), 100_00, drawer=other, by=cashier)
    cage.void_buy_in(bought=bought, reason="a mistake", key=key(), by=cashier, at=desk.at())
    assert [row.window for row in of(desk).rows] == ["Window 2", "Window 2", "Window 1"]
