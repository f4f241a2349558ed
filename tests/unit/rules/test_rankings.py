"""The ranking lists that people read: the engine reads their pictures in that order and by those names."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import get_args

import pytest

from rules.book.citations import sources
from rules.book.rankings import RANKINGS, Rank
from rules.cards.card import parse_cards
from rules.cards.evaluate import (
    NO_LOW,
    ace_to_five,
    badugi,
    blackjack,
    describe_badugi,
    describe_blackjack,
    describe_deuce_seven,
    describe_high,
    describe_low,
    describe_short_deck,
    deuce_seven,
    high,
    high_short_deck,
    low8,
)
from rules.house.house_rules import HOUSE_RULES
from rules.house.variants import SHEETS, Evaluator, HighEvaluator, LowEvaluator

Cards = Sequence[int]


def _told_low(cards: Cards, strength: int) -> str:
    """A low without a pair is told by its ranks, one with pairs by what they are."""
    paired = len({card >> 2 for card in cards}) < len(cards)
    return describe_high(high(cards)) if paired else describe_low(strength)


READ: Mapping[Evaluator, tuple[Callable[[Cards], int], Callable[[Cards, int], str]]] = {
    "high": (high, lambda cards, strength: describe_high(strength)),
    "high_short_deck": (high_short_deck, lambda cards, strength: describe_short_deck(strength)),
    "blackjack": (blackjack, lambda cards, strength: describe_blackjack(cards)),
    "low8": (low8, lambda cards, strength: "No low" if strength == NO_LOW else describe_low(strength)),
    "ace_to_five": (ace_to_five, _told_low),
    "deuce_seven": (deuce_seven, lambda cards, strength: describe_deuce_seven(strength)),
    "badugi": (badugi, lambda cards, strength: describe_badugi(strength)),
}
"""How the engine reads cards, and how it says what they are."""
TEN = (
    *("Royal flush", "Straight flush", "Four of a kind", "Full house", "Flush"),
    *("Straight", "Three of a kind", "Two pair", "One pair", "High card"),
)
"""The ten kinds of high hand, as all five rulebooks list them."""


@pytest.mark.parametrize("evaluator", READ)
def test_the_engine_puts_the_pictures_in_this_order(evaluator: Evaluator) -> None:
    ranks = RANKINGS[evaluator].ranks
    strengths = [READ[evaluator][0](parse_cards(rank.cards)) for rank in ranks]
    assert len(strengths) >= 6
    assert all(better > worse for better, worse in pairwise(strengths)), [rank.name for rank in ranks]


@pytest.mark.parametrize(
    ("evaluator", "rank"),
    [(evaluator, rank) for evaluator in READ for rank in RANKINGS[evaluator].ranks],
    ids=lambda each: each.name if isinstance(each, Rank) else each,
)
def test_a_picture_is_what_its_name_says(evaluator: Evaluator, rank: Rank) -> None:
    cards = parse_cards(rank.cards)
    read, told = READ[evaluator]
    assert told(cards, read(cards)).removeprefix("Low ").startswith(rank.name)


def test_the_high_list_has_all_ten_kinds_from_the_top() -> None:
    assert tuple(rank.name for rank in RANKINGS["high"].ranks) == TEN


def test_with_36_cards_a_flush_stands_above_a_full_house_and_nothing_else_moves() -> None:
    names = [rank.name for rank in RANKINGS["high_short_deck"].ranks]
    assert sorted(names) == sorted(TEN)
    assert names.index("Flush") + 1 == names.index("Full house")
    assert [name for name in names if name != "Flush"] == [name for name in TEN if name != "Flush"]
    lowest = SHEETS["shortdeck"].lowest_rank
    assert all(card >> 2 >= lowest for rank in RANKINGS["high_short_deck"].ranks for card in parse_cards(rank.cards))


def test_every_way_to_read_hands_has_a_list_with_its_sources_and_questions() -> None:
    assert RANKINGS.keys() == {*get_args(HighEvaluator), *get_args(LowEvaluator)}
    for ranking in RANKINGS.values():
        assert sources(ranking.citation)
        assert set(ranking.house_rules) <= HOUSE_RULES.keys()


def test_the_high_list_names_every_rulebook() -> None:
    assert [source.book.key for source in sources(RANKINGS["high"].citation)] == ["000", "001", "002", "003", "004"]
