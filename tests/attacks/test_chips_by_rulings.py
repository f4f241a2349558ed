"""One supervisor, a small pot and a pile of cases: no chip comes to a table that nobody brought, whatever is ruled."""

import pytest

from cage.services import pay_debt
from disputes.services import Payment
from games.models import Hand
from players.models import AccountKind, Debt, DebtEntry, MoneyAct
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.corrections import faults, turned
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused

DOLLAR = 1_00
CASES = 28


@arranged
def desk() -> DisputeTable:
    """Four players with 200 each, and a limit of 100 for one person alone."""
    return open_dispute_table(house=LIVE.with_answers(appeal="manager", second_person_above=100 * DOLLAR))


def brought(desk: DisputeTable) -> int:
    """The chips that lie on the table and in the racks, and those that were cashed out."""
    return desk.table.on_table() + desk.table.desk.held(AccountKind.RACK)


def small_pot(desk: DisputeTable) -> Hand:
    """Everybody folds to the big blind, who takes the blinds."""
    return desk.table.record(desk.table.act(desk.table.deal(), "f", "f", "f"))


def test_twenty_eight_cases_of_40_on_a_pot_of_4(desk: DisputeTable) -> None:
    """Each is opened and ruled by one person alone: what is ruled in all is what the winner took, to the chip."""
    hand, before = small_pot(desk), brought(desk)
    winner, loser = hand.seats.get(took_out__gt=0), hand.seats.filter(took_out=0).first()
    assert loser is not None
    pot, stack = winner.took_out, desk.table.stack(loser.seat)
    for _ in range(CASES):
        ask = Payment(winner.sitting, loser.sitting, 40 * DOLLAR)
        refused("remedy_above_hand", lambda ask=ask: desk.rule(desk.open(hand), ask))  # type: ignore[misc]
    desk.rule(desk.open(hand), Payment(winner.sitting, loser.sitting, pot))
    refused("remedy_above_hand", lambda: desk.rule(desk.open(hand), Payment(winner.sitting, loser.sitting, DOLLAR)))
    assert (desk.table.stack(loser.seat), brought(desk)) == (stack + pot, before)
    assert faults() == []


def test_to_and_fro_between_two_friends_sums_up(desk: DisputeTable) -> None:
    """There and back within what the hand gave: one person alone moves the limit of the day and no more."""
    hand = desk.showdown()
    there = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 40 * DOLLAR)
    desk.rule(desk.open(hand), there)
    desk.rule(desk.open(hand), Payment(there.target, there.source, 40 * DOLLAR))
    for _ in range(3):
        refused("second_needed", lambda: desk.rule(desk.open(hand), there))
    assert desk.rule(desk.open(hand), there, second=desk.other).second == desk.other
    assert faults() == []


class TestWhoHasLeft:
    """The winner of 119 has cashed out all but 59: what lacks is never paid from nothing."""

    @pytest.fixture
    def hand(self, desk: DisputeTable) -> Hand:
        hand = desk.showdown()
        desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(desk.sitting(desk.winner).player, 239 * DOLLAR)
        return hand

    def test_one_person_alone_makes_nobody_owe(self, desk: DisputeTable, hand: Hand) -> None:
        before, act = brought(desk), Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 30 * DOLLAR)
        refused("second_needed", lambda: desk.rule(desk.open(hand), act))
        refused("second_needed", lambda: turned(desk, hand))
        assert (Debt.objects.count(), brought(desk), faults()) == (0, before, [])

    @pytest.mark.parametrize("by", ["ruling", "correction"])
    def test_two_of_them_make_a_claim_and_no_chip(self, desk: DisputeTable, hand: Hand, by: str) -> None:
        before, stack = brought(desk), desk.table.stack(desk.loser)
        if by == "ruling":
            act = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 119 * DOLLAR)
            desk.rule(desk.open(hand), act, second=desk.other)
        else:
            turned(desk, hand, second=desk.other)
        assert (brought(desk), desk.table.stack(desk.loser), desk.owed()) == (before, stack + 20 * DOLLAR, 99 * DOLLAR)
        assert MoneyAct.objects.filter(second=desk.other).count() == 1
        assert faults() == []

    def test_the_claim_is_cashed_for_what_the_debtor_brought(self, desk: DisputeTable, hand: Hand) -> None:
        act = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 119 * DOLLAR)
        desk.rule(desk.open(hand), act, second=desk.other)
        house, winner = desk.table.desk, desk.sitting(desk.loser).player
        refused("insufficient_chips", lambda: house.cash_out(winner, DOLLAR))
        facts = {"debt": Debt.objects.get(), "how": DebtEntry.How.CASH, "amount": 60 * DOLLAR, "drawer": house.drawer}
        pay_debt(**facts, key=key(), **desk.by(house.cashier))
        house.cash_out(winner, 60 * DOLLAR)
        refused("insufficient_chips", lambda: house.cash_out(winner, DOLLAR))
        assert faults() == []
