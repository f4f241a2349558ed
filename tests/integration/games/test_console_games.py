"""Every game on the console: a whole hand of each is entered as the page shows it, and settles in the books."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.audit_checks import pots_are_empty, seats_balance, settlements_agree
from games.models import Hand
from rules.cards.card import print_cards
from rules.house.house import STANDARD
from rules.house.variants import SHEETS
from tests.support.console import Tablet
from tests.support.desk import key, person
from tests.support.games import (
    asked_cards,
    free_cards,
    likely,
    offered,
    owed,
    plaque_of,
    play_through,
    shown_place,
)
from tests.support.people import signed_in
from tests.support.table import O8_KILL, HandTable, open_hand_table

Counting = Callable[[int], AbstractContextManager[Any]]
PLAYED = [name for name, sheet in SHEETS.items() if sheet.is_played]


def at_table(game: str) -> tuple[Tablet, HandTable]:
    table = open_hand_table(plaque_of(game), house=STANDARD)
    return Tablet(signed_in(table.floor), table), table


@pytest.mark.parametrize("game", PLAYED)
def test_a_whole_hand_is_entered_by_what_the_page_shows(db: None, game: str) -> None:
    console, table = at_table(game)
    pressed = play_through(console)
    hand = Hand.objects.get()
    assert (hand.tier, hand.players_dealt) == ("full", 4)
    assert hand.winners, pressed
    assert hand.flop_dealt
    assert table.on_table() == 800_00
    assert [*pots_are_empty(), *seats_balance(), *settlements_agree()] == []
    assert "Hand 1 is recorded" in console.text
    assert "Deal hand 2" in console.text


@pytest.mark.parametrize("game", ["holdem", "stud", "27td", "omaha8", "holdem_blackjack", "a5td"])
def test_a_whole_hand_is_typed_line_by_line_as_its_file_has_it(db: None, game: str) -> None:
    played, _ = at_table(game)
    play_through(played)
    written = Hand.objects.get()
    lines = re.findall(r"'([^']+)'", written.phh.partition("actions = [")[2].partition("]")[0])
    console, table = at_table(game)
    console.deal()
    console.act(*(f"'{line}'," for line in lines))
    assert [line for line in console.draft.actions if "dh" not in line] == [line for line in lines if "dh" not in line]
    console.press("record", rake_taken=owed(console), promo_taken="", key=console.key)
    typed = Hand.objects.exclude(pk=written.pk).get()
    assert (typed.pot, typed.winners, typed.rake_taken) == (written.pot, written.winners, written.rake_taken)
    assert table.on_table() == 800_00


def test_hole_cards_are_named_by_the_line_that_deals_them(db: None) -> None:
    console, table = at_table("holdem")
    console.deal()
    console.act('"d dh p3 AcAd"')
    assert "Read as a line of a file: p3 is seat 3." in console.text
    assert "d dh p3 AcAd" in console.draft.actions
    assert console.press("act", action='"d dh p4 AcKd"').status_code == 422
    assert console.press("act", action='"d dh p3 KcKd"').status_code == 422
    assert console.press("act", action='"d dh p9 KcKd"').status_code == 422
    assert console.press("act", action='"d dh p4 Kc"').status_code == 422
    assert table.played(console.draft).legal_actions().position == 3
    console.press("undo")
    assert "d dh p3 ????" in console.draft.actions


def up_cards(console: Tablet, *cards: str) -> None:
    """Name the up cards that are asked for, in turn."""
    for card in cards:
        assert asked_cards(console) == 1
        assert console.press("cards", place=shown_place(console), card=[card]).status_code == 200, console.text


def test_the_lowest_up_card_of_stud_opens_and_can_not_fold(db: None) -> None:
    console, table = at_table("stud")
    console.deal()
    assert "Seat 1 Player" in console.text
    assert "face up: one card" in console.text
    up_cards(console, "Kd", "9h", "2c", "Js")
    assert table.played(console.draft).legal_actions().seat == 3
    assert offered(console) == ["Bring in 2", "Complete to 4"]
    console.act("bring")
    assert offered(console) == ["Fold", "Call 2", "Complete to 4"]
    console.act("complete")
    assert "completes to 4" in console.text
    assert "1st raise" in console.text


def test_naming_one_up_card_first_leaves_those_before_it_unknown(db: None) -> None:
    console, table = at_table("stud")
    console.deal()
    console.press("cards", place="3", card=["2c"])
    assert shown_place(console) == "4"
    console.press("cards", place="4")
    hand = table.played(console.draft)
    assert hand.legal_actions().seat == 3
    assert [len(up) for up in hand.up] == [1, 1, 1, 1]


def test_nobody_opens_unnamed_where_up_cards_are_unknown(db: None) -> None:
    console, table = at_table("stud")
    console.deal()
    console.press("cards", place="1")
    assert "Who opens?" in console.text
    for made_up in ("bring", "to 3", "all fold"):
        assert console.press("act", action=made_up).status_code == 422
        assert "nobody knows who opens" in console.text
    console.show("?opens=3")
    assert offered(console) == ["Bring in 2", "Complete to 4"]
    console.act("3 bring", "all call")
    assert table.played(console.draft).actions[-4].position == 3


def test_a_line_of_up_cards_is_dealt_across_the_seats(db: None) -> None:
    console, table = at_table("stud")
    console.deal()
    console.press("act", action="Kd 9h ?? js", place="1")
    hand = table.played(console.draft)
    assert [print_cards(up) for up in hand.up] == ["Kd", "9h", "??", "Js"]
    assert hand.legal_actions().position


def test_the_felt_says_who_took_which_half(db: None) -> None:
    console, _ = at_table("omaha8")
    console.deal()
    console.act("all call", "flop 2c4d6h", "all check", "turn Ks", "all check", "river Qd", "all check")
    assert "SHOWS" in console.text
    console.press("act", action="As3s8h8d", place=shown_place(console))
    console.press("act", action="KhKd9c9d", place=shown_place(console))
    console.act("all muck")
    assert "The hand is over" in console.text
    assert re.search(r" HI .* LO | LO .* HI ", console.text)
    assert re.search(r'aria-label="Seat \d+, Player \w+, \d+, wins \d+ with the low hand[,"]', console.html)


def test_undo_takes_an_up_card_back(db: None) -> None:
    console, _ = at_table("stud")
    console.deal()
    up_cards(console, "Kd", "9h")
    console.press("undo")
    assert shown_place(console) == "2"
    assert "9h" in free_cards(console)


def test_an_open_pair_on_fourth_street_offers_the_big_bet(db: None) -> None:
    console, _ = at_table("stud")
    console.deal()
    up_cards(console, "Kd", "9h", "2c", "Js")
    console.act("bring", "c", "c", "c")
    up_cards(console, "Kh", "9c", "3c", "Ts")
    assert "Bet 4" in offered(console)
    assert "open pair" in console.text
    console.act("1 r 8")
    assert "bets 8" in console.text


def test_a_tap_on_a_seat_lets_the_opener_bring_it_in_and_the_others_fold(db: None) -> None:
    console, table = at_table("razz")
    console.deal()
    up_cards(console, "4d", "Kh", "2c", "Js")
    assert "Bring in 2" in offered(console)
    console.act("to 1")
    hand = table.played(console.draft)
    assert hand.legal_actions().seat == 1
    assert hand.folded == [False, False, True, True]


def test_a_draw_offers_pat_and_as_many_cards_as_the_game_allows(db: None) -> None:
    console, table = at_table("27td")
    console.deal()
    console.act("c", "c", "c", "c")
    assert offered(console) == ["Pat", "Draw 1", "Draw 2", "Draw 3", "Draw 4", "Draw 5"]
    assert "Fold" not in offered(console)
    console.act("draw 2", "pat")
    assert [len(cards) for cards in table.played(console.draft).hole] == [5, 5, 5, 5]
    assert "draws 2" in console.text
    assert "stands pat" in console.text


def test_the_discards_may_be_named_and_only_what_is_held_can_be(db: None) -> None:
    console, table = at_table("badugi")
    console.deal()
    first = likely(console)
    console.show("?cards=1")
    console.press("cards", place="1", card=["As", "Ks", "Qd", "2c"])
    console.act(first, "c", "c", "c")
    hand = table.played(console.draft)
    while hand.legal_actions().seat != 1:
        console.act("pat")
        hand = table.played(console.draft)
    console.show("?cards=discard")
    assert sorted(free_cards(console)) == ["2c", "As", "Ks", "Qd"]
    assert ">Enter<" in console.html
    console.press("cards", place="discard", card=["Ks", "Qd"])
    assert "draws 2" in console.text
    assert console.press("act", action="draw 9").status_code == 422


def test_blackjack_hits_and_stands_in_turn_until_everybody_is_content(db: None) -> None:
    console, table = at_table("holdem_blackjack")
    console.deal()
    while table.played(console.draft).stage == "betting":
        console.act("c")
    assert offered(console) == ["Stand", "Hit"]
    console.act("hit", "stand")
    assert "takes a card" in console.text
    console.show("?cards=hit")
    assert asked_cards(console) == 1
    console.press("cards", place="hit", card=[free_cards(console)[0]])
    console.act("stand", "stand", "stand")
    assert table.played(console.draft).stage == "betting"


def test_short_deck_has_no_cards_below_the_six(db: None) -> None:
    console, _ = at_table("shortdeck")
    console.deal()
    console.act("c", "c", "c", "c")
    assert {card[0] for card in free_cards(console)} == set("6789TJQKA")


def test_a_table_without_blinds_asks_for_no_button_and_no_posts(db: None) -> None:
    console, table = at_table("stud")
    assert 'name="button"' not in console.html
    assert "Posts" not in console.text
    play_through(console)
    hand = Hand.objects.get()
    assert hand.places is None
    assert table.session.button_seat is None
    table.tick(at=timezone.now())
    assert "Deal hand 3" in Tablet(signed_in(table.floor), table).text


def test_a_kill_is_said_before_the_deal_on_the_felt_and_on_the_floor(db: None) -> None:
    table = open_hand_table(replace(O8_KILL, seats=4))
    table.tick(300, pot=60_00, winners=[3])
    client = signed_in(table.floor)
    console = Tablet(client, table)
    assert "HALF-KILL 6/12, seat 3" in console.text
    assert "limits 6/12, seat 3 posts 6" in console.text
    console.deal()
    assert "HALF-KILL 6/12, seat 3 posts 6" in console.text
    assert ">KILL<" in console.html
    assert any(words.startswith("Call 6") for words in offered(console))
    floor = client.get("/floor/").content.decode()
    assert "HALF-KILL 6/12, seat 3" in floor


def test_the_killer_who_left_is_named_with_what_they_owe(db: None) -> None:
    table = open_hand_table(replace(O8_KILL, seats=4))
    table.tick(300, pot=60_00, winners=[3])
    table.desk.leave(table.sittings[3])
    console = Tablet(signed_in(table.floor), table)
    assert f"{table.sittings[3].player.display_name} owes a half-kill" in console.text
    assert "they post 6 before playing again" in console.text


def test_a_tick_of_an_old_page_is_refused_when_the_kill_has_changed(db: None) -> None:
    table = open_hand_table(replace(O8_KILL, seats=4))
    console = Tablet(signed_in(table.floor), table)
    fields = {"rake_taken": "3", "pot": "60", "winners": ["1"], "killer_seat": "0"}
    table.tick(300, pot=60_00, winners=[3])
    assert console.press("tick", **fields, key=console.key).status_code == 422
    assert "half-kill of seat 3 is on" in console.text
    assert Hand.objects.count() == 1


def test_the_kill_card_says_what_is_played_while_it_lies_there(db: None) -> None:
    table = open_hand_table(O8_KILL)
    client = signed_in(table.floor)
    sign = f"/tables/{table.session.table_id}/plaque/1/"
    assert f"{sign}kill/" in client.get(sign).content.decode()
    card = client.get(f"{sign}kill/").content.decode()
    assert "$6 / $12 fixed limit" in card
    assert "$40, won by one player" in card
    assert client.get(f"/tables/{open_hand_table().session.table_id}/plaque/1/kill/").status_code == 404


def test_a_tick_is_corrected_with_who_really_won_it(db: None) -> None:
    table = open_hand_table(O8_KILL)
    tick = table.tick(300, pot=60_00, winners=[3])
    client = signed_in(person(table.desk.room, "floor"))
    page = client.get(f"/hands/{tick.pk}/correct/").content.decode()
    assert re.search(r'name="winners" value="3"[^>]*checked', page)
    assert re.findall(r'name="winners" value="(\d+)"', page) == ["1", "2", "3", "4"]
    table.desk.leave(table.sittings[4])
    assert client.get(f"/hands/{tick.pk}/correct/").content.decode().count('name="winners"') == 4, "who sat there then"
    empty = {"rake_taken": "3", "pot": "60", "winners": ["9"], "reason": "the other seat", "key": key()}
    assert "Nobody sits in seat 9" in client.post(f"/hands/{tick.pk}/correct/", empty).content.decode()
    fields = {"rake_taken": "3", "pot": "60", "winners": ["1"], "reason": "the other seat", "key": key()}
    assert client.post(f"/hands/{tick.pk}/correct/", fields).status_code == 303
    assert table.suggested().kill.killer == 1


def test_the_floor_asks_no_more_for_more_hands_and_tables_with_a_kill(
    db: None, django_assert_max_num_queries: Counting
) -> None:
    table = open_hand_table(O8_KILL)
    client = signed_in(table.floor)
    client.get("/floor/")
    table.tick(300, pot=60_00, winners=[3])
    table.desk.open_table(O8_KILL)  # the room's own alarms are read anew with a table, whatever else is there
    with time_machine.travel(datetime.now(UTC), tick=False):  # and with each minute
        with django_assert_max_num_queries(40) as few:
            client.get("/floor/")
        for _ in range(5):
            table.tick(300, pot=60_00, winners=[1])
        table.desk.open_table(O8_KILL)
        with django_assert_max_num_queries(len(few)):
            client.get("/floor/")
