"""Two people at once over the same chips: a void and a cash-out, two voids, a void and a seat."""

from collections.abc import Callable

import pytest

from cage import services as cage
from cage.models import BuyIn, CashOut, Drawer, SlipVoid
from config.audit.books import audit
from players.models import AccountKind
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import opened, running
from tests.support.races import codes, lanes

pytestmark = pytest.mark.committed_db


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def bought(desk: Desk) -> BuyIn:
    return desk.buy_in(desk.player("Ann"), 100_00)


def voiding(desk: Desk, bought: BuyIn, request: str = "") -> Callable[[], object]:
    at = desk.at()
    return lambda: cage.void_buy_in(bought=bought, reason="twice", key=request or key(), by=desk.cashier, at=at)


def paying(desk: Desk, bought: BuyIn) -> Callable[[], object]:
    at = desk.at()
    facts = {"room": desk.room, "player": bought.player, "amount": 100_00, "drawer": desk.drawer, "key": key()}
    return lambda: cage.cash_out(**facts, by=desk.cashier, at=at)


def seating(desk: Desk, bought: BuyIn) -> Callable[[], object]:
    return lambda: desk.seat(bought.player, 1, 100_00)


def books_hold() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


@pytest.mark.parametrize("is_void_first", [True, False])
def test_the_same_chips_are_voided_or_paid_out(desk: Desk, bought: BuyIn, is_void_first: bool) -> None:
    acts = [voiding(desk, bought), paying(desk, bought)]
    with lanes() as people:
        outcomes = people.in_turn(*(acts if is_void_first else reversed(acts)))
    assert codes(outcomes) == ["insufficient_chips" if is_void_first else "chips_moved_on"]
    assert (SlipVoid.objects.count(), CashOut.objects.count()) == ((1, 0) if is_void_first else (0, 1))
    assert (desk.rack(bought.player), desk.held(AccountKind.DRAWER_CASH)) == (0, 10_000_00)
    books_hold()


@pytest.mark.parametrize("is_same", [True, False])
def test_two_voids_give_the_cash_back_once(desk: Desk, bought: BuyIn, is_same: bool) -> None:
    request = key()
    act = voiding(desk, bought, request)
    with lanes() as people:
        outcomes = people.in_turn(act, act if is_same else voiding(desk, bought))
    assert codes(outcomes) == ([] if is_same else ["already_voided"])
    assert (SlipVoid.objects.count(), desk.held(AccountKind.DRAWER_CASH)) == (1, 10_000_00)
    books_hold()


@pytest.mark.parametrize("is_void_first", [True, False])
def test_chips_sit_down_or_go_back(desk: Desk, bought: BuyIn, is_void_first: bool) -> None:
    acts = [voiding(desk, bought), seating(desk, bought)]
    with lanes() as people:
        outcomes = people.in_turn(*(acts if is_void_first else reversed(acts)))
    assert len(codes(outcomes)) == 1
    assert SlipVoid.objects.count() == int(is_void_first)
    books_hold()


def test_two_voids_at_once_are_not_both_the_last_below_the_limit(desk: Desk, bought: BuyIn) -> None:
    other = desk.buy_in(desk.player("Bob"), 100_00)
    with lanes() as people:
        outcomes = people.in_turn(voiding(desk, bought), voiding(desk, other))
    assert codes(outcomes) == ["second_needed"]
    books_hold()


@pytest.mark.parametrize("is_sale", [True, False])
def test_a_mistake_is_put_right_once(desk: Desk, bought: BuyIn, is_sale: bool) -> None:
    """At two drawers, which don't wait for each other."""
    voided = voiding(desk, bought)()
    bob, cy = desk.player("Bob"), desk.player("Cy")
    desk.buy_in(cy, 100_00)
    drawer = _another_drawer(desk)
    right = {"corrects": voided, "drawer": drawer, "by": running(drawer).cashier}
    second = (lambda: desk.buy_in(cy, 100_00, **right)) if is_sale else (lambda: desk.cash_out(cy, 100_00, **right))
    with lanes() as people:
        outcomes = people.in_turn(lambda: desk.buy_in(bob, 100_00, corrects=voided), second)
    assert codes(outcomes) == ["corrected_already"]
    books_hold()


def _another_drawer(desk: Desk) -> Drawer:
    cashier = person(desk.room, "cashier")
    drawer = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
    stock = {"chips": 1_000_00, "cash": 1_000_00}
    cage.stock_vault(room=desk.room, key=key(), reason="more", **stock, **desk.at_the_vault())
    return cage.fund_drawer(drawer=drawer, key=key(), **stock, **desk.at_the_vault() | {"second": cashier})
