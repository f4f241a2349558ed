"""Examples of decks that run short: the last street of stud, and the draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.examples.example import Given
from games.rules.examples.outcome import Outcome
from games.rules.house import House
from games.rules.supply import LastCard, Stock, stud_supply
from games.rules.variants import SHEETS

_METHODS: Final[Mapping[LastCard, str]] = {
    "individual": "Each player is dealt his own last card.",
    "reshuffle_burns_individual": "The burn cards are shuffled in and each player is dealt his own last card.",
    "community": "One card goes to the middle for everybody.",
    "reshuffle_burns_community": "The burn cards are shuffled in and one card goes to the middle for everybody.",
}


def last_cards(given: Given, house: House) -> Outcome:
    """How the last street of stud is dealt to `players`, with so many cards in the `stub` and so many `burned`."""
    supply = stud_supply(given["stub"], given["burned"], given["players"], house)
    needed = f"{supply.needed} cards are needed, {supply.stub} are left."
    return Outcome(supply.method, f"{needed} {_METHODS[supply.method]}")


def stock(given: Given, house: House) -> Outcome:
    """Where in the draws the cards run out: `draws` says how many each player asks for, draw by draw."""
    sheet, burns = SHEETS[given["game"]], house.value("burn_before_draw")
    left = Stock(sheet.deck_size - given["players"] * sheet.hole_cards)
    for number, asked in enumerate(given["draws"], 1):
        left.open(burn=burns == "each" or (burns == "first_only" and number == 1))
        for drawer, count in enumerate(asked, 1):
            if left.is_short(count, more=any(asked[drawer:])):
                sentence = f"In draw {number} the cards run out at player {drawer}: the discards are shuffled for him."
                return Outcome(f"shuffled in draw {number} for player {drawer}", sentence)
            left.cards -= count
            left.discards += [0] * count
    return Outcome(f"{left.cards} left", f"The cards reach: {left.cards} are left after the last draw.")
