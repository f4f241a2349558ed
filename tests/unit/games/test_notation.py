"""The words that a supervisor types reach the engine."""

from typing import Any

import pytest

from games.typed import typed_amount
from rules.cards.card import UNKNOWN, parse_cards
from rules.entry.notation import PassTo, is_about_cards, read_action, suggestions
from rules.house.house import LIVE
from rules.house.plaque import Plaque
from rules.play.actions import MalformedAction, bet_or_raise_to, check_or_call, deal_board, deal_hole, fold, muck, show
from rules.play.hand import Hand
from rules.play.legal import Dealing
from rules.table.setup import Setup

NLH = Plaque("holdem", "no_limit", blinds=(100, 300), unit=100)


def amount(text: str) -> int:
    return typed_amount(text, exponent=2)


@pytest.fixture
def hand() -> Hand:
    """Four players with 200.00, blinds posted, cards dealt unknown: position 3 is to act."""
    return dealt()


@pytest.mark.parametrize("text", ["f", "F", "fold", " fold "])
def test_fold(hand: Hand, text: str) -> None:
    assert read_action(text, hand, amount) == fold(3)


@pytest.mark.parametrize("text", ["c", "call", "p3 cc"])
def test_call(hand: Hand, text: str) -> None:
    assert read_action(text, hand, amount) == check_or_call(3)


@pytest.mark.parametrize("text", ["check", "k", "x"])
def test_a_check_puts_no_chips_in(hand: Hand, text: str) -> None:
    with pytest.raises(MalformedAction, match="can't check"):
        read_action(text, hand, amount)
    for action in ("call", "call", "call"):
        hand.apply(read_action(action, hand, amount))  # type: ignore[arg-type]  # an action
    assert read_action(text, hand, amount) == check_or_call(2)


@pytest.mark.parametrize("text", ["r 9", "raise 9", "raise to 9", "b 9", "bet 9.00", "p3 cbr 9"])
def test_bets_and_raises_are_to_an_amount(hand: Hand, text: str) -> None:
    assert read_action(text, hand, amount) == bet_or_raise_to(3, 900)


@pytest.mark.parametrize("text", ["a", "all-in", "allin"])
def test_all_in(hand: Hand, text: str) -> None:
    assert read_action(text, hand, amount) == bet_or_raise_to(3, 200_00)


def test_all_in_is_a_call_where_nobody_may_raise(hand: Hand) -> None:
    for _ in range(3):
        hand.apply(read_action("all-in", hand, amount))  # type: ignore[arg-type]  # an action
    assert read_action("all-in", hand, amount) == check_or_call(2)


@pytest.mark.parametrize(("text", "cards"), [("flop Ah7d2c", "Ah7d2c"), ("flop Ah 7d 2c", "Ah7d2c"), ("d db 9s", "9s")])
def test_boards(hand: Hand, text: str, cards: str) -> None:
    assert read_action(text, hand, amount) == deal_board(parse_cards(cards))
    assert is_about_cards(text)


def test_everyone_before_a_seat(hand: Hand) -> None:
    assert read_action("to 2", hand, amount) == PassTo(2)


def test_showing_and_mucking_is_for_the_first_hand_that_is_still_down(hand: Hand) -> None:
    for action in (fold(3), fold(4), check_or_call(1), check_or_call(2)):
        hand.apply(action)
    for _, cards in enumerate(("Ah7d2c", "9s", "3h")):
        hand.apply(deal_board(parse_cards(cards)))
        hand.apply(check_or_call(1))
        hand.apply(check_or_call(2))
    assert read_action("show KcKd", hand, amount) == show(1, parse_cards("KcKd"))
    assert read_action("muck", hand, amount) == muck(1)
    assert list(suggestions(hand)) == ["show ", "muck"]


@pytest.mark.parametrize(
    "text", ["", "  ", "r", "r 9 9", "r x", "r -9", "to", "to x", "flop Zz", "show AhKd", "p3", "hey"]
)
def test_what_can_not_be_read_is_refused_with_a_sentence(hand: Hand, text: str) -> None:
    with pytest.raises(MalformedAction) as raised:
        read_action(text, hand, amount)
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize("text", ["wins 1", "win 2", "muck 2", "fold 3", "check 4", "bring 2", "pat 1", "stand 1"])
def test_a_seat_after_the_word_is_never_lost(hand: Hand, text: str) -> None:
    word, seat = text.split()
    with pytest.raises(MalformedAction, match=f"type {seat} {word}"):
        read_action(text, hand, amount)


@pytest.mark.parametrize(
    "text", ["c 9", "call zzz", "call all", "call 3 3", "fold it", "all-in 150", "all-in 3", "pot 9", "k x"]
)
def test_nothing_follows_a_word_that_says_all(hand: Hand, text: str) -> None:
    with pytest.raises(MalformedAction, match="Nothing follows"):
        read_action(text, hand, amount)


@pytest.mark.parametrize("text", ["c 3", "call 3.00", "3 call 3"])
def test_a_call_may_name_what_is_owed(hand: Hand, text: str) -> None:
    assert read_action(text, hand, amount) == check_or_call(3)


def dealt(**stacks: int) -> Hand:
    """As `hand`, with other stacks before the seats named "seat_4"."""
    chips = dict.fromkeys((1, 2, 3, 4), 200_00) | {int(seat[-1]): stack for seat, stack in stacks.items()}
    hand = Hand(Setup.from_table(NLH, LIVE, 4, chips))
    while isinstance(legal := hand.legal_actions(), Dealing):
        hand.apply(deal_hole(legal.due.position or 0, (UNKNOWN, UNKNOWN)))
    return hand


def test_all_in_out_of_turn_is_the_stack_of_who_says_it() -> None:
    assert read_action("4 all-in", dealt(seat_4=50_00), amount) == bet_or_raise_to(4, 50_00)


def test_the_pot_is_no_more_than_the_stack() -> None:
    assert read_action("pot", dealt(seat_3=7_00), amount) == bet_or_raise_to(3, 7_00)


def limited(structure: str, **terms: Any) -> Hand:
    """Three players before the flop, position 3 to act with 200.00 before them."""
    plaque = Plaque("omaha" if structure == "pot_limit" else "holdem", structure, unit=100, **terms)  # type: ignore[arg-type]
    hand = Hand(Setup.from_table(plaque, LIVE, 3, dict.fromkeys((1, 2, 3), 200_00)))
    while isinstance(legal := hand.legal_actions(), Dealing):
        hand.apply(deal_hole(legal.due.position or 0, (UNKNOWN,) * legal.due.cards))
    return hand


def test_all_in_is_never_cut_down_to_a_limit() -> None:
    pot_limit, fixed = (
        limited("pot_limit", blinds=(100, 300)),
        limited("fixed_limit", blinds=(100, 200), small_bet=200, big_bet=400),
    )
    for hand, most in ((pot_limit, "10"), (fixed, "4")):
        assert "all-in" not in suggestions(hand)
        with pytest.raises(MalformedAction, match=f"type r {most}\\."):
            read_action("all-in", hand, amount)


def test_the_pot_is_a_bet_of_what_it_holds_after_a_call(hand: Hand) -> None:
    assert "pot" in suggestions(limited("pot_limit", blinds=(100, 300)))
    assert read_action("pot", limited("pot_limit", blinds=(100, 300)), amount) == bet_or_raise_to(3, 10_00)
    assert read_action("pot", hand, amount) == bet_or_raise_to(3, 10_00)
    with pytest.raises(MalformedAction, match="type the amount"):
        read_action("pot", limited("fixed_limit", blinds=(100, 200), small_bet=200, big_bet=400), amount)


def test_only_what_is_legal_is_suggested(hand: Hand) -> None:
    assert list(suggestions(hand)) == ["call", "fold", "raise 6", "all-in"]
    for _ in range(3):
        hand.apply(read_action("all-in", hand, amount))  # type: ignore[arg-type]  # an action
    assert list(suggestions(hand)) == ["call", "fold"]
