"""The ways in which a hand comes to be void: the kinds of misdeal, and of a fouled deck, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

VoidCause: TypeAlias = Literal["misdeal", "fouled_deck"]
"""Why a hand is void, by the rulebook's code."""


@dataclass(frozen=True, slots=True)
class VoidKind:
    """One way in which a hand is void: the rule's code, what happened in a few words, and where it is listed."""

    code: str
    cause: VoidCause
    words: str
    citation: str

    @property
    def term(self) -> str:
        """The name of such a hand."""
        return "misdeal" if self.cause == "misdeal" else "fouled deck"


_KINDS: Final = (
    VoidKind("first_card_exposed", "misdeal", "the first or second card was exposed", "WSOP 104; RRoP 3 Misdeals #1a"),
    VoidKind("two_cards_exposed", "misdeal", "two or more cards were exposed", "WSOP 104; RRoP 3 Misdeals #1b"),
    VoidKind("two_cards_boxed", "misdeal", "two or more cards lay boxed", "WSOP 21, 104; RRoP 3 Misdeals #1c"),
    VoidKind("wrong_count", "misdeal", "a player has too many or too few cards", "WSOP 104; RRoP 3 Misdeals #1d-e"),
    VoidKind("wrong_order", "misdeal", "cards were dealt out of order", "WSOP 104; RRoP 3 Misdeals #1f, 1h"),
    VoidKind("wrong_button", "misdeal", "the button was out of place", "WSOP 104, 109; RRoP 3 Misdeals #1g"),
    VoidKind("wrong_seat", "misdeal", "a seat was dealt in that had no hand to get", "WSOP 104; RRoP 3 Misdeals #1i"),
    VoidKind("player_left_out", "misdeal", "a player was left out", "WSOP 104; RRoP 3 Misdeals #1j"),
    VoidKind("misdeal", "misdeal", "it was dealt wrongly", "WSOP 104"),
    VoidKind("cards_alike", "fouled_deck", "two cards of the deck are alike", "WSOP 112"),
    VoidKind("foreign_card", "fouled_deck", "a card doesn’t belong to the deck", "WSOP 22"),
    VoidKind("fouled_deck", "fouled_deck", "the deck is fouled", "WSOP 112"),
)
VOIDS: Final[Mapping[str, VoidKind]] = {kind.code: kind for kind in _KINDS}
"""Every kind by its code; the two named like their cause say no more than that."""
