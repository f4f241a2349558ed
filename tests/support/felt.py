"""The hand console in somebody's hands: whose turn it is, one tap, cards from the picker, a line of notation."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Tablet


def seat_on_felt(page: Page, seat: int) -> Locator:
    """A seat of the felt that can be tapped."""
    return page.locator(f".felt a.seat[aria-label^='Seat {seat},']")


def expect_turn(page: Page, seat: int) -> None:
    """It is that seat's turn now."""
    expect(page.locator(".console-felt .seat.turn")).to_have_attribute("aria-label", re.compile(f"^Seat {seat},"))


def enter(tablet: Tablet, what: Locator | str, *, turn: int | None) -> None:
    """Tap an action; then it is that seat's turn, or the card picker is shown."""
    tablet.tap(what)
    if turn is None:
        expect(tablet.page.locator(".picker")).to_be_visible()
    else:
        expect_turn(tablet.page, turn)


def pick(tablet: Tablet, *cards: str) -> None:
    """Tap cards in the picker; with the last one they are entered."""
    for card in cards:
        tablet.tap(tablet.page.locator(f".pick:has(input[value='{card}'])"))


def type_in(tablet: Tablet, words: str) -> None:
    """Type one line of notation, by keys alone."""
    tablet.press("/")
    expect(tablet.page.locator("#notation input[name=action]")).to_be_focused()
    tablet.type(words)
    tablet.press("Enter")


def ask_for(tablet: Tablet, seat: int) -> None:
    """Let the picker ask for a seat's cards, if it doesn't by itself."""
    place = tablet.page.locator("#cards input[name=place]")
    if place.get_attribute("value") != str(seat):
        tablet.tap(seat_on_felt(tablet.page, seat))
        expect(place).to_have_value(str(seat))
