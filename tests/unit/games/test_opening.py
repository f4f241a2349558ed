"""The first hand of a session: the house opens a game with enough players, and the button is drawn for."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from config.audit.models import AuditEvent
from games import services
from games.selectors.deals import Deal
from players.services import go_away
from rules.cards.card import parse_cards
from rules.house.house import CARDROOM_B, STANDARD
from rules.house.plaque_check import why_not_opening
from rules.table.button import Places
from tables.services import post_plaque
from tests.support.desk import NLH, key
from tests.support.games import plaque_of
from tests.support.refusals import refused
from tests.support.table import O8_KILL, HandTable, open_hand_table

OMAHA = replace(O8_KILL, kill=None, seats=9)


def open_omaha(players: int) -> HandTable:
    return open_hand_table(OMAHA, seats=tuple(range(1, players + 1)), house=CARDROOM_B)


@pytest.mark.parametrize(("players", "code"), [(6, None), (5, "too_few_players"), (2, "too_few_players")])
def test_a_house_opens_a_game_with_its_own_number_of_players(players: int, code: str | None) -> None:
    refusal = why_not_opening("omaha8", players, CARDROOM_B)
    assert (refusal.code if refusal else None) == code
    assert why_not_opening("holdem", players, CARDROOM_B) is None
    assert why_not_opening("omaha8", players, STANDARD) is None


def test_the_first_hand_waits_for_enough_players_and_says_how_many(db: None) -> None:
    table = open_omaha(5)
    error = refused("too_few_players", table.deal, least=6)
    assert "opens here with 6 players; 5 are there" in error.message
    assert error.citation.startswith("003:L180")
    assert refused("too_few_players", table.tick, least=6)
    assert not table.session.hand_open
    table.sittings[6] = table.desk.seated(200_00, seat=6)
    table.deal()


def test_a_game_that_was_opened_goes_on_with_fewer(db: None) -> None:
    table = open_omaha(6)
    table.tick()
    for seat in (5, 6):
        table.desk.leave(table.sittings.pop(seat))
    deal: Deal = table.suggested()
    assert len(deal.stacks) == 4
    table.deal(deal)


ACE, KING, DEUCE = "As", "Kd", "2c"


def draw(table: HandTable, **facts: Any) -> int:
    given: dict[str, Any] = {"session": table.session, "key": key()}
    return services.draw_button(**(given | table.by() | facts))


def dealt(*cards: str) -> dict[int, int]:
    return {seat: parse_cards(card)[0] for seat, card in enumerate(cards, start=1)}


def test_the_highest_card_has_the_button_and_the_deal_knows(table: HandTable) -> None:
    assert draw(table, cards=dealt(DEUCE, ACE, KING, "Kc")) == 2
    assert table.suggested().places == Places(button=2, sb=3, bb=4)
    event = AuditEvent.objects.get(verb="button.drawn")
    assert event.after == {
        "seat": 2,
        "cards": {"1": "2c", "2": "As", "3": "Kd", "4": "Kc"},
        "named": False,
        "rule": "004:L74, L106 · WSOP 91",
    }


def test_equal_ranks_are_decided_by_suit(table: HandTable) -> None:
    assert draw(table, cards=dealt("Ac", "Ah", "As", "Ad")) == 3


def test_the_seat_that_won_the_draw_may_be_named(table: HandTable) -> None:
    same = key()
    assert draw(table, seat=3, key=same) == draw(table, seat=3, key=same) == 3
    places = table.suggested().places
    assert places is not None
    assert places.button == 3
    assert AuditEvent.objects.get(verb="button.drawn").after["named"] is True


def test_a_house_that_draws_by_chance_asks_for_no_cards(db: None) -> None:
    table = open_hand_table(house=STANDARD.with_answers(button_draw="random_seat"))
    assert draw(table, choose=max) == 4
    assert draw(table) in table.sittings


def test_who_has_no_card_has_not_drawn(table: HandTable) -> None:
    error = refused("draw_incomplete", lambda: draw(table, cards=dealt(ACE, KING)))
    assert error.citation == "004:L74, L106 · WSOP 91"
    refused("draw_incomplete", lambda: draw(table))
    refused("seat_empty", lambda: draw(table, seat=7))
    go_away(sitting=table.sittings[4], **table.by())
    refused("seat_empty", lambda: draw(table, seat=4))
    assert draw(table, cards=dealt(DEUCE, KING, ACE)) == 3


def test_the_draw_is_before_the_first_hand_and_in_games_with_a_button(table: HandTable) -> None:
    draft = table.deal()
    refused("hand_open", lambda: draw(table, seat=1))
    table.record(table.act(draft, "f", "f", "f"))
    refused("button_moves_on", lambda: draw(table, seat=1))
    refused("no_button", lambda: draw(open_hand_table(plaque_of("stud"), house=STANDARD), seat=1))
    refused("too_few_players", lambda: draw(open_hand_table(seats=(1,)), cards=dealt(ACE)))


def test_a_draw_again_is_the_one_that_counts(table: HandTable) -> None:
    draw(table, seat=1)
    draw(table, seat=2)
    assert table.session.button_seat == 2
    assert AuditEvent.objects.filter(verb="button.drawn").count() == 2


def test_who_sits_outside_the_plaque_that_begins_is_not_dealt_in(db: None) -> None:
    table = open_hand_table(seats=(1, 2, 7))
    desk, small = table.desk, replace(NLH, seats=6)
    given = {"table": table.session.table, "plaque": small, "by": desk.manager, "at": desk.at()}
    post_plaque(effective_at=desk.now + timedelta(seconds=30), **given)
    desk.now += timedelta(minutes=5)
    error = refused("seat_outside_sign", table.deal, seats=6)
    assert f"{table.sittings[7].player} in seat 7" in error.message
    assert not table.session.hand_open
    desk.leave(table.sittings.pop(7))
    assert table.deal().plaque.plaque.seats == 6
