"""The ranking lists as people read them: every kind of hand from the best down, each with cards that make it.

A list belongs to a way of reading hands; the sheets of the games say which one is theirs. The engine's own evaluators
put the pictures in this order, which a test asserts: the list on a page can't say otherwise than the settlement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.house.variants import Evaluator


@dataclass(frozen=True, slots=True)
class Rank:
    """One rung of a list: its name, cards that make it in file notation, and how it is told from its neighbours."""

    name: str
    cards: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking list, best hand first: where it stands, what holds between equals, `house_rules` that bear on it."""

    title: str
    citation: str
    ranks: tuple[Rank, ...]
    equals: str
    house_rules: tuple[str, ...] = ()


_ROYAL: Final = Rank("Royal flush", "AsKsQsJsTs", "Ace, king, queen, jack and ten of one suit.")
_STRAIGHT_FLUSH: Final = Rank("Straight flush", "Th9h8h7h6h", "Five in a row, all of one suit.")
_FOUR: Final = Rank("Four of a kind", "KcKdKhKsJd", "All four cards of a rank, and any fifth.")
_FULL_HOUSE: Final = Rank("Full house", "TcTdThAcAs", "Three of one rank and two of another; the three count first.")
_FLUSH: Final = Rank("Flush", "KdJd9d5d2d", "Five of one suit that are not in a row; the highest counts first.")
_STRAIGHT: Final = Rank(
    "Straight", "Tc9d8h7s6c", "Five in a row, not all of one suit; the ace is the top or the bottom."
)
_THREE: Final = Rank("Three of a kind", "QcQdQh9s6c", "Three of a rank and two others that are no pair.")
_TWO_PAIR: Final = Rank("Two pair", "JcJd4h4s9c", "Two pairs and a fifth card; the higher pair counts first.")
_PAIR: Final = Rank("One pair", "TcTdKh6s3c", "Two of a rank and three others.")
_HIGH_CARD: Final = Rank("High card", "AcQdTh6s4c", "None of these: the highest card counts, then the next.")

_HIGH: Final = Ranking(
    "High hands",
    "000:L42-53 · 001:L3-37 · 002:L188-233 · 003:L355-394 · 004:L206-216",
    (
        *(_ROYAL, _STRAIGHT_FLUSH, _FOUR, _FULL_HOUSE, _FLUSH),
        *(_STRAIGHT, _THREE, _TWO_PAIR, _PAIR, _HIGH_CARD),
    ),
    "Of two hands of one kind the higher ranks win, those that make the hand before the others. Suits never count.",
)

_SHORT_DECK: Final = Ranking(
    "High hands of 36 cards",
    "PHH NS",
    (
        *(_ROYAL, _STRAIGHT_FLUSH, _FOUR),
        Rank("Flush", "KdJd9d8d6d", "Five of one suit. With nine cards to a suit it is rarer than a full house."),
        _FULL_HOUSE,
        Rank("Straight", "Tc9d8h7s6c", "Five in a row. Ace, six, seven, eight, nine is the lowest of them."),
        *(_THREE, Rank("Two pair", "JcJd7h7s9c", _TWO_PAIR.sentence)),
        Rank("One pair", "TcTdKh8s6c", _PAIR.sentence),
        Rank("High card", "AcQdTh8s6c", _HIGH_CARD.sentence),
    ),
    "Of two hands of one kind the higher ranks win, those that make the hand before the others. Suits never count.",
)

_EIGHT_OR_BETTER: Final = Ranking(
    "Low hands, eight or better",
    "002:L136-158 · 003:L147-152 · 004:L264, L342",
    (
        Rank("Wheel, 5-4-3-2-A", "5c4d3h2sAc", "The best low. That it is a straight doesn't matter."),
        Rank("6-4-3-2-A", "6c4d3h2sAc", "The highest card is compared first: a six loses to a five."),
        Rank("6-5-3-2-A", "6h5h3h2hAh", "Both have a six: the next card decides. A flush doesn't matter."),
        Rank("7-5-4-3-2", "7c5d4h3s2c", "A seven, whatever comes below it."),
        Rank("8-7-6-5-4", "8c7d6h5s4c", "The worst hand that is still a low."),
        Rank("No low", "9c5d3h2sAc", "A nine, or a pair among the five: there is no low, and the high hand takes all."),
    ),
    "Equal lows share their half of the pot.",
)

_ACE_TO_FIVE: Final = Ranking(
    "Low hands, ace to five",
    "004:L342 · RRoP Lowball",
    (
        Rank("Wheel, 5-4-3-2-A", "5c4d3h2sAc", "Also called a bicycle: the best hand. Straights don't count."),
        Rank("6-4-3-2-A", "6h4h3h2hAh", "The highest card is compared first. Flushes don't count either."),
        Rank("7-5-4-3-2", "7c5d4h3s2c", "A seven loses to every six."),
        Rank("K-Q-J-T-9", "KcQdJhTs9c", "The worst hand without a pair still beats every pair."),
        Rank("One pair", "AcAd4h3s2c", "A pair of aces is the lowest pair."),
        Rank("Two pair", "3c3d2h2sAc", "Two pairs lose to one."),
        Rank("Three of a kind", "AcAdAh3s2c", "And so on, as in high poker."),
    ),
    "Equal hands share the pot.",
)

_DEUCE_TO_SEVEN: Final = Ranking(
    "Low hands, deuce to seven",
    "004:L188-198",
    (
        Rank("7-5-4-3-2", "7c5d4h3s2c", "The best hand, as long as it isn't all of one suit."),
        Rank("7-6-4-3-2", "7c6d4h3s2c", "The highest card is compared first, then the next."),
        Rank("8-6-4-3-2", "8c6d4h3s2c", "An eight loses to every seven."),
        Rank("A-5-4-3-2", "Ac5d4h3s2c", "The ace is only high: this is no straight, but an ace, and a poor hand."),
        Rank("One pair", "2c2d5h4s3c", "Any pair loses to every hand without one."),
        Rank("Straight", "6c5d4h3s2c", "A straight counts as one, and loses to pairs and to three of a kind."),
        Rank("Flush", "7h5h4h3h2h", "The best ranks in one suit are a flush."),
    ),
    "Equal hands share the pot.",
)

_BADUGI: Final = Ranking(
    "Badugi hands",
    "000:L40, L60 · 004:L162-170",
    (
        Rank("Badugi, 4-3-2-A", "4c3d2hAs", "Four ranks in four suits, as low as they come: the best hand."),
        Rank("Badugi, 8-5-3-2", "8c5d3h2s", "The highest card is compared first."),
        Rank("Badugi, K-Q-J-T", "KcQdJhTs", "The worst badugi still beats every hand of three cards."),
        Rank("Three-card hand, 3-2-A", "3c2dAhAc", "Two cards share a rank or a suit: one of them doesn't count."),
        Rank("Two-card hand, 2-A", "2cAdAh2d", "No three cards differ in both."),
        Rank("One-card hand, A", "AcAdAhAs", "One rank only, or one suit: the lowest card is all there is."),
    ),
    "Equal hands share the pot.",
    ("badugi_fallback",),
)

_BLACKJACK: Final = Ranking(
    "Hold'em Blackjack hands",
    "003:L334-338",
    (
        Rank("7 Card Charlie", "2c2d3h2s4cAc5d", "Seven cards that don't go over 21."),
        Rank("21 points", "AcQd", "Every 21 is worth the same, of two cards or of six."),
        Rank("20 points", "KcJd", "Then 20, then 19, and so on down. Court cards are worth ten."),
        Rank("17 points", "Ac6d", "An ace is worth eleven, or one where eleven would be too many."),
        Rank("Busted with 22", "KcQd2h", "Over 21, the hand that is nearest to it wins, if all are over."),
        Rank("Busted with 26", "KcTd6h", "Further over loses to nearer."),
    ),
    "Equal hands share the pot.",
    ("charlie_ties",),
)

RANKINGS: Final[Mapping[Evaluator, Ranking]] = {
    "high": _HIGH,
    "high_exactly_two": _HIGH,
    "high_short_deck": _SHORT_DECK,
    "blackjack": _BLACKJACK,
    "low8": _EIGHT_OR_BETTER,
    "low8_exactly_two": _EIGHT_OR_BETTER,
    "ace_to_five": _ACE_TO_FIVE,
    "deuce_seven": _DEUCE_TO_SEVEN,
    "badugi": _BADUGI,
}
"""The ranking list of every way to read hands."""
