"""The strength of a hand: every evaluator returns an int, larger is better, equal ties.

Cards must be known and different from each other; the hand's state machine has seen to the latter.
"""

from rules.cards.evaluate.blackjack import blackjack, blackjack_name, blackjack_total, describe_blackjack
from rules.cards.evaluate.draw import (
    NO_BADUGI,
    badugi,
    badugi_name,
    describe_badugi,
    deuce_seven,
    deuce_seven_category,
)
from rules.cards.evaluate.high import (
    best_five,
    best_five_exactly_two,
    deciding_card,
    high,
    high_category,
    high_exactly_two,
    high_short_deck,
    short_deck_category,
)
from rules.cards.evaluate.low import (
    NO_LOW,
    ace_to_five,
    deciding_low_card,
    describe_low,
    low8,
    low8_exactly_two,
    low_name,
)
from rules.cards.evaluate.words import describe_deuce_seven, describe_high, describe_short_deck

__all__ = [
    "NO_BADUGI",
    "NO_LOW",
    "ace_to_five",
    "badugi",
    "badugi_name",
    "best_five",
    "best_five_exactly_two",
    "blackjack",
    "blackjack_name",
    "blackjack_total",
    "deciding_card",
    "deciding_low_card",
    "describe_badugi",
    "describe_blackjack",
    "describe_deuce_seven",
    "describe_high",
    "describe_low",
    "describe_short_deck",
    "deuce_seven",
    "deuce_seven_category",
    "high",
    "high_category",
    "high_exactly_two",
    "high_short_deck",
    "low8",
    "low8_exactly_two",
    "low_name",
    "short_deck_category",
]
