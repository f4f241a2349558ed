"""Stud in a house with a button: it moves one player to the left after each hand, and nobody owes a blind for it."""

import pytest

from games.selectors.missed_blinds import missed_blinds_of
from games.services import abandon, draw_button
from players.services import come_back, go_away
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from tests.support.arranged import arranged
from tests.support.desk import NLH, key
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db
STUD = Plaque(
    "stud",
    "fixed_limit",
    small_bet=400,
    big_bet=800,
    ante=100,
    bring_in=200,
    unit=100,
    buy_in_min=40_00,
    seats=8,
    fee=NLH.fee,
)
HOUSE = HOUSES["cardroom_b"].with_answers(odd_chip_unit=100)


@arranged
def table() -> HandTable:
    """Three players at stud 4/8 in a house whose rulebook moves a button."""
    return open_hand_table(STUD, seats=(1, 3, 5), house=HOUSE)


def button(table: HandTable) -> int | None:
    deal = table.suggested()
    return deal.places.button if deal.places else None


def test_it_is_drawn_and_moves_on_with_every_hand(table: HandTable) -> None:
    draw_button(session=table.session, seat=3, key=key(), **table.by())
    draft = table.deal()
    assert (table.played(draft).setup.seats, table.played(draft).setup.button) == ((5, 1, 3), 3)
    abandon(draft=draft, version=draft.version, reason="entered at the wrong table", **table.by())
    table.tick()
    assert (table.session.button_seat, button(table)) == (5, 5)
    table.tick()
    assert button(table) == 1


def test_nobody_owes_a_blind_that_is_not_posted(table: HandTable) -> None:
    away = table.sittings[3]
    table.tick()
    go_away(sitting=away, agrees=True, **table.by())
    table.tick()
    table.tick()
    come_back(sitting=away, **table.by())
    assert all(due.missed is None for due in missed_blinds_of(table.session).values())
    assert set(table.suggested().stacks) == {1, 3, 5}


def test_a_house_without_one_draws_none() -> None:
    table = open_hand_table(STUD, seats=(1, 3, 5))
    assert button(table) is None
    said = refused("no_button", lambda: draw_button(session=table.session, seat=3, key=key(), **table.by()))
    assert "without a button" in said.message
