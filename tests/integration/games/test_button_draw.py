"""The draw for the first button over HTTP: two taps where the winner is named, a tap for each card otherwise."""

import re
from typing import Any

import pytest
from django.test import Client

from rules.house.house import STANDARD
from tests.support.desk import key
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def address(table: HandTable) -> str:
    return f"/tables/{table.session.table_id}/button/"


def test_the_deal_offers_the_draw_until_there_was_a_hand(tablet: Client, table: HandTable, address: str) -> None:
    deal = f"/tables/{table.session.table_id}/hand/"
    assert f'href="{address}"' in tablet.get(deal).content.decode()
    table.tick()
    assert address not in tablet.get(deal).content.decode()


def test_the_seat_that_won_is_named_in_two_taps(tablet: Client, table: HandTable, address: str) -> None:
    shown = tablet.get(address).content.decode()
    assert re.search(r'name="seat" value="3"', shown)
    answer = tablet.post(address, {"seat": "3", "key": key()})
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.session.table_id}/hand/")
    deal = words(tablet.get(answer["Location"]))
    assert "Seat 3 has the first button" in deal
    assert "Button seat 3" in deal


def test_each_player_gets_a_card_and_the_page_says_who_has_the_button(
    tablet: Client, table: HandTable, address: str
) -> None:
    dealt = ""
    for seat, card in enumerate(("Kd", "2c", "Kh", "9s"), start=1):
        answer = tablet.get(address, {"cards": dealt})
        assert f"the card of seat {seat}, {table.sittings[seat].player}" in words(answer)
        dealt += card
        assert f"?cards={dealt}" in answer.content.decode()
        assert answer.content.decode().count("pick out") == seat - 1
    answer = tablet.get(address, {"cards": dealt})
    assert f"Seat 3, {table.sittings[3].player}, has the highest card" in words(answer)
    assert "the suit decides" in words(answer)
    assert "004:L74" in answer.content.decode()
    assert tablet.post(address, {"cards": dealt, "key": key()}).status_code == 303
    assert table.session.button_seat == 3


def test_an_unfinished_draw_and_an_empty_seat_are_refused(tablet: Client, table: HandTable, address: str) -> None:
    answer = tablet.post(address, {"cards": "Kd2c", "key": key()})
    assert answer.status_code == 422
    assert "Deal one card face up to each player" in words(answer)
    assert "the card of seat 3" in words(answer)
    assert tablet.post(address, {"seat": "9", "key": key()}).status_code == 422
    assert table.session.button_seat is None


@pytest.mark.parametrize("cards", ["KdKd", "x", "??", "K?", "Kd" * 40, "AsKsQsJsTs9s8s7s6s5s4s"])
def test_cards_that_can_not_be_are_left_out(tablet: Client, address: str, cards: str) -> None:
    assert tablet.get(address, {"cards": cards}).status_code == 200


def test_a_house_that_draws_by_chance_has_one_button(db: None) -> None:
    table = open_hand_table(house=STANDARD.with_answers(button_draw="random_seat"))
    tablet, address = signed_in(table.floor), f"/tables/{table.session.table_id}/button/"
    assert "Draw a seat by chance" in words(tablet.get(address))
    assert tablet.post(address, {"key": key()}).status_code == 303
    assert table.session.button_seat in table.sittings
