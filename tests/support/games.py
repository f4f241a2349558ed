"""A plaque for every game that is played, and a supervisor who enters hands of any by what the console shows."""

import re
from collections.abc import Mapping
from typing import Any

from rules.house.fee_schedule import FeeSchedule
from rules.house.plaque import Plaque
from rules.house.variants import SHEETS, Structure
from tests.support.console import Tablet

_FEE = FeeSchedule(mode="percent", percent_bp=500, cap=5_00, unit=1_00)
_LIMITS: Mapping[Structure, Mapping[str, Any]] = {
    "no_limit": {},
    "pot_limit": {},
    "fixed_limit": {"small_bet": 4_00, "big_bet": 8_00},
    "spread": {"spread_min": 4_00, "spread_max": 40_00},
}
_STRUCTURES: Mapping[str, Structure] = {"holdem_blackjack": "spread", "omaha": "pot_limit", "omaha5": "pot_limit"}
_NO_LIMIT = frozenset({"holdem", "27sd", "shortdeck"})


def plaque_of(game: str, structure: Structure | None = None) -> Plaque:
    """A plaque of the game for stakes of about 4: in limit unless the game is usually played otherwise."""
    sheet = SHEETS[game]
    structure = structure or _STRUCTURES.get(game) or ("no_limit" if game in _NO_LIMIT else "fixed_limit")
    opening = {"blinds": (2_00, 4_00)} if sheet.has_button else {"ante": 1_00, "bring_in": 2_00}
    ante = {"ante": 1_00} if game == "holdem_blackjack" else {}
    facts = {**opening, **ante, **_LIMITS[structure]}
    return Plaque(game=game, structure=structure, unit=1_00, buy_in_min=40_00, fee=_FEE, seats=4, **facts)


def play_through(console: Tablet) -> list[str]:
    """Deal a hand, do the likely thing at every turn and name every card that is asked for, until it is recorded.

    Returns what was pressed.
    """
    assert console.deal().status_code == 200, console.text
    pressed = []
    for _ in range(120):
        if 'id="record"' in console.html:
            rake = re.search(
                r'name="rake_taken"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="rake_taken"', console.html
            )
            assert rake
            taken = rake[1] or rake[2] or "0"
            answer = console.press("record", rake_taken=taken, key=console.key)
            if "same_hand_again" in console.html:  # these hands are always dealt alike
                answer = console.press("record", rake_taken=taken, key=console.key, confirm="same_hand_again")
            assert answer.status_code == 200, console.text
            return pressed
        pressed.append(_go_on(console))
    raise AssertionError(f"The hand doesn't end: {pressed[-5:]} {console.text}")


def _go_on(console: Tablet) -> str:
    if 'class="picker"' in console.html:
        place, cards = shown_place(console), free_cards(console)[: asked_cards(console)]
        assert console.press("cards", place=place, card=cards).status_code == 200, console.text
        return f"{place}: {' '.join(cards)}"
    action = likely(console)
    console.act(action)
    return action


def owed(console: Tablet) -> str:
    """The rake that is filled in."""
    field = re.search(r'<input[^>]*name="rake_taken"[^>]*>', console.html)
    value = re.search(r'value="([^"]*)"', field[0]) if field else None
    return value[1] if value else "0"


def likely(console: Tablet) -> str:
    """The action of the button that wears the accent."""
    found = re.search(r'<button class="button large primary" name="action" value="([^"]+)"', console.html)
    assert found, console.text
    return found[1]


def offered(console: Tablet) -> list[str]:
    """The words of the large buttons that can be pressed."""
    buttons = re.findall(r'<button class="button large[^"]*" name="action" value="[^"]+"[^>]*>([^<]*)', console.html)
    return [words.strip() for words in buttons]


def shown_place(console: Tablet) -> str:
    """The place whose cards the picker asks for."""
    found = re.search(r'name="place" value="([^"]+)"', console.html)
    assert found, console.text
    return found[1]


def asked_cards(console: Tablet) -> int:
    """The number of cards that the picker asks for."""
    found = re.search(r'data-pick="(\d+)"', console.html)
    assert found
    return int(found[1])


def free_cards(console: Tablet) -> list[str]:
    """The cards that can be picked."""
    return re.findall(r'name="card" value="(..)"(?! disabled)', console.html)
