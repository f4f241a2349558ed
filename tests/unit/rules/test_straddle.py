"""A straddle is posted where the plaque offers it, by whom it names, and never in a kill."""

from dataclasses import replace

import pytest

from rules.cards.card import UNKNOWN
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque, Straddle
from rules.phh.export import from_hand
from rules.phh.setup import to_setup
from rules.play.actions import bet_or_raise_to, deal_hole
from rules.play.hand import Hand, why_not_setup
from rules.table.setup import Post, Setup
from rules.table.straddle import stated_straddle
from tests.support.turns import betting
from tests.unit.rules.playing import table

LIVE = HOUSES["live"]
NLH = Plaque("holdem", "no_limit", (100, 200))
O8 = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800, kill=Kill("half", 4_000), straddle="utg")
STACKS = dict.fromkeys(range(1, 6), 20_000)


def code(setup: Setup) -> str | None:
    refused = why_not_setup(setup)
    return refused.code if refused else None


@pytest.mark.parametrize(
    ("offered", "seat", "expected"),
    [
        ("none", 3, "straddle_not_offered"),
        ("utg", 3, None),
        ("utg", 4, "straddle_not_offered"),
        ("button", 5, None),
        ("button", 3, "straddle_not_offered"),
    ],
)
def test_it_is_posted_by_whom_the_plaque_names(offered: Straddle, seat: int, expected: str | None) -> None:
    setup = Setup.from_table(replace(NLH, straddle=offered), LIVE, 5, STACKS, straddle_seat=seat)
    assert code(setup) == expected


def test_after_a_dead_small_blind_the_first_seat_after_the_big_one_is_under_the_gun() -> None:
    plaque = replace(NLH, straddle="utg")
    assert code(Setup.from_table(plaque, LIVE, 5, STACKS, small_blind_posted=False, straddle_seat=2)) is None


def test_nobody_straddles_in_a_kill() -> None:
    assert code(Setup.from_table(O8, LIVE, 5, STACKS, straddle_seat=3)) is None
    assert code(Setup.from_table(O8, LIVE, 5, STACKS, straddle_seat=3, killer=4)) == "straddle_in_kill"


def test_who_straddles_a_straddle_is_let_be() -> None:
    setup = Setup.from_table(replace(NLH, straddle="utg"), LIVE, 5, STACKS, straddle_seat=3)
    assert code(replace(setup, posts=(*setup.posts, Post("straddle", 4, 800)))) is None


def test_a_file_without_a_plaque_of_its_own_is_taken_at_its_word() -> None:
    setup = table(NLH, (20_000,) * 5).setup
    posts = (*setup.posts, Post("straddle", 5, 400))
    assert (stated_straddle(posts, 5), stated_straddle(posts, 6), stated_straddle(setup.posts, 5)) == (
        "button",
        "utg",
        "none",
    )
    hand = from_hand(table(NLH, (20_000,) * 5))
    read = to_setup(replace(hand, extras={}, blinds_or_straddles=(100, 200, 400, 0, 0)))
    assert (read.plaque.straddle, code(read)) == ("utg", None)


@pytest.mark.parametrize("most", [200, 300, 400, 900])
def test_in_spread_limit_it_is_raised_within_the_range_though_it_lies_above_it(most: int) -> None:
    plaque = Plaque("holdem", "spread", (100, 200), spread_min=100, spread_max=most, straddle="utg")
    hand = Hand(Setup.from_table(plaque, LIVE, 5, STACKS, straddle_seat=3))
    for position in range(1, 6):
        hand.apply(deal_hole(position, (UNKNOWN, UNKNOWN)))
    legal = betting(hand)
    assert (legal.raising.least, legal.raising.most) == (400 + min(most, 400), 400 + most)
    assert hand.can(bet_or_raise_to(4, legal.raising.least))
