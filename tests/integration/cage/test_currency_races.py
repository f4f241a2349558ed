"""Several windows at once over one patron's limit, one cashier's limit, and one held cash-out.

A hundred windows sell at once to one described patron, 400 with PROOFS=whole.
"""

from dataclasses import replace

import pytest

from cage import services as cage
from cage.models import BuyIn, CashSlip, HeldCashOut, HoldEnd
from cage.selectors.currency import patron_day
from config.audit.books import audit
from config.errors import DomainError
from players.models import IdentityDecision, TransferKind
from players.services import decide_identity
from tests.support.arranged import arranged_to_commit
from tests.support.desk import AGAIN, NLH, Desk, key, open_desk, person
from tests.support.drawers import running
from tests.support.proofs import sized
from tests.support.races import codes, lanes
from tests.support.window import a_hold, another_drawer, book, carried_off, described, present

pytestmark = pytest.mark.committed_db
WINDOWS = sized(100, 100, 400)
AT_ONCE = 10


@arranged_to_commit
def desk() -> Desk:
    return open_desk(identity_from=1_000_00, plaque=replace(NLH, buy_in_min=1_00, buy_in_max=50_000_00))


def books_hold() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


def test_a_hundred_sales_at_two_windows_stop_at_the_limit(desk: Desk) -> None:
    """Sold to two descriptions of one person in turn, who together buy no more than one may."""
    first, second = described(desk), described(desk)
    same = IdentityDecision.Outcome.SAME
    facts = {"room": desk.room, "reason": "the same cap", "by": person(desk.room, "floor"), "at": desk.at()}
    decide_identity(player=first, other=second, outcome=same, **facts)
    drawers = [desk.drawer, another_drawer(desk)]
    tills = [(drawer, running(drawer).cashier) for drawer in drawers]
    at, refused = desk.at(), []
    sell = {"room": desk.room, "session": desk.session, "at": at} | AGAIN

    def sale(number: int) -> BuyIn:
        drawer, by = tills[number % 2]
        patron = (first, second)[number // 2 % 2]
        return cage.buy_in(player=patron, amount=30_00, drawer=drawer, by=by, key=key(), **sell)

    with lanes(AT_ONCE) as people:
        for start in range(0, WINDOWS, AT_ONCE):
            acts = [lambda number=number: sale(number) for number in range(start, start + AT_ONCE)]
            refused += codes(people.at_once(*acts))
    assert patron_day(desk.room, first, desk.room.gaming_day(at)).currency_in == 990_00
    assert BuyIn.objects.count() == 33
    assert set(refused) == {"identity_required"}
    books_hold()


def test_two_windows_together_sell_no_more_than_the_limit(desk: Desk) -> None:
    patron, other = described(desk), another_drawer(desk)
    theirs = {"drawer": other, "by": running(other).cashier}
    with lanes() as people:
        outcomes = people.in_turn(lambda: desk.buy_in(patron, 600_00), lambda: desk.buy_in(patron, 600_00, **theirs))
    assert codes(outcomes) == ["identity_required"]
    books_hold()


def test_two_payments_at_once_are_not_both_the_last_that_one_cashier_makes_alone(desk: Desk) -> None:
    ann, bob = desk.player("Ann"), desk.player("Bob")
    carried_off(desk, 600_00)
    with lanes() as people:
        assert codes(people.in_turn(lambda: present(desk, ann, 300_00), lambda: present(desk, bob, 300_00))) == [
            "second_needed"
        ]
        paid = [
            lambda: book(desk, TransferKind.COMP_PAID, 300_00, ann),
            lambda: book(desk, TransferKind.PAID_OUT, 300_00),
        ]
        assert codes(people.in_turn(*paid)) == ["second_needed"]
    books_hold()


def test_the_same_request_twice_pays_once(desk: Desk) -> None:
    carried_off(desk, 300_00)
    ann, again, at = desk.player("Ann"), key(), desk.at()
    desk.buy_in(ann, 100_00)
    act = lambda: present(desk, ann, 300_00, key=again, at=at)  # noqa: E731 - an act for the races
    with lanes() as people:
        assert codes(people.in_turn(act, act)) == []
    assert CashSlip.objects.count() == 1
    books_hold()


def test_one_outside_receipt_is_paid_once(desk: Desk) -> None:
    other = another_drawer(desk)
    theirs = {"drawer": other, "by": running(other).cashier, "reference": "A-1"}
    with lanes() as people:
        outcomes = people.in_turn(
            lambda: book(desk, TransferKind.PAID_OUT, 5_00, reference="A-1"),
            lambda: book(desk, TransferKind.PAID_OUT, 5_00, **theirs),
        )
    assert codes(outcomes) == ["receipt_known"]
    books_hold()


def test_two_supervisors_decide_once(desk: Desk) -> None:
    held: HeldCashOut = a_hold(desk)
    at = desk.at()
    acts = [
        lambda by=by, paid=paid: cage.decide_hold(held=held, is_paid=paid, reason="test", key=key(), by=by, at=at)
        for paid, by in ((True, person(desk.room, "floor")), (False, person(desk.room, "floor")))
    ]
    with lanes() as people:
        assert codes(people.in_turn(*acts)) == ["hold_ended"]
    assert HoldEnd.objects.get().outcome == "allowed"


def test_a_void_and_another_payment_are_one_after_the_other(desk: Desk) -> None:
    ann = desk.player("Ann")
    slip = present(desk, ann, 100_00)
    facts = {"slip": slip, "reason": "test", "by": desk.cashier, "at": desk.at()}
    with lanes() as people:
        outcomes = people.in_turn(
            lambda: cage.void_cash_slip(key=key(), **facts), lambda: cage.void_cash_slip(key=key(), **facts)
        )
    assert codes(outcomes) == ["already_voided"]
    assert not any(isinstance(each, Exception) and not isinstance(each, DomainError) for each in outcomes)
    books_hold()
