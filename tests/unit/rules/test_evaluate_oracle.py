"""A second engine, PokerKit, must find the same winners of random showdowns as ours does.

10,000 showdowns of two hands for each way to read a hand, 100,000 with PROOFS=whole. PokerKit's tables
of ranks are read straight (`second_engine`); three hundred showdowns go through its own reading, which shows that this
is the same.
"""

import random
from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import NamedTuple

import pytest

from rules.cards import evaluate
from rules.cards.card import print_cards
from tests.support.proofs import sized
from tests.unit.rules import second_engine as other

SHOWDOWNS = sized(10_000, 10_000, 100_000)
BY_THEIR_OWN_READING = 300
PLAYERS = 2
Cards = tuple[int, ...]


class Game(NamedTuple):
    """A way to read a hand: PokerKit's and ours, how many cards of which deck."""

    theirs: other.HandType
    ours: Callable[[Cards, Cards], int]
    hole: int
    board: int = 0
    lowest: int = 0


GAMES = {
    "holdem": Game(other.HIGH, lambda hole, board: evaluate.high(hole + board), 2, 5),
    "stud": Game(other.HIGH, lambda hole, _: evaluate.high(hole), 7),
    "omaha": Game(other.OMAHA, evaluate.high_exactly_two, 4, 5),
    "omaha5": Game(other.OMAHA, evaluate.high_exactly_two, 5, 5),
    "omaha8": Game(other.OMAHA_LOW, evaluate.low8_exactly_two, 4, 5),
    "stud8": Game(other.LOW8, lambda hole, _: evaluate.low8(hole), 7),
    "razz": Game(other.ACE_TO_FIVE, lambda hole, _: evaluate.ace_to_five(hole), 7),
    "a5td": Game(other.ACE_TO_FIVE, lambda hole, _: evaluate.ace_to_five(hole), 5),
    "27td": Game(other.DEUCE_SEVEN, lambda hole, _: evaluate.deuce_seven(hole), 5),
    "badugi": Game(other.BADUGI, lambda hole, _: evaluate.badugi(hole), 4),
    "shortdeck": Game(other.SHORT_DECK, lambda hole, board: evaluate.high_short_deck(hole + board), 2, 5, lowest=16),
}


def showdowns(name: str, count: int) -> Iterator[tuple[list[Cards], Cards]]:
    """Hands and a board, the same every time."""
    game, shuffler = GAMES[name], random.Random(name)
    deck = range(game.lowest, 52)
    for _ in range(count):
        dealt = tuple(shuffler.sample(deck, PLAYERS * game.hole + game.board))
        board, rest = dealt[: game.board], dealt[game.board :]
        yield [rest[at : at + game.hole] for at in range(0, len(rest), game.hole)], board


def winners(strengths: list[int]) -> list[int]:
    """The player with the best hand; nobody where nobody has one."""
    best = max(strengths)
    return [player for player, strength in enumerate(strengths) if strength == best and best]


@pytest.mark.parametrize("name", GAMES)
def test_both_find_the_same_winners_of_100000_showdowns_and_of_a_tenth_without_ci(name: str) -> None:
    game = GAMES[name]
    tied = 0
    for holes, board in showdowns(name, SHOWDOWNS):
        ours = winners([game.ours(hole, board) for hole in holes])
        theirs = winners([game.theirs.place(hole, board) for hole in holes])
        assert ours == theirs, print_cards([*board, *sum(holes, ())])
        tied += len(ours) > 1
    assert tied or not game.board  # without a board ties are rare


@pytest.mark.parametrize("name", GAMES)
def test_their_tables_read_straight_are_their_own_reading(name: str) -> None:
    game = GAMES[name]
    for holes, board in showdowns(name, BY_THEIR_OWN_READING):
        straight = [game.theirs.place(hole, board) for hole in holes]
        own = [game.theirs.theirs.from_game_or_none(print_cards(hole), print_cards(board)) for hole in holes]
        assert [place > 0 for place in straight] == [hand is not None for hand in own]
        there = [player for player, hand in enumerate(own) if hand is not None]
        order = sorted(there, key=cmp_to_key(lambda a, b: (own[a] > own[b]) - (own[a] < own[b])))  # noqa: B023 - used at once
        assert [straight[player] for player in order] == sorted(straight[player] for player in there)
        assert len({straight[player] for player in there}) == len({own[player] for player in there})
