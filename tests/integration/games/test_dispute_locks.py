"""The locks of a case: one act is done and not yet committed while the other comes in between, both ways round.

Where a lock is missing the second act doesn't wait, sees the room as it was, and an assertion here is false.
"""

from collections.abc import Iterator
from functools import partial

import pytest

from cage import services as cage
from config.audit.books import audit
from disputes import services
from disputes.models import Dispute, Holding, Ruling
from disputes.services import Decision, Payment, Report
from games.models import HandDraft
from games.replay import hand_of
from games.services import start_hand
from tests.support.arranged import arranged_to_commit
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.races import Act, Lanes, lanes, told

pytestmark = pytest.mark.committed_db
STANDS = Decision(outcome="Award stands", rule_code="best_hand")


@arranged_to_commit
def desk() -> DisputeTable:
    return open_dispute_table()


@pytest.fixture
def people() -> Iterator[Lanes]:
    with lanes() as both:
        yield both


def opens(desk: DisputeTable) -> Act:
    """Somebody opens a case about the last hand, and holds its pot."""
    report = Report(kind="MISAWARDED_POT", facts="their pot", hold="whole")
    hand = desk.table.session.hands.get()
    given = {"session": desk.table.session, "about": hand, "report": report, "key": key()}
    return partial(services.open_dispute, **given, by=desk.table.floor, at=desk.table.later(2))


def rules(desk: DisputeTable, case: Dispute, *payments: Payment) -> Act:
    """A supervisor rules, and a second one confirms it."""
    decision = Decision(outcome="Award corrected", rule_code="best_hand", payments=payments)
    given = {"dispute": case, "decision": decision, "key": key(), "second": desk.other}
    return partial(services.rule, **given, by=desk.table.floor, at=desk.table.later(2))


def deals(desk: DisputeTable) -> Act:
    """Somebody deals the next hand, as their tablet shows it."""
    given = {"session": desk.table.session, "deal": desk.table.suggested(), "key": key()}
    return partial(start_hand, **given, by=desk.table.floor, at=desk.table.later())


def pays(desk: DisputeTable, amount: int) -> Payment:
    return Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount)


def stacks_are_those_of_the_books(desk: DisputeTable) -> bool:
    """Whether what is being played with lies there."""
    setup = hand_of(HandDraft.objects.get()).setup
    return dict(zip(setup.seats, setup.stacks, strict=True)) == {seat: desk.table.stack(seat) for seat in setup.seats}


def books_hold() -> bool:
    return all(finding.holds for finding in audit())


class TestTheNextDeal:
    def test_waits_for_a_case_that_is_opened_and_sees_what_it_holds(self, desk: DisputeTable, people: Lanes) -> None:
        desk.showdown()
        opened, dealt = told(people.in_turn(opens(desk), deals(desk)))
        assert (opened, dealt) == ("", "deal_outdated")
        assert (desk.impounded(), HandDraft.objects.count()) == (119_00, 0)
        assert books_hold()

    def test_before_a_case_ends_it_for_the_pot(self, desk: DisputeTable, people: Lanes) -> None:
        desk.showdown()
        dealt, opened = told(people.in_turn(deals(desk), opens(desk)))
        assert (dealt, opened) == ("", "ruling_too_late")
        assert (Dispute.objects.count(), desk.impounded()) == (0, 0)
        assert stacks_are_those_of_the_books(desk)

    def test_waits_for_a_ruling_and_sees_what_it_moved(self, desk: DisputeTable, people: Lanes) -> None:
        case = desk.open(desk.showdown())
        ruled, dealt = told(people.in_turn(rules(desk, case, pays(desk, 50_00)), deals(desk)))
        assert (ruled, dealt) == ("", "deal_outdated")
        assert desk.table.stack(desk.loser) == 190_00
        assert books_hold()

    def test_before_a_ruling_makes_it_wait_for_the_hand(self, desk: DisputeTable, people: Lanes) -> None:
        case = desk.open(desk.showdown())
        dealt, ruled = told(people.in_turn(deals(desk), rules(desk, case, pays(desk, 50_00))))
        assert (dealt, ruled) == ("", "hand_open")
        assert stacks_are_those_of_the_books(desk)


def test_two_cases_never_hold_the_same_chips(desk: DisputeTable, people: Lanes) -> None:
    desk.showdown()
    assert told(people.in_turn(opens(desk), opens(desk))) == ("", "")
    assert [held.amount for held in Holding.objects.all()] == [119_00]
    assert desk.impounded() == 119_00
    assert books_hold()


@pytest.mark.parametrize("first", ["floor", "other"])
def test_of_two_supervisors_who_rule_one_is_told(desk: DisputeTable, people: Lanes, first: str) -> None:
    case = desk.open(desk.showdown(), hold="whole")
    pair = [desk.table.floor, desk.other]
    acts = [
        partial(services.rule, dispute=case, decision=STANDS, key=key(), by=each, at=desk.table.later())
        for each in (pair if first == "floor" else pair[::-1])
    ]
    assert told(people.in_turn(*acts)) == ("", "already_ruled")
    assert Ruling.objects.get().ruled_by == (desk.table.floor if first == "floor" else desk.other)
    assert desk.impounded() == 0
    assert books_hold()


class TestWhoMustPayCashesOut:
    """The winner has left with 259: 119 of them are to be paid, and cashes 200 at that moment."""

    def cashes(self, desk: DisputeTable) -> Act:
        house = desk.table.desk
        given = {"room": house.room, "player": desk.sitting(desk.winner).player, "drawer": house.drawer}
        return partial(cage.cash_out, **given, amount=200_00, key=key(), by=house.cashier, at=desk.table.later())

    def left(self, desk: DisputeTable) -> Dispute:
        case = desk.open(desk.showdown())
        desk.table.desk.leave(desk.sitting(desk.winner))
        return case

    def test_before_the_ruling_they_owe_the_rest(self, desk: DisputeTable, people: Lanes) -> None:
        case = self.left(desk)
        outcome = told(people.in_turn(self.cashes(desk), rules(desk, case, pays(desk, 119_00))))
        assert outcome == ("", "")
        assert (desk.table.desk.rack(desk.sitting(desk.winner).player), desk.owed()) == (0, 60_00)
        assert books_hold()

    def test_after_the_ruling_they_have_no_more_than_is_left(self, desk: DisputeTable, people: Lanes) -> None:
        case = self.left(desk)
        outcome = told(people.in_turn(rules(desk, case, pays(desk, 119_00)), self.cashes(desk)))
        assert outcome == ("", "insufficient_chips")
        assert (desk.table.desk.rack(desk.sitting(desk.winner).player), desk.owed()) == (140_00, 0)
        assert books_hold()
