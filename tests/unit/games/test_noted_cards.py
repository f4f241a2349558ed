"""Cards that were noted before the showdown are known, not shown: their seat still shows or mucks in turn."""

import pytest

from games import services
from games.models import HandDraft
from games.selectors.console import console_of
from games.selectors.picker import Picker, pick_cards
from rules.house.house import STANDARD
from tests.support.desk import key
from tests.support.games import plaque_of
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

CHECKED = ("all call", "flop Kh7d2c", "all check", "turn 9s", "all check", "river 3h", "all check")
"""Four players, seats 1 to 4, who check a hand of hold'em down."""


def asked(table: HandTable, draft: HandDraft, seat: str = "") -> Picker:
    picker = pick_cards(table.played(draft), {}, seat)
    assert picker is not None
    return picker


def noted(table: HandTable, **cards: str) -> HandDraft:
    """A hand that was checked down, the cards of some seats noted pre-flop: `seat4="AhAd"`."""
    draft = table.deal()
    for seat, held in cards.items():
        draft = table.name(draft, seat.removeprefix("seat"), held)
    return table.act(draft, *CHECKED)


def turns(table: HandTable, draft: HandDraft) -> tuple[list[str], HandDraft]:
    """The seats in the order in which they are asked, each of which shows what is noted, or mucks; and the draft."""
    seats = []
    while console_of(draft).stage == "cards":
        picker = asked(table, draft)
        seats.append(picker.place)
        draft = table.act(draft, picker.shows or picker.muck)
    return seats, draft


def test_a_seat_whose_cards_were_noted_shows_in_its_turn(table: HandTable) -> None:
    draft = noted(table, seat2="AhAd")
    assert "then seats" in asked(table, draft).order
    assert "2" in asked(table, draft).order.partition(":")[0]
    two = asked(table, draft, "2")
    assert (two.shows, two.muck, two.wins) == ("2 show", "2 muck", "2 wins")
    assert not any(card.is_taken for row in two.rows for card in row if card.text in ("Ah", "Ad"))
    seats, draft = turns(table, draft)
    assert sorted(seats) == ["1", "2", "3", "4"]
    hand = table.played(draft)
    assert [hand.setup.seat(action.position) for action in hand.actions if action.verb == "sm"] == [2]
    assert hand.contenders == 1


@pytest.mark.parametrize("game", ["27td", "stud"])
def test_the_others_muck_also_one_whose_cards_were_noted(db: None, game: str) -> None:
    table = open_hand_table(plaque_of(game), house=STANDARD)
    draft = table.deal()
    if game == "stud":
        draft = table.act(draft, "up Kd", "up 9h", "up 2c", "up Js", "3 bring", "all call")
        for street in (("2s", "4s", "6s", "8s"), ("3d", "5d", "7d", "Jd"), ("3c", "5c", "7c", "Jc")):
            draft = table.act(draft, *(f"up {card}" for card in street), "all check")
        draft = table.name(draft, "1", "AcAs")
    else:
        draft = table.act(draft, "all call", *["all pat", "all check"] * 2, "all pat")
        draft = table.name(draft, "1", "7c5d4h3s2c")
    draft = table.act(draft, "all check")
    draft = table.act(draft, "2 wins")
    hand = table.played(draft)
    assert [hand.setup.seats[player] for player in sorted(hand.mucked)] == [1, 3, 4]
    assert [hand.setup.seats[p] for p in range(4) if hand.settlement().won[p]] == [2]


def test_what_is_noted_of_every_seat_is_shown_before_it_is_recorded(table: HandTable) -> None:
    draft = noted(table, seat1="AcAs", seat2="QcQs", seat3="JcJs", seat4="AhAd")
    assert table.played(draft).missing() == ()
    seats, draft = turns(table, draft)
    assert sorted(seats) == ["1", "2", "3", "4"]
    console = console_of(draft)
    assert console.stage == "record"
    showdown = [f"{line.who} {line.did}" for line in console.streets[-1].lines]
    assert [words.endswith("shows") for words in showdown] == [True] * 4


def test_nobody_wins_by_word_against_a_hand_that_lies_open(table: HandTable) -> None:
    draft = table.act(noted(table, seat4="AhAd"), "4 show")
    error = refused("hand_tabled", lambda: table.act(draft, "2 wins"))
    assert error.message == (
        "Seat 4 has turned the cards over, and cards speak: show or muck seat 2’s hand, or type all muck."
    )
    hand = table.played(table.act(draft, "4 wins"))
    assert hand.contenders == 1


def test_hands_that_lie_face_up_in_an_all_in_ask_for_no_turn(table: HandTable) -> None:
    draft = table.deal()
    players = [table.played(draft).setup.seat(position) for position in (3, 4)]
    for seat, cards in zip(players, ("AhAd", "QhQd"), strict=True):
        draft = table.name(draft, str(seat), cards)
    draft = table.act(draft, "a", "a", "f", "f")
    draft = table.act(draft, "flop Kh7d2c", "turn 9s", "river 3h")
    assert not table.played(draft).shown
    assert console_of(draft).stage == "record"
    refused("hand_tabled", lambda: table.act(draft, f"{players[1]} wins"))


def test_an_all_in_of_the_last_round_is_shown_in_turn(table: HandTable) -> None:
    draft = table.name(table.deal(), "2", "AhAd")
    draft = table.act(draft, *CHECKED[:-1], "a", "all call")
    assert "2" in turns(table, draft)[0]


def test_a_hand_shown_to_one_player_is_shown_to_all(table: HandTable) -> None:
    draft = table.act(noted(table, seat2="AhAd"), "showall 2 AhAd")
    assert turns(table, draft)[0] == ["1", "3", "4"]


def test_a_hand_that_was_recorded_with_noted_cards_is_corrected_without_turns(table: HandTable) -> None:
    draft = noted(table, seat1="AcAs", seat2="QcQs", seat3="JcJs", seat4="AhAd")
    hand = table.record(draft)
    won = hand.winners
    again = services.reopen_hand(hand=hand, reason="look at it", key=key(), **table.by())
    assert console_of(again).stage == "record"
    assert table.record(again).winners == won


def test_noted_cards_that_were_wrong_are_named_anew_at_the_showdown(table: HandTable) -> None:
    draft = table.name(noted(table, seat4="AhAd"), "4", "AhAc")
    assert asked(table, draft, "4").shows == "4 show"
    draft = table.name(draft, "4", "AhAc")
    assert draft.actions[-1].endswith("sm AhAc")
