"""Cards as small numbers: rank * 4 + suit, so that a larger number is the higher card with suits as tie-break.

Ranks 2 to ace are 0 to 12; suits clubs, diamonds, hearts, spades are 0 to 3, the order that every rulebook
gives them (004 Glossary, SUIT). `UNKNOWN` is a card that was dealt but never seen, written "??".
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
UNKNOWN: Final = 52
RANK_KNOWN: Final = 53
"""The first card of which only the rank is known, a two."""
SUIT_KNOWN: Final = RANK_KNOWN + len(RANKS)
"""The first card of which only the suit is known, a club."""
ALL_CARDS: Final = SUIT_KNOWN + len(SUITS)
"""The number of cards, those that are unknown or half known among them."""

_WRITTEN: Final = (
    *(rank + suit for rank in RANKS for suit in SUITS),
    "??",
    *(rank + "?" for rank in RANKS),
    *("?" + suit for suit in SUITS),
)
_READ: Final = {written: card for card, written in enumerate(_WRITTEN)}


class CardError(ValueError):
    """Cards that can't be what they are said to be; `code` is the catalogue's word for the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse_cards(text: str) -> tuple[int, ...]:
    """The cards of a text without blanks, such as "AhKd??".

    Refuses with CardError: `not_a_card`, and `duplicate_card` when a known card stands there twice or there are more
    half-known ones than a deck has.
    """
    cards = read_cards(text)
    require_distinct(cards)
    return cards


def read_cards(text: str) -> tuple[int, ...]:
    """The cards of a text as `parse_cards` reads them, whether they can be on one table or not."""
    try:
        if len(text) == 4:  # two cards, which are most of what is dealt, without a list of them
            return _READ[text[:2]], _READ[text[2:]]
        return tuple([_READ[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError as error:
        raise CardError(
            "not_a_card",
            f"{error} is not a card: write rank and suit, as in Ah or Td; a ? stands for what nobody knows.",
        ) from None


def print_cards(cards: Iterable[int]) -> str:
    """The cards in the order given, as `parse_cards` reads them."""
    return "".join([_WRITTEN[card] for card in cards])


def require_distinct(cards: Sequence[int]) -> None:
    """Refuse with CardError `duplicate_card` when a known card is there twice, or a half-known one can be none that
    is left: "A?" beside four aces."""
    if len(set(cards)) == len(cards) and max(cards, default=0) <= UNKNOWN:
        return
    known = [card for card in cards if card < UNKNOWN]
    twice = sorted(card for card, times in Counter(known).items() if times > 1)
    if twice:
        raise CardError("duplicate_card", f"{print_cards(twice)} is there twice: check the cards.")
    without = without_room((card for card in cards if card > UNKNOWN), mask_of(known))
    if without is not None:
        raise CardError("duplicate_card", f"{print_cards([without])} can be no card that is left: check the cards.")


def mask_of(cards: Iterable[int]) -> int:
    """The known ones among the cards as bits, 1 << card each."""
    mask = 0
    for card in cards:
        if card < UNKNOWN:
            mask |= 1 << card
    return mask


@lru_cache(maxsize=8192)
def bits_of(cards: tuple[int, ...]) -> tuple[int, bool]:
    """The known ones as bits, as `mask_of`, and whether all else is plain: none of them is there twice, and of no card
    only a half is known. The same two cards are dealt again and again."""
    known = [card for card in cards if card < UNKNOWN]
    return mask_of(known), len(set(known)) == len(known) and max(cards, default=0) <= UNKNOWN


def without_room(halves: Iterable[int], out: int) -> int | None:
    """The first half-known card that can be none of the deck beside the ones before it and those of the mask `out`;
    None where there is room for all."""
    taken_by: dict[int, int] = {}
    for half in halves:
        if not _seat(half, out, taken_by, set()):
            return half
    return None


def _seat(half: int, out: int, taken_by: dict[int, int], tried: set[int]) -> bool:
    """Find a card for `half`; who took it before looks for another one, if possible."""
    for card in could_be(half):
        if card not in tried and not out >> card & 1:
            tried.add(card)
            if card not in taken_by or _seat(taken_by[card], out, taken_by, tried):
                taken_by[card] = half
                return True
    return False


def could_be(card: int) -> Sequence[int]:
    """The known cards that it may be: itself where it is one."""
    return _COULD_BE[card]


_COULD_BE: Final = (
    *((card,) for card in range(UNKNOWN)),
    tuple(range(UNKNOWN)),
    *(tuple(range(4 * rank, 4 * rank + 4)) for rank in range(len(RANKS))),
    *(tuple(range(suit, UNKNOWN, 4)) for suit in range(len(SUITS))),
)


def rank_of(card: int) -> int:
    """The rank of a known card, 0 for a two to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a known card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def name_of(card: int) -> str:
    """The card in words, as a floor supervisor says it: "ace of spades"."""
    if card < UNKNOWN:
        return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"
    if card == UNKNOWN:
        return "an unknown card"
    if card < SUIT_KNOWN:
        return f"{RANK_NAMES[card - RANK_KNOWN]} of a suit that nobody saw"
    return f"card of {SUIT_NAMES[card - SUIT_KNOWN]} whose rank nobody saw"
