"""Low hands with the ace low: eight or better, and ace-to-five.

Straights and flushes don't count against a low hand; hands are compared from the highest card down
(002:L141-158, 003:L147-152). A strength is larger for the better low, as everywhere, and 0 is no low at all.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from rules.cards.card import UNKNOWN, CardError

NO_LOW: Final = 0

_LOW_RANKS: Final = "A23456789TJQK"
_EIGHT: Final = 1 << _LOW_RANKS.index("8")
_UNKNOWN_BIT: Final = 1 << len(_LOW_RANKS)
_BITS: Final = (*(1 << ((card >> 2) + 1) % 13 for card in range(UNKNOWN)), _UNKNOWN_BIT)
_LOW_BITS: Final = tuple(bit if bit <= _EIGHT or bit == _UNKNOWN_BIT else 0 for bit in _BITS)
_BEST: Final = 0xFFFFFF
_PAIRED: Final = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 4,
    (4, 1): 5,
}
"""The badness of the numbers of equal ranks, for a hand that wants none."""


def low8(cards: Sequence[int]) -> int:
    """The strength of the best low of five different ranks, eight or lower; NO_LOW if there is none.

    004 Glossary, EIGHT OR BETTER. Refuses with CardError `unknown_card`.
    """
    ranks = 0
    for card in cards:
        ranks |= _LOW_BITS[card]
    return _lowest_five(ranks)


def low8_exactly_two(hole: Sequence[int], board: Sequence[int]) -> int:
    """As `low8`, with exactly two of the hole cards and three of the board (002:L141-158).

    Refuses with CardError `unknown_card`.
    """
    pairs = {_LOW_BITS[a] | _LOW_BITS[b] for a, b in combinations(hole, 2)}
    threes = {_LOW_BITS[a] | _LOW_BITS[b] | _LOW_BITS[c] for a, b, c in combinations(board, 3)}
    return max([_lowest_five(pair | three) for pair in pairs for three in threes], default=NO_LOW)


def ace_to_five(cards: Sequence[int]) -> int:
    """The strength of the lowest five of five to seven cards; pairs count against, nothing else does.

    Refuses with CardError `wrong_card_count` or `unknown_card`.
    """
    if not 5 <= len(cards) <= 7:
        raise CardError("wrong_card_count", f"A low hand is ranked from five to seven cards, not from {len(cards)}.")
    ranks = 0
    for card in cards:
        ranks |= _BITS[card]
    return _lowest_five(ranks) or max(map(_with_pairs, combinations(cards, 5)))


def deciding_low_card(cards: Sequence[int], basis: str = "five") -> int:
    """As `evaluate.deciding_card` for a low hand: the highest of its five cards, the ace low, then by suit."""
    five = max(combinations(cards, 5), key=_strength_then_suits) if basis == "five" else cards
    return max(five, key=_ace_low_then_suit)


def _strength_then_suits(five: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
    return ace_to_five(five), sorted(map(_ace_low_then_suit, five), reverse=True)


def _ace_low_then_suit(card: int) -> tuple[int, int]:
    return ((card >> 2) + 1) % 13, card & 3


def low_name(strength: int) -> str:
    """The ranks of a low from the highest down, "8-6-5-2-A"; "none" where no low qualifies."""
    return "-".join(_LOW_RANKS[rank] for rank in low_ranks(strength)) if strength else "none"


def describe_low(strength: int) -> str:
    """The low in words for people: "Low 8-6-5-2-A"."""
    if not strength:
        return "No qualifying low"
    return "Wheel, 5-4-3-2-A" if strength == _WHEEL else f"Low {low_name(strength)}"


def low_ranks(strength: int) -> tuple[int, ...]:
    """The five ranks of a low from the highest down, 0 for an ace to 12 for a king; pairs stand first."""
    ranks = _BEST - strength
    return tuple(ranks >> shift & 15 for shift in (16, 12, 8, 4, 0))


@cache
def _lowest_five(ranks: int) -> int:
    """The strength of the five lowest of different ranks, given as bits; NO_LOW if there are fewer."""
    if ranks & _UNKNOWN_BIT:
        raise CardError("unknown_card", "A hand with an unknown card can't be ranked: enter the card first.")
    lowest = [rank for rank in range(13) if ranks >> rank & 1][:5]
    return _packed(0, lowest[::-1]) if len(lowest) == 5 else NO_LOW


def _with_pairs(five: Sequence[int]) -> int:
    held = Counter(((card >> 2) + 1) % 13 for card in five)
    ranks = sorted(held.elements(), key=lambda rank: (held[rank], rank), reverse=True)
    return _packed(_PAIRED[tuple(sorted(held.values(), reverse=True))], ranks)


def _packed(badness: int, ranks: Sequence[int]) -> int:
    packed = badness
    for rank in ranks:
        packed = packed << 4 | rank
    return _BEST - packed


_WHEEL: Final = _lowest_five(0b11111)
