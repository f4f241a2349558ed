"""Examples of decks that run short: the last street of stud, and the draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.book.examples.outcome import Outcome
from rules.book.scenarios.situation import Situation
from rules.book.scenarios.table import draw_all
from rules.house.variants import SHEETS
from rules.table.supply import LastCard, Stock, stud_supply

METHODS: Final[Mapping[LastCard, str]] = {
    "individual": "Each player is dealt a last card of their own.",
    "reshuffle_burns_individual": "The burn cards are shuffled in and each player is dealt a last card of their own.",
    "community": "One card goes to the middle for everybody.",
    "reshuffle_burns_community": "The burn cards are shuffled in and one card goes to the middle for everybody.",
}
"""The ways of dealing a last card of stud, in sentences."""


def last_cards(example: Situation) -> Outcome:
    """The way the last street of stud is dealt to `players`, with so many cards in the `stub` and so many `burned`."""
    given = example.given
    supply = stud_supply(given["stub"], given["burned"], given["players"], example.house)
    needed = f"{supply.needed} cards are needed, {supply.stub} are left."
    return Outcome(supply.method, f"{needed} {METHODS[supply.method]}")


def stock(example: Situation) -> Outcome:
    """The draw in which the cards run out: `draws` says how many each player asks for, draw by draw."""
    sheet = SHEETS[example.game]
    left = Stock(sheet.deck_size - example.given["players"] * sheet.hole_cards)
    short = draw_all(left, example, sheet.hole_cards)
    if short is None:
        return Outcome(f"{left.cards} left", f"The cards reach: {left.cards} are left after the last draw.")
    sentence = f"In draw {short.draw} the cards run out at player {short.drawer}: the discards are shuffled for them."
    return Outcome(f"shuffled in draw {short.draw} for player {short.drawer}", sentence)
