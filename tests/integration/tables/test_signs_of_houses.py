"""Every game of every house from its posting to the paper: what it says of raises and of hands that are free."""

import io
import re
from typing import Any

import pypdf
import pytest
from django.urls import reverse

from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.house.variants import SHEETS, Structure
from tests.support.desk import Desk, open_desk, person
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db

RAKE = FeeSchedule(mode="percent", percent_bp=500, cap=3_00, unit=1_00, no_flop_no_drop=True)
LIMITS = {
    "fixed_limit": {"small_bet": 4_00, "big_bet": 8_00},
    "spread": {"spread_min": 4_00, "spread_max": 40_00},
}
RAISES = {
    "standard": "3 a round",
    "solaire": "Any number",
    "columbus": "3 a round",
    "cardroom_a": "3 a round",
    "cardroom_b": "3 a round",
    "live": "3 a round",
}
"""The number of raises that each rulebook allows where a limit counts them: 002:L102-105, 003:L26, L103, L302;
000:L65-69."""
FREE_UNTIL = {
    **dict.fromkeys(("holdem", "omaha", "omaha8", "shortdeck", "omaha5"), "no flop no drop"),
    **dict.fromkeys(("stud", "stud8", "razz"), "no drop before fourth street"),
    **dict.fromkeys(("badugi", "27td", "a5td"), "no drop before the first draw"),
    "27sd": "no drop before the draw",
    "holdem_blackjack": "no drop before the second round",
}


def offered() -> list[Any]:
    """Every game of every house, at each of its structures."""
    return [
        pytest.param(name, game, structure, id=f"{name}-{game}-{structure}")
        for name, house in HOUSES.items()
        for game, offer in house.offers.items()
        for structure in offer.structures
    ]


def a_plaque(house: str, game: str, structure: Structure) -> Plaque:
    """A plaque at 4/8 or thereabouts as the house posts it."""
    sheet, ante = SHEETS[game], 1_00 if game == "holdem_blackjack" else 0
    opening = {"blinds": (2_00, 4_00), "ante": ante} if sheet.has_button else {"ante": 1_00, "bring_in": 2_00}
    seats = min(9, HOUSES[house].offers[game].seats_max)
    facts: dict[str, Any] = {**opening, **LIMITS.get(structure, {})}
    return Plaque(game, structure, unit=1_00, buy_in_min=40_00, fee=RAKE, seats=seats, **facts)


def on_screen_and_paper(desk: Desk) -> tuple[str, str]:
    """The words of the plaque's page and its PDF, fetched by a supervisor; without white space."""
    version = desk.session.plaque
    address = [version.table_id, version.number]
    floor = signed_in(person(desk.room, "floor"))
    page = floor.get(reverse("sign", args=address)).content.decode()
    [paper] = pypdf.PdfReader(io.BytesIO(floor.get(reverse("sign_file", args=address)).content)).pages
    return _squeezed(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])), _squeezed(paper.extract_text())


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


@pytest.mark.parametrize(("house", "game", "structure"), offered())
def test_a_plaque_tells_raises_and_what_is_free_in_the_words_of_its_game(
    house: str, game: str, structure: Structure
) -> None:
    desk = open_desk(house=HOUSES[house], plaque=a_plaque(house, game, structure))
    for said in on_screen_and_paper(desk):
        assert _squeezed(FREE_UNTIL[game]) in said
        assert ("noflopnodrop" in said) is (SHEETS[game].board_cards > 0)
        raises = _squeezed(f"Raises {RAISES[house]}")
        assert (raises in said) is (structure in LIMITS)
        assert ("raises" in said) is (structure in LIMITS)


def test_every_house_is_tried() -> None:
    assert RAISES.keys() == HOUSES.keys()
    assert {game for house in HOUSES.values() for game in house.offers} == FREE_UNTIL.keys()
