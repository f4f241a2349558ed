"""High hands: the best five of five to seven cards, and Omaha's two from the hand with three from the board.

A hand is added up into one number: three bits count each rank, four bits count each suit. The suits' counters
start at three, so that the fifth card of a suit sets the counter's top bit and a flush is seen with one `&`.
Without a flush the ranks alone decide, and the rank counters are the key into a table. The table fills itself:
each of its 73,775 keys is worked out when it is met first, which costs a few microseconds once and nothing at
import.

Order of hands: 000:L42-53, 001:L3-37, 002:L188-233, 003:L355-394, 004:L200-216. Suits never rank.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from rules.cards.card import RANKS, UNKNOWN, CardError

CATEGORIES: Final = (
    *("high_card", "one_pair", "two_pair", "three_of_a_kind", "straight"),
    *("flush", "full_house", "four_of_a_kind", "straight_flush"),
)
_HIGH_CARD, _ONE_PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH = range(9)
_SHAPES: Final = {
    _HIGH_CARD: (0, 5),
    _ONE_PAIR: (1, 3),
    _TWO_PAIR: (2, 1),
    _THREE: (1, 2),
    _FULL_HOUSE: (2, 0),
    _FOUR: (1, 1),
}
"""For each category: how many ranks make it, and how many kickers fill it up to five cards."""

_ACE: Final = RANKS.index("A")
_SUITS_AT: Final = 3 * len(RANKS)
_UNKNOWN_AT: Final = _SUITS_AT + 16
_RANK_KEYS: Final = (*(1 << 3 * (card >> 2) for card in range(UNKNOWN)), 1 << _UNKNOWN_AT)
_KEYS: Final = (*(_RANK_KEYS[card] + (1 << _SUITS_AT + 4 * (card & 3)) for card in range(UNKNOWN)), 1 << _UNKNOWN_AT)
_THREE_OF_EACH_SUIT: Final = 0x3333 << _SUITS_AT
_FIVE_OF_A_SUIT: Final = 0x8888 << _SUITS_AT
_WITHOUT_SUITS: Final = ~(0xFFFF << _SUITS_AT)

_CATEGORY_AT: Final = 20


class _Ranking(dict[int, int]):
    """The strength of every combination of ranks, in a deck whose lowest card is `lowest`."""

    def __init__(self, lowest: int, places: Sequence[int]) -> None:
        super().__init__()
        self.lowest = lowest
        self.places = places

    def __missing__(self, key: int) -> int:
        self[key] = strength = self._without_flush(key)
        return strength

    def best(self, cards: Sequence[int]) -> int:
        """The strength of the best five of five to seven different known cards; larger is better, equal ties.

        Refuses with CardError `wrong_card_count` or `unknown_card`.
        """
        key = _THREE_OF_EACH_SUIT
        for card in cards:
            key += _KEYS[card]
        return self.flush(cards) if key & _FIVE_OF_A_SUIT else self[key & _WITHOUT_SUITS]

    def _without_flush(self, key: int) -> int:
        held = sorted(_counted(key), reverse=True)
        category = _category([count for count, _ in held])
        top = self.straight_top(sum(1 << rank for _, rank in held))
        if top is not None and category < _STRAIGHT:
            return self._packed(_STRAIGHT, [top])
        making, kickers = _SHAPES[category]
        made = [rank for _, rank in held[:making]]
        others = sorted((rank for _, rank in held[making:]), reverse=True)
        return self._packed(category, made + others[:kickers])

    def flush(self, cards: Sequence[int]) -> int:
        """The strength of cards of which at least five are of one suit: with seven, nothing beats their flush."""
        _require_countable(len(cards), UNKNOWN in cards)
        by_suit = [0, 0, 0, 0]
        for card in cards:
            by_suit[card & 3] |= 1 << (card >> 2)
        return self.suited(max(by_suit, key=int.bit_count))

    def suited(self, ranks: int) -> int:
        """The strength of five or more cards of one suit, their ranks given as bits."""
        top = self.straight_top(ranks)
        if top is not None:
            return self._packed(_STRAIGHT_FLUSH, [top])
        return self._packed(_FLUSH, [rank for rank in reversed(range(13)) if ranks >> rank & 1][:5])

    def straight_top(self, ranks: int) -> int | None:
        """The highest rank of the highest straight among `ranks`; the ace also plays below the lowest card."""
        run = ranks >> self.lowest << 1 | ranks >> _ACE
        run &= run >> 1 & run >> 2 & run >> 3 & run >> 4
        return run.bit_length() + 2 + self.lowest if run else None

    def _packed(self, category: int, ranks: Sequence[int]) -> int:
        """Category and deciding ranks in one number: four bits each, the first rank highest."""
        strength = self.places[category]
        for rank in [*ranks, *[0] * (5 - len(ranks))]:
            strength = strength << 4 | rank
        return strength


_STANDARD: Final = _Ranking(lowest=0, places=range(9))
_SHORT_PLACES: Final = (0, 1, 2, 3, 4, 6, 5, 7, 8)
_SHORT: Final = _Ranking(lowest=RANKS.index("6"), places=_SHORT_PLACES)


high: Final = _STANDARD.best
high_short_deck: Final = _SHORT.best
"""As `high` with 36 cards, sixes up: a flush beats a full house and A-6-7-8-9 is the lowest straight."""


def high_exactly_two(hole: Sequence[int], board: Sequence[int]) -> int:
    """The strength of the best hand of exactly two of the hole cards and three of the board.

    The board may have three to five cards, the hand four or more (003:L53 "NO MORE and NO LESS").
    Refuses with CardError `wrong_card_count` or `unknown_card`.
    """
    pairs = {_RANK_KEYS[a] + _RANK_KEYS[b] for a, b in combinations(hole, 2)}
    threes = {_RANK_KEYS[a] + _RANK_KEYS[b] + _RANK_KEYS[c] for a, b, c in combinations(board, 3)}
    _require_countable(min(len(hole), 2) + min(len(board), 3), unknown=UNKNOWN in hole or UNKNOWN in board)
    best = max([_STANDARD[pair + three] for pair in pairs for three in threes])
    return max(best, _flush_exactly_two(hole, board))


def best_five(cards: Sequence[int]) -> tuple[int, ...]:
    """The five cards that make the hand, in the order in which a dealer reads them.

    Where several fives are equally strong, the one with the higher suits: it counts when a suit
    decides who gets an odd chip.
    """
    return _read_out(max(combinations(cards, 5), key=_strength_then_suits))


def best_five_exactly_two(hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
    """The two hole cards and three board cards that make the hand, in the order in which a dealer reads them."""
    fives = (pair + three for pair in combinations(hole, 2) for three in combinations(board, 3))
    return _read_out(max(fives, key=_strength_then_suits))


def deciding_card(cards: Sequence[int], basis: str = "five") -> int:
    """The card by which a suit decides who gets an odd chip: the highest by rank, then by suit.

    `basis` is the house rule `odd_chip_suit_basis`: among the `five` cards of the hand (WSOP 149), or among `all`.
    """
    return max(cards if basis == "all" else best_five(cards))


def high_category(strength: int) -> str:
    """The catalogue's name of a high hand, such as `full_house`; a straight flush to the ace is `royal_flush`."""
    if strength == _ROYAL_FLUSH:
        return "royal_flush"
    return CATEGORIES[strength >> _CATEGORY_AT]


def short_deck_category(strength: int) -> str:
    """As `high_category`, for a strength of `high_short_deck`."""
    return high_category(standard_strength(strength))


def standard_strength(strength: int) -> int:
    """A strength of `high_short_deck` as the one that the same hand has with 52 cards."""
    place = strength >> _CATEGORY_AT
    return strength - (place << _CATEGORY_AT) + (_SHORT_PLACES[place] << _CATEGORY_AT)


def high_ranks(strength: int) -> tuple[int, ...]:
    """The ranks that decide a high hand: first those that make it, then the kickers; a straight has its top only."""
    category = strength >> _CATEGORY_AT
    wanted = sum(_SHAPES.get(category, (0, 5 if category == _FLUSH else 1)))
    return tuple(strength >> 16 - 4 * place & 15 for place in range(wanted))


def _counted(key: int) -> list[tuple[int, int]]:
    """Each rank that a key counts, as (how many, rank)."""
    held = [(key >> 3 * rank & 7, rank) for rank in range(13) if key >> 3 * rank & 7]
    _require_countable(sum(count for count, _ in held), unknown=key >> _UNKNOWN_AT > 0)
    return held


def _require_countable(count: int, unknown: bool) -> None:
    if unknown:
        raise CardError("unknown_card", "A hand with an unknown card can't be ranked: enter the card first.")
    if not 5 <= count <= 7:
        raise CardError("wrong_card_count", f"A hand is ranked from five to seven cards, not from {count}.")


def _category(counts: Sequence[int]) -> int:
    """The category that the numbers of equal ranks make, largest first; straights and flushes aside."""
    most, second = counts[0], counts[1]
    if most == 4:
        return _FOUR
    if most == 3:
        return _FULL_HOUSE if second >= 2 else _THREE
    if most == 2:
        return _TWO_PAIR if second == 2 else _ONE_PAIR
    return _HIGH_CARD


def _flush_exactly_two(hole: Sequence[int], board: Sequence[int]) -> int:
    """The strength of the best flush of two hole cards and three of the board; 0 if there is none."""
    suits = [card & 3 for card in board]
    suit = max(suits, key=suits.count)
    shared = [1 << (card >> 2) for card in board if card & 3 == suit]
    held = [1 << (card >> 2) for card in hole if card & 3 == suit]
    flushes = (pair + three for pair in combinations(held, 2) for three in combinations(shared, 3))
    return max([_suited(sum(ranks)) for ranks in flushes], default=0)


@cache
def _suited(ranks: int) -> int:
    return _STANDARD.suited(ranks)


def _strength_then_suits(five: Sequence[int]) -> tuple[int, list[int]]:
    return high(five), sorted(five, reverse=True)


def _read_out(five: Sequence[int]) -> tuple[int, ...]:
    """The cards with pairs and better in front; the ace of a five-high straight comes last."""
    ranks = [card >> 2 for card in five]
    wheel = high_category(high(five)) in ("straight", "straight_flush") and ranks.count(0) and _ACE in ranks
    low = _ACE if wheel else None
    return tuple(sorted(five, key=lambda card: (card >> 2 != low, ranks.count(card >> 2), card), reverse=True))


_ROYAL_FLUSH: Final = _STANDARD.suited(0b1111100000000)
