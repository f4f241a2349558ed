"""An amount that can't be bet is refused in words that say what could."""

import dataclasses

import pytest

from rules.play.hand import Hand
from tests.unit.rules.test_hand_rules import LIMIT, NO_LIMIT, POT_LIMIT, SPREAD, at, deal, play, refused

FLOP = "d db Jc8d4h"


def deep(plaque: object = NO_LIMIT, **answers: int) -> Hand:
    return deal(9_000, 9_000, 9_000, plaque=plaque, house=at(**answers))  # type: ignore[arg-type]  # a plaque


def to_the_flop(hand: Hand) -> Hand:
    return play(hand, "p3 cc", "p1 cc", "p2 cc", FLOP)


@pytest.mark.parametrize(
    ("hand", "line", "code", "sentence"),
    [
        (to_the_flop(deep()), "p1 cbr 100", "below_min_bet", "Seat 1 can't bet 1: the smallest bet is 2."),
        (deep(), "p3 cbr 350", "below_min_raise", "Seat 3 can't make it 3.50: the smallest raise is to 4."),
        (deep(POT_LIMIT), "p3 cbr 800", "above_pot_limit", "Seat 3 can't make it 8: the pot allows 7."),
        (deep(LIMIT), "p3 cbr 500", "wrong_bet_size", "Seat 3 can't make it 5: in this round it is 4."),
        (
            to_the_flop(deep(SPREAD)), "p1 cbr 50",
            "below_spread_min", "Seat 1 can't make it 0.50: the least is 1.",
        ),
        (deep(SPREAD), "p3 cbr 800", "above_spread_max", "Seat 3 can't make it 8: the most is 7."),
        (
            deal(2_000, 2_000, 2_000), "p3 cbr 2100",
            "insufficient_chips", "Seat 3 can't make it 21: there is 20 in all on this street.",
        ),
        (
            deep(dataclasses.replace(NO_LIMIT, unit=100)), "p3 cbr 450",
            "not_chip_multiple", "Seat 3 can't make it 4.50: chips smaller than 1 are not wagered.",
        ),
        (
            play(deep(LIMIT, raise_cap=3), "p3 cbr 400", "p1 cbr 600", "p2 cbr 800"), "p3 cbr 1000",
            "raise_cap_reached", "Seat 3 can't raise: the bet and its raises are used up. Call 4 or fold.",
        ),
        (
            play(deal(2_000, 700, 2_000), "p3 cbr 500", "p1 cc", "p2 cbr 700"), "p3 cbr 1400",
            "betting_not_reopened",
            "Seat 3 can't raise: they have acted, and the all-in since was less than a full raise. Call 2 or fold.",
        ),
        (
            play(deal(2_000, 700), "p2 cbr 700"), "p1 cbr 1400",
            "no_opponent_can_call",
            "Seat 1 can't raise: no opponent has the chips to call more. Call 5 or fold.",
        ),
    ],
)  # fmt: skip
def test_the_sentence_says_what_could_be_done(hand: Hand, line: str, code: str, sentence: str) -> None:
    violation = refused(hand, line)
    assert (violation.code, violation.message) == (code, sentence)
