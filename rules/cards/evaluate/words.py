"""High hands in words, as a dealer reads them out."""

from collections.abc import Sequence
from typing import Final

from rules.cards.card import RANK_NAMES, RANKS
from rules.cards.evaluate.draw import deuce_seven_category, deuce_seven_high
from rules.cards.evaluate.high import high_category, high_ranks, standard_strength

_PATTERNS: Final = {
    "royal_flush": "Royal flush",
    "straight_flush": "Straight flush, {high} high",
    "four_of_a_kind": "Four of a kind, {first} with {last_one}",
    "full_house": "Full house, {first} full of {second}",
    "flush": "Flush, {all}",
    "straight": "Straight, {high} high",
    "three_of_a_kind": "Three of a kind, {first} with {after_first}",
    "two_pair": "Two pair, {first} and {second} with {last_one}",
    "one_pair": "One pair, {first} with {after_first}",
    "high_card": "High card, {all}",
}


def describe_high(strength: int) -> str:
    """A high hand in words for people: "Full house, nines full of kings"."""
    ranks = high_ranks(strength)
    return _PATTERNS[high_category(strength)].format(
        high=RANK_NAMES[ranks[0]],
        first=_plural(ranks[0]),
        second=_plural(ranks[min(1, len(ranks) - 1)]),
        last_one=_one(ranks[-1]),
        after_first=_dashed(ranks[1:]),
        all=_dashed(ranks),
    )


def describe_short_deck(strength: int) -> str:
    """As `describe_high`, for a strength of `high_short_deck`."""
    return describe_high(standard_strength(strength))


def describe_deuce_seven(strength: int) -> str:
    """A deuce-to-seven hand in words: "7-5-4-3-2" or, where it counts against, "One pair, twos with K-Q-J"."""
    words = describe_high(deuce_seven_high(strength))
    return words.removeprefix("High card, ") if deuce_seven_category(strength) == "high_card" else words


def _plural(rank: int) -> str:
    return _PLURALS[rank]


def _one(rank: int) -> str:
    return _ONES[rank]


_PLURALS: Final = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"),
    *("tens", "jacks", "queens", "kings", "aces"),
)
_ONES: Final = (
    *("a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine"),
    *("a ten", "a jack", "a queen", "a king", "an ace"),
)


def _dashed(ranks: Sequence[int]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)
