"""Random hands of every game that PokerKit has, played in both engines: the same turns, amounts, pots and stacks.

2,000 hands of each game are played, 20,000 with PROOFS=whole; the count is
asserted. Stacks are uneven and often short, so that blinds, bring-ins and raises fall short, players are all-in in
layers, and pots are split. What differs is in the table of `disagreements` and nothing else differs.
"""

import random
from collections import Counter

import pytest

from rules.house.house import HOUSES
from rules.house.variants import Structure
from rules.play.actions import (
    Action,
    bet_or_raise_to,
    bring_in,
    check_or_call,
    deal_board,
    deal_hole,
    fold,
    parse_action,
)
from rules.play.hand import Hand
from rules.play.legal import Betting, Dealing
from rules.table.setup import Setup
from rules.text.amounts import minor
from tests.support.proofs import sized
from tests.unit.rules import disagreements as known
from tests.unit.rules.match import Match, Parted
from tests.unit.rules.second_engine import VARIANTS, Theirs, Turn
from tests.unit.rules.strategies import Choose, a_plaque, draw_cards

CHUNKS = 2
HANDS = sized(1_000, 1_000, 10_000)
"""Hands of each game in each of the chunks."""
FEATURES = ("showdown", "all-in", "side pots", "parted")
"""Features that must be among the hands: each in more than one of twenty."""
HOUSE = HOUSES["standard"].with_answers(heads_up_uncapped=False, odd_chip_tie="left_of_button")
"""PokerKit caps two players like more, and has no odd chip by suit: these house rules leave two differences less."""
MOST_PLAYERS = {"stud": 7, "stud8": 7, "razz": 7, "badugi": 7}
"""Six in other games: in stud the deck reaches for seven, in draw games it doesn't and is shuffled anew."""


def a_table(roll: random.Random, game: str, structure: Structure) -> Setup:
    """Two to seven players, more often few; shallow, middling or deep, one in twelve with next to nothing."""
    most = MOST_PLAYERS.get(game, 6) - 1
    players = 2 + min(roll.randrange(most), roll.randrange(most))
    deep = (8, 30, 200)[roll.randrange(3)]
    stacks = {seat: _stack(roll, deep) for seat in range(1, players + 1)}
    return Setup.from_table(a_plaque(game, structure, ante=(0, 0, 50)[roll.randrange(3)]), HOUSE, players, stacks)


def _stack(roll: random.Random, deep: int) -> int:
    """Mostly whole chips, now and then a few cents more, which make odd chips."""
    cents = 0 if roll.randrange(4) else roll.randrange(50)
    return (100 + 50 * roll.randrange(deep) if roll.randrange(12) else 25 * (1 + roll.randrange(8))) + cents


class Game:
    """A random hand in both engines."""

    def __init__(self, setup: Setup, roll: random.Random, tally: Counter[str]) -> None:
        deck = list(range(4 * setup.plaque.sheet.lowest_rank, 52))
        roll.shuffle(deck)
        self.match = Match(Hand(setup), Theirs(setup, deck), tally)
        self.hand = self.match.hand
        self.choose: Choose = roll.randrange

    def play(self) -> None:
        """Play to the end, comparing at every step."""
        try:
            while action := self.next_action():
                self.match.do(action)
        except Parted:
            self.match.tally["parted"] += 1
        else:
            self.match.compare_end()

    def next_action(self) -> Action | None:
        legal = self.hand.legal_actions()
        if isinstance(legal, Betting):
            return self.decision(legal)
        self.match.answer_for_nothing()
        if self.hand.draw_due:
            return self.discard(self.hand.draw_due[0])
        return self.dealing(legal) if isinstance(legal, Dealing) else None

    def discard(self, player: int) -> Action:
        """Let everybody say what they change before the dealer replaces it: PokerKit knows no other order."""
        cards = tuple(card for card in self.hand.hole[player] if not self.choose(3))
        return Action("sd", player + 1, 0, cards)

    def dealing(self, legal: Dealing) -> Action:
        """The next cards of their deck, or, where it has run out, any that may come again."""
        count, position = legal.due.cards, legal.due.position
        cards = self.match.theirs.next_cards(count)
        action = deal_board(cards) if position is None else deal_hole(position, cards)
        if self.hand.can(action):
            return action
        self.match.tally["reshuffled"] += 1
        return action._replace(cards=draw_cards(self.hand, count, self.choose))

    def decision(self, legal: Betting) -> Action:
        """Whatever both allow: mostly a call, sometimes a raise, seldom a fold, very seldom one that costs nothing."""
        theirs = self.match.compare_turn(legal)
        wish = self.choose(10)
        if wish >= 8 and theirs.may_fold and not legal.bring_in and (legal.call or not self.choose(8)):
            return fold(legal.position)
        if wish >= 5 and (amounts := _both_allow(legal, theirs)):
            return bet_or_raise_to(legal.position, amounts[self.choose(len(amounts))])
        return bring_in(legal.position) if legal.bring_in else check_or_call(legal.position)


def _both_allow(legal: Betting, theirs: Turn) -> tuple[int, ...]:
    """Amounts that both let the player raise to."""
    if not (legal.may_raise and theirs.may_raise):
        return ()
    least, most = max(legal.raising.least, theirs.least), min(legal.raising.most or 0, theirs.most)
    amounts = (least, most, least + (most - least) // 100 * 50)
    return amounts if least <= most and legal.raising.least == theirs.least else ()


THREE_SHORT_ALL_INS = (
    "p3 cbr 4, p4 cc, p5 cbr 19, p6 cbr 25, p1 cbr 35.50, p2 cc, p3 cc, p4 cbr 44",
    (3_550, 10_000, 5_391, 4_400, 8_000, 2_500),
)
"""A raise of 15 and three all-ins of less: player 5 faces 25 in all, and PokerKit remembers only the last of them."""


@pytest.mark.filterwarnings("ignore")
def test_a_difference_too_rare_for_the_run_is_seen_in_a_hand_of_its_own() -> None:
    lines, stacks = THREE_SHORT_ALL_INS
    tally: Counter[str] = Counter()
    setup = Setup.from_table(a_plaque("holdem", "no_limit"), HOUSE, 6, dict(enumerate(stacks, 1)))
    match = Match(Hand(setup), Theirs(setup), tally)
    for position in range(1, 7):
        match.do(deal_hole(position, (2 * position, 2 * position + 1)))
    for line in lines.split(", "):
        match.compare_turn(match.hand.legal_actions())
        match.do(parse_action(line, minor) or fold(0))
    match.compare_turn(match.hand.legal_actions())
    rare = [difference.name for difference in known.DIFFERENCES if difference.within == known.RARE]
    assert [name for name in rare if tally[name]] == rare


@pytest.mark.filterwarnings("ignore")  # PokerKit warns where a deck runs out, and goes on
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("game", "structure"), VARIANTS)
def test_both_engines_play_each_game_alike(game: str, structure: Structure, chunk: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(HANDS):
        roll = random.Random(f"{game} {chunk} {number}")
        Game(a_table(roll, game, structure), roll, tally).play()
    assert tally["complete"] + tally["parted"] == HANDS
    assert min(tally[feature] for feature in FEATURES) > HANDS // 20
    met = {difference.name for difference in known.DIFFERENCES if tally[difference.name]}
    assert met >= known.expected(a_plaque(game, structure), HANDS), (
        known.expected(a_plaque(game, structure), HANDS) - met
    )
