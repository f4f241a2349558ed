"""Several windows at once over one share of an award, and awards over one pool."""

import pytest

from cage import services as cage
from cage.models import AwardVoid, CashSlip, PoolAward, PromoPool
from config.audit.books import audit
from players.models import AccountKind
from tests.support.arranged import arranged_to_commit
from tests.support.awards import a_pool, declared, feed, paid, taken_back
from tests.support.desk import key
from tests.support.drawers import running
from tests.support.races import codes, lanes, told
from tests.support.table import HandTable, open_hand_table
from tests.support.window import a_void, another_drawer

pytestmark = pytest.mark.committed_db
ASKED, AT_ONCE = 100, 10


@arranged_to_commit
def table() -> HandTable:
    """A table that feeds a pool of 600 with a reserve of 400, minor units, as counted."""
    table = open_hand_table()
    a_pool(table.desk)
    feed(table)
    return table


def an_award(table: HandTable, amount: int = 500) -> PoolAward:
    pool = PromoPool.objects.get(name="Bad beat")
    return declared(table.desk, pool, amount, table.desk.player())


def books_hold() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


def test_a_hundred_threads_at_two_windows_pay_one_share_once(table: HandTable) -> None:
    desk, share = table.desk, an_award(table).shares.get()
    drawers = [(each, running(each).cashier) for each in (desk.drawer, another_drawer(desk))]
    cash, at = desk.held(AccountKind.DRAWER_CASH), desk.at()

    def pay(number: int) -> CashSlip:
        drawer, by = drawers[number % 2]
        return cage.pay_award_share(share=share, drawer=drawer, by=by, at=at, key=key())

    refused: list[str] = []
    with lanes(AT_ONCE) as people:
        for start in range(0, ASKED, AT_ONCE):
            acts = [lambda number=number: pay(number) for number in range(start, start + AT_ONCE)]
            refused += codes(people.at_once(*acts))
    assert refused == ["share_paid"] * (ASKED - 1)
    assert (CashSlip.objects.count(), desk.held(AccountKind.DRAWER_CASH)) == (1, cash - 500)
    books_hold()


@pytest.mark.parametrize("is_paid_first", [True, False])
def test_a_share_is_paid_or_taken_back(table: HandTable, is_paid_first: bool) -> None:
    desk, award = table.desk, an_award(table)
    acts = [lambda: paid(desk, award.shares.get()), lambda: taken_back(desk, award)]
    with lanes() as people:
        outcomes = people.in_turn(*(acts if is_paid_first else reversed(acts)))
    assert told(outcomes) == ("", "share_paid" if is_paid_first else "share_voided")
    assert CashSlip.objects.count() + AwardVoid.objects.count() == 1
    books_hold()


def test_two_shares_that_go_back_at_once_give_the_reserve_what_it_gave(table: HandTable) -> None:
    desk, pool = table.desk, PromoPool.objects.get(name="Bad beat")
    award = declared(desk, pool, 700, desk.player(), desk.player())
    first, second = award.shares.order_by("number")
    with lanes() as people:
        acts = [lambda share=share: taken_back(desk, award, share=share) for share in (first, second)]
        assert told(people.in_turn(*acts)) == ("", "")
    assert [desk.held(each) for each in (AccountKind.POOL_PRIMARY, AccountKind.POOL_RESERVE)] == [600, 400]
    books_hold()


def test_two_voids_of_one_payment_and_it_is_paid_once_more(table: HandTable) -> None:
    desk, share = table.desk, an_award(table).shares.get()
    slip = paid(desk, share)
    with lanes() as people:
        assert codes(people.in_turn(lambda: a_void(desk, slip), lambda: a_void(desk, slip))) == ["already_voided"]
        assert codes(people.in_turn(lambda: paid(desk, share), lambda: paid(desk, share))) == ["share_paid"]
    books_hold()


def test_two_awards_never_take_more_than_the_pool_holds(table: HandTable) -> None:
    with lanes() as people:
        outcomes = people.in_turn(lambda: an_award(table, 600), lambda: an_award(table, 600))
    assert told(outcomes) == ("", "award_not_funded")
    books_hold()
