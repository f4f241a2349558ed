"""A second engine, PokerKit, must order random showdowns as ours does."""

import random
from collections.abc import Callable
from typing import Any

import pokerkit
import pytest

from games.rules import evaluate
from games.rules.cards import print_cards

SHOWDOWNS = 1_000
SHORT_DECK = range(16, 52)


def theirs(hand_type: Any, hole: list[int], board: list[int]) -> Any:
    return hand_type.from_game_or_none(print_cards(hole), print_cards(board))


@pytest.mark.parametrize(
    ("hand_type", "ours", "hole_size", "board_size", "deck"),
    [
        (pokerkit.StandardHighHand, lambda hole, board: evaluate.high(hole + board), 2, 5, range(52)),
        (pokerkit.StandardHighHand, lambda hole, board: evaluate.high(hole + board), 7, 0, range(52)),
        (pokerkit.OmahaHoldemHand, evaluate.high_exactly_two, 4, 5, range(52)),
        (pokerkit.OmahaHoldemHand, evaluate.high_exactly_two, 5, 5, range(52)),
        (pokerkit.OmahaEightOrBetterLowHand, evaluate.low8_exactly_two, 4, 5, range(52)),
        (pokerkit.EightOrBetterLowHand, lambda hole, board: evaluate.low8(hole + board), 7, 0, range(52)),
        (pokerkit.RegularLowHand, lambda hole, board: evaluate.ace_to_five(hole + board), 7, 0, range(52)),
        (pokerkit.StandardLowHand, lambda hole, board: evaluate.deuce_seven(hole + board), 5, 0, range(52)),
        (pokerkit.BadugiHand, lambda hole, board: evaluate.badugi(hole + board), 4, 0, range(52)),
        (pokerkit.ShortDeckHoldemHand, lambda hole, board: evaluate.high_short_deck(hole + board), 2, 5, SHORT_DECK),
    ],
    ids=["holdem", "stud", "omaha", "omaha5", "omaha8", "stud8", "razz", "deuce7", "badugi", "short-deck"],
)
def test_random_showdowns_are_ordered_alike(
    hand_type: Any, ours: Callable[[list[int], list[int]], int], hole_size: int, board_size: int, deck: range
) -> None:
    shuffler = random.Random(f"{hand_type.__name__} {hole_size}")
    for _ in range(SHOWDOWNS):
        dealt = shuffler.sample(deck, 2 * hole_size + board_size)
        board, first, second = dealt[:board_size], dealt[board_size : board_size + hole_size], dealt[-hole_size:]
        a, b = ours(first, board), ours(second, board)
        c, d = theirs(hand_type, first, board), theirs(hand_type, second, board)
        assert (a > 0, b > 0) == (c is not None, d is not None), print_cards(dealt)
        if c is not None and d is not None:
            assert ((a > b) - (a < b)) == ((c > d) - (c < d)), print_cards(dealt)
