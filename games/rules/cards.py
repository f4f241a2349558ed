"""Cards as small numbers: rank * 4 + suit, so that a larger number is the higher card with suits as tie-break.

Ranks 2 to ace are 0 to 12; suits clubs, diamonds, hearts, spades are 0 to 3, the order that every rulebook
gives them (004 Glossary, SUIT). `UNKNOWN` is a card that was dealt but never seen, written "??".
"""

from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
UNKNOWN: Final = 52

_WRITTEN: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
_READ: Final = {written: card for card, written in enumerate(_WRITTEN)}


class CardError(ValueError):
    """Cards that can't be what they are said to be; `code` is the catalogue's word for the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse_cards(text: str) -> tuple[int, ...]:
    """The cards of a text without blanks, such as "AhKd??".

    Refuses with CardError: `not_a_card`, and `duplicate_card` when a known card stands there twice.
    """
    try:
        cards = tuple([_READ[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError as error:
        raise CardError("not_a_card", f"{error} is not a card: write rank and suit, as in Ah, Td or ??.") from None
    require_distinct(cards)
    return cards


def print_cards(cards: Iterable[int]) -> str:
    """The cards in the order given, as `parse_cards` reads them."""
    return "".join([_WRITTEN[card] for card in cards])


def require_distinct(cards: Sequence[int]) -> None:
    """Refuse with CardError `duplicate_card` when a known card is there twice."""
    if len(set(cards)) == len(cards):
        return
    known = [card for card in cards if card != UNKNOWN]
    twice = sorted({card for card in known if known.count(card) > 1})
    if twice:
        raise CardError("duplicate_card", f"{print_cards(twice)} is there twice: check the cards.")


def rank_of(card: int) -> int:
    """The rank of a known card, 0 for a two to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a known card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def name_of(card: int) -> str:
    """The card in words, as a floor supervisor says it: "ace of spades"."""
    return "an unknown card" if card == UNKNOWN else f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"
