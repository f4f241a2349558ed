"""Lines of a hand: text to action and back, and what is no line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import UNKNOWN, parse_cards
from rules.play.actions import (
    Action,
    MalformedAction,
    bet_or_raise_to,
    check_or_call,
    deal_board,
    deal_hole,
    fold,
    muck,
    parse_action,
    print_action,
    show,
)
from rules.text.amounts import major, minor

CARDS = st.lists(st.integers(0, UNKNOWN), min_size=1, max_size=5).map(tuple)
POSITIONS = st.integers(1, 10)
ACTIONS = st.one_of(
    st.builds(deal_board, CARDS),
    st.builds(deal_hole, POSITIONS, CARDS),
    st.builds(fold, POSITIONS),
    st.builds(check_or_call, POSITIONS),
    st.builds(bet_or_raise_to, POSITIONS, st.integers(1, 10**9)),
    st.builds(show, POSITIONS, CARDS),
    st.builds(show, POSITIONS),
    st.builds(muck, POSITIONS),
    st.tuples(st.sampled_from(["pb", "sd", "st"]), POSITIONS).map(lambda said: Action(*said)),
    st.tuples(st.sampled_from(["sd", "h"]), POSITIONS, st.just(0), CARDS).map(lambda said: Action(*said)),
)


@given(ACTIONS)
def test_what_is_printed_is_read_again(action: Action) -> None:
    assert parse_action(print_action(action, major), minor) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("d dh p3 AhKd", deal_hole(3, parse_cards("AhKd"))),
        ("d db 7h8d??", deal_board(parse_cards("7h8d??"))),
        ("  p3   cbr 2.25 # all of it", bet_or_raise_to(3, 225)),
        ("p1 sm", muck(1)),
        ("p1 sm -", show(1)),
        ("p2 sd", Action("sd", 2)),
        ("", None),
        ("# the flop", None),
    ],
)
def test_phh_lines(text: str, action: Action | None) -> None:
    assert parse_action(text, minor) == action


def test_an_action_prints_itself_in_minor_units() -> None:
    assert str(bet_or_raise_to(3, 225)) == "p3 cbr 225"


@pytest.mark.parametrize(
    "text",
    [
        *("p3", "d", "d db", "d dh AhKd", "d xx", "p0 f", "px f", "p100 f", "q3 f", "p³ f"),
        *(
            "p3 cbr",
            "p3 cbr much",
            "p3 cbr -2",
            "p3 cbr 2 3",
            "p3 f now",
            "p3 cc 5",
            "p3 sm Ah Kd",
            "p3 fold",
            "d db Ah7",
        ),
    ],
)
def test_what_is_no_line_is_named_in_a_sentence(text: str) -> None:
    with pytest.raises(MalformedAction, match=r"is no action: .+\.$"):
        parse_action(text, minor)
