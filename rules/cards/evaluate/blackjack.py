"""Hold'em Blackjack: a seven-card Charlie, then 21 downwards, then the busted hand closest to 21.

003 Hold'em Blackjack, Hand Ranking and Value of the Cards. All 21s are equal, a natural is nothing more.
"""

from collections.abc import Sequence
from typing import Final

from rules.cards.card import RANKS, UNKNOWN, CardError

MOST_CARDS: Final = 7

TARGET: Final = 21
_POINTS: Final = tuple(11 if rank == "A" else min(place + 2, 10) for place, rank in enumerate(RANKS))
_ACE: Final = RANKS.index("A")
_BUSTED, _STANDING, _CHARLIE = (kind << 8 for kind in range(3))


def blackjack_total(cards: Sequence[int]) -> int:
    """The points of two to seven cards; each ace counts 11 or 1, whichever serves the player.

    Refuses with CardError `wrong_card_count`, or `unknown_card` where a card isn't known.
    """
    if UNKNOWN in cards:
        raise CardError("unknown_card", "A hand with an unknown card can't be added up: enter the card first.")
    if not 1 <= len(cards) <= MOST_CARDS:
        raise CardError("wrong_card_count", f"A blackjack hand has one to seven cards, not {len(cards)}.")
    ranks = [card >> 2 for card in cards]
    total = sum(_POINTS[rank] for rank in ranks)
    soft_aces = ranks.count(_ACE)
    while total > TARGET and soft_aces:
        total, soft_aces = total - 10, soft_aces - 1
    return total


def blackjack(cards: Sequence[int], charlie_ties: str = "equal") -> int:
    """The strength of a hand; larger is better, equal ties.

    `charlie_ties` is the house rule: `equal` leaves two Charlies tied whatever their totals (003 ranks no totals
    of a Charlie), `by_total` lets the higher total win. Refuses as `blackjack_total` does.
    """
    total = blackjack_total(cards)
    kind = _kind(cards, total)
    if kind == _BUSTED:
        return _BUSTED + 0xFF - total
    if kind == _CHARLIE and charlie_ties == "equal":
        return _CHARLIE
    return kind + total


def blackjack_name(cards: Sequence[int]) -> str:
    """The catalogue's name of a hand: "charlie 17", "points 21" or "busted 22"."""
    total = blackjack_total(cards)
    return f"{_NAMES[_kind(cards, total)]} {total}"


def describe_blackjack(cards: Sequence[int]) -> str:
    """The hand in words for people: "7 Card Charlie", "21 points" or "Busted with 24"."""
    total = blackjack_total(cards)
    kind = _kind(cards, total)
    if kind == _BUSTED:
        return f"Busted with {total}"
    return f"7 Card Charlie ({total} points)" if kind == _CHARLIE else f"{total} points"


_NAMES: Final = {_CHARLIE: "charlie", _STANDING: "points", _BUSTED: "busted"}


def _kind(cards: Sequence[int], total: int) -> int:
    if total > TARGET:
        return _BUSTED
    return _CHARLIE if len(cards) == MOST_CARDS else _STANDING
