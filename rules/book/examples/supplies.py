"""Examples of decks that run short: the last street of stud, and the draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.book.examples.example import Given
from rules.book.examples.outcome import Outcome
from rules.house.house import House
from rules.house.variants import SHEETS
from rules.table.supply import LastCard, Stock, stud_supply

_METHODS: Final[Mapping[LastCard, str]] = {
    "individual": "Each player is dealt a last card of their own.",
    "reshuffle_burns_individual": "The burn cards are shuffled in and each player is dealt a last card of their own.",
    "community": "One card goes to the middle for everybody.",
    "reshuffle_burns_community": "The burn cards are shuffled in and one card goes to the middle for everybody.",
}


def last_cards(given: Given, house: House) -> Outcome:
    """The way the last street of stud is dealt to `players`, with so many cards in the `stub` and so many `burned`."""
    supply = stud_supply(given["stub"], given["burned"], given["players"], house)
    needed = f"{supply.needed} cards are needed, {supply.stub} are left."
    return Outcome(supply.method, f"{needed} {_METHODS[supply.method]}")


def stock(given: Given, house: House) -> Outcome:
    """The draw in which the cards run out: `draws` says how many each player asks for, draw by draw."""
    sheet, burns = SHEETS[given["game"]], house.answers.burn_before_draw
    left = Stock(sheet.deck_size - given["players"] * sheet.hole_cards)
    for number, asked in enumerate(given["draws"], 1):
        left.open(burn=burns == "each" or (burns == "first_only" and number == 1))
        for drawer, count in enumerate(asked, 1):
            if left.is_short(count, more=any(asked[drawer:])):
                sentence = f"In draw {number} the cards run out at player {drawer}: the discards are shuffled for them."
                return Outcome(f"shuffled in draw {number} for player {drawer}", sentence)
            left.cards -= count
            left.discards += [0] * count
    return Outcome(f"{left.cards} left", f"The cards reach: {left.cards} are left after the last draw.")
