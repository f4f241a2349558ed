"""The hands that were really played, in PokerKit as well: the same turns and amounts at every action, the same stacks.

A known difference (`disagreements`) may come up; where one parts the engines the hand is left. A showdown with cards
that nobody knows, or at which somebody gave up a hand, is compared up to there.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from rules.cards.card import UNKNOWN
from rules.check.checker import Checker
from rules.house.house import HOUSES
from rules.play.actions import Action
from rules.play.hand import Hand
from tests.integration.rules.test_real_hands import PLAYED, hands, pytestmark  # noqa: F401 - skips this file as well
from tests.unit.rules.disagreements import DIFFERENCES
from tests.unit.rules.match import Match, Parted
from tests.unit.rules.second_engine import Theirs

HOUSE = HOUSES["standard"].with_answers(heads_up_uncapped=False, odd_chip_tie="left_of_button")
UNKNOWN_TO_THEM = 55
"""Hands that end at a showdown which nobody saw all of, or at which somebody gave up."""
MET = {"an all-in below half a bet uses no raise": 1}
"""The known differences that ever came up."""
BETTING = ("f", "cc", "cbr", "pb")


def compare(played: Hand, tally: Counter[str]) -> None:
    """The hand once more, in both engines."""
    match = Match(Hand(played.setup), Theirs(played.setup), tally)
    try:
        for action in with_shown_cards(played):
            if action.verb in BETTING:
                match.compare_turn(match.hand.legal_actions())
            else:
                match.answer_for_nothing()
            if action.verb in ("sm", "mk"):
                match.hand.apply(action)
            else:
                match.do(action)
    except Parted:
        tally["parted"] += 1
        return
    if is_known(match.hand):
        match.compare_end()
    else:
        tally["cards unknown"] += 1


def with_shown_cards(played: Hand) -> Iterator[Action]:
    """The actions; hole cards that were shown in the end are dealt as such where a hand is two or four of them."""
    for action in played.actions:
        if action.verb == "dh" and played.sheet.board_cards:
            yield action._replace(cards=tuple(played.hole[action.position - 1]))
        else:
            yield action


def is_known(hand: Hand) -> bool:
    """Whether the end follows from the cards as they were dealt: nobody gave up, and whoever can win is known."""
    dealt = [action for action in hand.actions if action.verb in ("dh", "db")]
    live = [action for action in dealt if action.verb == "db" or hand.in_hand(action.position - 1)]
    return hand.contenders == 1 or not (hand.mucked or any(UNKNOWN in action.cards for action in live))


@pytest.mark.filterwarnings("ignore")  # PokerKit warns of unknown cards
def test_every_real_hand_is_the_same_in_the_other_engine() -> None:
    tally: Counter[str] = Counter()
    checker = Checker(HOUSE)
    for phh in hands():
        report = checker.check(phh)
        if report.complete and report.hand:
            compare(report.hand, tally)
    assert tally["complete"] + tally["cards unknown"] == sum(PLAYED.values())
    assert tally["cards unknown"] == UNKNOWN_TO_THEM
    assert {known.name: tally[known.name] for known in DIFFERENCES if tally[known.name]} == MET
