"""The number of taps that a hand takes: four players call and check down, every card is named and every hand is shown.

The most that is allowed is what version 0.3 took; the figure beside it is what it takes now, counted anew here.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from games.models import Hand
from rules.house.house import STANDARD
from rules.house.variants import SHEETS, Structure
from tests.browser.test_console import console, tap_cards, turn
from tests.support.browser import SIZES, Drawer, Tablet, held_in_turn
from tests.support.games import plaque_of
from tests.support.table import open_hand_table

RANKS = "23456789TJQKA"
STUD_UP = {1: "Kd Kh 9c 8c", 2: "9h 9d Tc 5c", 3: "2c 3d 4h 6h", 4: "Js Jd 7h 4c"}


def shuffled(game: str) -> Iterator[str]:
    """The cards of the game's deck in an order that leaves every showdown open until its last hand."""
    deck = [rank + suit for rank in RANKS[SHEETS[game].lowest_rank :] for suit in "shdc"]
    return iter(random.Random(5).sample(deck, len(deck)))


@dataclass
class CheckedDown:
    """A supervisor who enters one hand that nobody bets in."""

    tablet: Tablet
    deck: Iterator[str]

    def all(self, what: str) -> None:
        """Everybody who is still to act does so alike."""
        self.tablet.tap(f"All {what}")

    def name(self, place: str, *cards: str, count: int = 0) -> None:
        """Name the cards of a place, once they are asked for; without any, the next ones of the deck."""
        expect(self.tablet.page.locator("#cards input[name=place]")).to_have_value(place)
        tap_cards(self.tablet, *(cards or [next(self.deck) for _ in range(count)]))

    def show(self, cards: int) -> None:
        """Every hand, in the order in which it is asked for."""
        for seat in "1234":
            self.name(seat, count=cards)

    def record(self) -> None:
        """The hand with what is owed."""
        expect(self.tablet.page.locator("#console")).to_contain_text("The hand is over")
        self.tablet.tap("Record hand 1")
        expect(self.tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")


def board_game(hand: CheckedDown, hole: int) -> None:
    turn(hand.tablet, 3)
    hand.all("call")
    for count in (3, 1, 1):
        hand.name("board", count=count)
        turn(hand.tablet, 1)
        hand.all("check")
    hand.show(hole)


def draws(hand: CheckedDown, cards: int, rounds: int = 3) -> None:
    turn(hand.tablet, 3)
    hand.all("call")
    for _ in range(rounds):
        for seat in (1, 2, 3, 4):
            turn(hand.tablet, seat)
            hand.tablet.tap("Draw 1")
        turn(hand.tablet, 1)
        hand.all("check")
    hand.show(cards)


def stud(hand: CheckedDown, opens: int = 3, shows: str = "1234") -> None:
    streets = list(zip(*(cards.split() for cards in STUD_UP.values()), strict=True))
    for street, cards in enumerate(streets):
        for seat, card in zip("1234", cards, strict=True):
            hand.name(seat, card)
        if street:
            hand.all("check")
        else:
            turn(hand.tablet, opens)
            hand.tablet.tap("Bring in 2")
            turn(hand.tablet, opens % 4 + 1)
            hand.all("call")
    expect(hand.tablet.page.locator(".console-felt .note")).to_contain_text("seventh street")
    hand.all("check")
    held = {"1": "AsAhAd", "2": "QsQhQd", "3": "5s5h5d", "4": "TsThTd"}
    for seat in shows:
        hand.name(seat, *(held[seat][place : place + 2] for place in (0, 2, 4)))


def razz(hand: CheckedDown) -> None:
    """The high card brings it in, the king of seat 1; the lowest hand showing is shown first."""
    stud(hand, opens=1, shows="3412")


def blackjack(hand: CheckedDown) -> None:
    turn(hand.tablet, 3)
    hand.all("call")
    for seat in "1234":
        if hand.tablet.page.locator("#cards input[name=place]").count():
            hand.name(seat, count=1)
    turn(hand.tablet, 1)
    hand.all("check")
    expect(hand.tablet.page.locator(".console-turn")).to_contain_text("to complete the hand")
    hand.all("stand")
    turn(hand.tablet, 1)
    hand.all("check")
    hand.show(2)


GAMES = {
    "holdem": (None, lambda hand: board_game(hand, 2), 32, 19),
    "shortdeck": (None, lambda hand: board_game(hand, 2), 32, 19),
    "omaha": (None, lambda hand: board_game(hand, 4), 40, 27),
    "omaha8": (None, lambda hand: board_game(hand, 4), 40, 27),
    "badugi": (None, lambda hand: draws(hand, 4), 46, 34),
    "stud": (None, stud, 50, 36),
    "stud8": (None, stud, 50, 36),
    "razz": (None, razz, 50, 36),
    "27td": (None, lambda hand: draws(hand, 5), 50, 38),
    "a5td": (None, lambda hand: draws(hand, 5), 50, 38),
    "27sd": (None, lambda hand: draws(hand, 5, rounds=1), 34, 28),
    "omaha5": (None, lambda hand: board_game(hand, 5), 44, 31),
    "holdem_blackjack": (None, blackjack, 26, 14),
}
"""The game's structure, how its hand is entered, the taps of version 0.3, and those of today. Of stud8, razz, 2-7, A-5
and five-card Omaha those of 0.3 are reckoned from stud, badugi and Omaha, by cards and betting rounds."""


@pytest.mark.parametrize(("game", "held"), held_in_turn(GAMES))
def test_a_hand_that_is_checked_down(tablets: Drawer, game: str, held: str) -> None:
    structure: Structure | None
    structure, enter, before, today = GAMES[game]
    tablet = console(tablets, open_hand_table(plaque_of(game, structure), house=STANDARD), size=SIZES[held])
    tablet.tap("Deal hand 1")
    hand = CheckedDown(tablet, shuffled(game))
    enter(hand)
    hand.record()
    assert len(Hand.objects.get().winners) >= 1
    assert (tablet.taps, today <= before) == (today, True)
