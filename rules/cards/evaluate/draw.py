"""The hands of the draw games: deuce-to-seven, where the worst high hand wins, and badugi."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from rules.cards.card import UNKNOWN, CardError, parse_cards
from rules.cards.evaluate.high import high, high_category

NO_BADUGI: Final = 0

_LOW_RANKS: Final = "A23456789TJQK"
_WORST: Final = 0xFFFFFF
_WHEEL: Final = high(parse_cards("5c4d3h2sAc"))
_STEEL_WHEEL: Final = high(parse_cards("5c4c3c2cAc"))
_ACE_HIGH: Final = 0xC3210
_ACE_HIGH_FLUSH: Final = 5 << 20 | _ACE_HIGH
_ACE_LOW_ONLY: Final = {_WHEEL: _ACE_HIGH, _STEEL_WHEEL: _ACE_HIGH_FLUSH}
"""The ace is only high here: 5-4-3-2-A is "NOT considered to be a straight but an A-5 high" (004:L190)."""


def deuce_seven(cards: Sequence[int]) -> int:
    """The strength of five cards where straights, flushes and pairs count against; 7-5-4-3-2 is best (004:L186-198).

    Refuses with CardError `wrong_card_count` or `unknown_card`.
    """
    _require(cards, 5, "A deuce-to-seven hand has exactly five cards")
    strength = high(cards)
    return _WORST - _ACE_LOW_ONLY.get(strength, strength)


def deuce_seven_category(strength: int) -> str:
    """The catalogue's name of the high hand that these cards make, such as `high_card`."""
    return high_category(_WORST - strength)


def deuce_seven_high(strength: int) -> int:
    """The strength as a high hand, for words; an A-5 high is no straight."""
    return _WORST - strength


def badugi(cards: Sequence[int], fallback: bool = True) -> int:
    """The strength of the largest set of cards that differ in rank and suit, the lowest from the top; ace low.

    Four cards beat three, three beat two, two beat one (004:L164-168). With `fallback` off (house rule
    `badugi_fallback`) fewer than four don't count and the strength is NO_BADUGI. Refuses with CardError
    `wrong_card_count` (a badugi hand has exactly four cards, 000:L30) or `unknown_card`.
    """
    _require(cards, 4, "A badugi hand has exactly four cards")
    smallest = 1 if fallback else 4
    for size in range(4, smallest - 1, -1):
        sets = [chosen for chosen in combinations(cards, size) if _is_rainbow(chosen)]
        if sets:
            return max(map(_lowest_first, sets))
    return NO_BADUGI


def badugi_name(strength: int) -> str:
    """The size and the ranks from the highest down, "4: 8-5-3-2"; "none" for NO_BADUGI."""
    if strength == NO_BADUGI:
        return "none"
    size = strength >> 16
    ranks = 0xFFFF - (strength & 0xFFFF)
    return f"{size}: " + "-".join(_LOW_RANKS[ranks >> 12 - 4 * place & 15] for place in range(size))


def describe_badugi(strength: int) -> str:
    """The hand in words for people: "Badugi, 8-5-3-2" or "Three-card hand, 3-2-A"."""
    if strength == NO_BADUGI:
        return "No badugi"
    size, ranks = badugi_name(strength).split(": ")
    return f"{_SIZES[size]}, {ranks}"


_SIZES: Final = {"4": "Badugi", "3": "Three-card hand", "2": "Two-card hand", "1": "One-card hand"}


def _is_rainbow(cards: Sequence[int]) -> bool:
    count = len(cards)
    return len({card & 3 for card in cards}) == count and len({card >> 2 for card in cards}) == count


def _lowest_first(cards: Sequence[int]) -> int:
    """Size, then how low the ranks are: the highest card is compared first."""
    ranks = sorted((((card >> 2) + 1) % 13 for card in cards), reverse=True)
    packed = sum(rank << 12 - 4 * place for place, rank in enumerate(ranks))
    return len(cards) << 16 | 0xFFFF - packed


def _require(cards: Sequence[int], count: int, sentence: str) -> None:
    if len(cards) != count:
        raise CardError("wrong_card_count", f"{sentence}, not {len(cards)}.")
    if UNKNOWN in cards:
        raise CardError("unknown_card", "A hand with an unknown card can't be ranked: enter the card first.")
