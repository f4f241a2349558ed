"""What one seat posts in all before the cards: every pair of what may fall to it, reasoned from the rulebooks.

The limits are 4/8, blinds 2 and 4, a straddle 8, the half-kill 6, the ante 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque, Straddle
from rules.play.hand import Hand, why_not_setup
from rules.play.legal import Betting
from rules.table.setup import Post, PostKind, Setup
from tests.unit.rules.strategies import next_action, rolling

LIMIT = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800, kill=Kill("half", 4_000))
POSTS: Final = ("small blind", "big blind", "straddle", "kill", "missed big", "missed small", "ante")
KINDS: Final[dict[str, tuple[PostKind, int]]] = {
    "small blind": ("sb", 200),
    "big blind": ("bb", 400),
    "straddle": ("straddle", 800),
    "kill": ("kill", 600),
    "missed big": ("post", 400),
    "missed small": ("dead", 200),
    "ante": ("ante", 100),
}
"""The post of each due."""


class Row(NamedTuple):
    """The sum of two posts of one seat: the live bet and what is dead, in major units, or why they are refused."""

    live: int = 0
    dead: int = 0
    refused: str = ""
    source: str = ""


LIVE_BLIND = "003:L60-65: a live blind counts as part of any further bet"
MISSED = "WSOP 154-157, RRoP 4: missed blinds are made up outside the blinds, or not at all on the big blind"
DEAD_SMALL = "WSOP 154-157, 004:L256: the missed small blind goes dead"
ANTE = "003:L344, 004:L134: an ante is no part of a bet"
EXPECTED: Final[dict[tuple[str, str], Row]] = {
    ("small blind", "small blind"): Row(refused="one_live_bet", source="000:L63: each blind is posted once"),
    ("small blind", "big blind"): Row(refused="one_live_bet", source="003:L86-93: two players post the two blinds"),
    ("small blind", "straddle"): Row(8, source=f"WSOP 153, 161: heads-up the button has both; {LIVE_BLIND}"),
    ("small blind", "kill"): Row(6, source=f"HOUSES kill_in_blind = replaces; {LIVE_BLIND}"),
    ("small blind", "missed big"): Row(refused="blind_not_owed", source="WSOP 155: not between button and big blind"),
    ("small blind", "missed small"): Row(refused="blind_not_owed", source="WSOP 155: not between button and big blind"),
    ("small blind", "ante"): Row(2, 1, source=ANTE),
    ("big blind", "big blind"): Row(refused="one_live_bet", source="000:L63: each blind is posted once"),
    ("big blind", "straddle"): Row(8, source=f"WSOP 161, left_small: heads-up the button has both; {LIVE_BLIND}"),
    ("big blind", "kill"): Row(6, source=f"HOUSES kill_in_blind = replaces; {LIVE_BLIND}"),
    ("big blind", "missed big"): Row(4, source=MISSED),
    ("big blind", "missed small"): Row(refused="blind_not_owed", source=MISSED),
    ("big blind", "ante"): Row(4, 1, source=ANTE),
    ("straddle", "straddle"): Row(refused="one_live_bet", source="WSOP 161: one straddle of a player"),
    ("straddle", "kill"): Row(refused="straddle_in_kill", source="WSOP Kill Pots: no straddle in a kill"),
    ("straddle", "missed big"): Row(8, source=f"WSOP 155, 161; {LIVE_BLIND}"),
    ("straddle", "missed small"): Row(8, 2, source=DEAD_SMALL),
    ("straddle", "ante"): Row(8, 1, source=ANTE),
    ("kill", "kill"): Row(refused="one_kill_only", source="WSOP 194: one kill in a hand"),
    ("kill", "missed big"): Row(6, source=f"WSOP 194-199; {LIVE_BLIND}"),
    ("kill", "missed small"): Row(6, 2, source=DEAD_SMALL),
    ("kill", "ante"): Row(6, 1, source=ANTE),
    ("missed big", "missed big"): Row(refused="one_live_bet", source="WSOP 154-157: the big blind is made up once"),
    ("missed big", "missed small"): Row(4, 2, source=DEAD_SMALL),
    ("missed big", "ante"): Row(4, 1, source=ANTE),
    ("missed small", "missed small"): Row(refused="blind_not_owed", source="WSOP 154-157: one small blind at most"),
    ("missed small", "ante"): Row(0, 3, source=f"{DEAD_SMALL}; {ANTE}"),
    ("ante", "ante"): Row(0, 2, source="setup.Setup.from_table: one player may ante for the table"),
}


def dealt(asked: Sequence[str], **answers: Any) -> tuple[Setup, int]:
    """A table at which all of `asked` fall to one seat, and that seat.

    Five players with the button in seat 5, or the two in the blinds where a player in the blinds straddles.
    """
    heads_up = "straddle" in asked and not {"small blind", "big blind"}.isdisjoint(asked)
    if heads_up and "big blind" in asked:
        answers["heads_up_blinds"] = "left_small"
    offered: Straddle = "button" if heads_up else "utg" if "straddle" in asked else "none"
    seat = 2 if heads_up else 1 if "small blind" in asked else 2 if "big blind" in asked else 3
    owed = [due for due in asked if due not in ("small blind", "big blind", "straddle", "kill")]
    extra = [(KINDS[due][0], seat, KINDS[due][1]) for due in owed]
    setup = Setup.from_table(
        replace(LIMIT, straddle=offered),
        HOUSES["standard"].with_answers(**answers),
        2 if heads_up else 5,
        dict.fromkeys(range(1, 3 if heads_up else 6), 10_000),
        straddle_seat=seat if "straddle" in asked else None,
        killer=seat if "kill" in asked else None,
        extra=extra,
    )
    return replace(setup, posts=(*setup.posts, *_stated_again(asked, setup, seat))), seat


def _stated_again(asked: Sequence[str], setup: Setup, seat: int) -> Iterator[Post]:
    """The post that a table never asks for but a file may state: a second one of its kind, or both blinds."""
    for due in {
        due for due in asked if asked.count(due) == 2 and due in ("small blind", "big blind", "straddle", "kill")
    }:
        yield Post(KINDS[due][0], setup.position(seat), KINDS[due][1])
    if {"small blind", "big blind"} <= set(asked):
        yield Post("bb", setup.position(seat), 400)


def put_in(setup: Setup, seat: int) -> tuple[int, int]:
    """The live bet of the seat and what else it has put in, in major units."""
    hand, player = Hand(setup), setup.position(seat) - 1
    in_all = hand.paid[player] + hand.dead_paid[player]
    return hand.bets[player] // 100, (in_all - hand.bets[player]) // 100


def test_the_table_has_every_pair() -> None:
    assert EXPECTED.keys() == set(combinations_with_replacement(POSTS, 2))
    assert all(row.source for row in EXPECTED.values())


@pytest.mark.parametrize("pair", EXPECTED, ids=" and ".join)
def test_a_pair_of_posts_comes_to_what_the_rulebooks_say(pair: tuple[str, str]) -> None:
    row = EXPECTED[pair]
    setup, seat = dealt(pair)
    refused = why_not_setup(setup)
    assert (refused.code if refused else "") == row.refused
    if not row.refused:
        assert put_in(setup, seat) == (row.live, row.dead)


@pytest.mark.parametrize(("blind", "dead"), [("small blind", 2), ("big blind", 4)])
def test_where_the_house_asks_for_both_the_blind_of_the_killer_goes_dead(blind: str, dead: int) -> None:
    assert put_in(*dealt((blind, "kill"), kill_in_blind="adds")) == (6, dead)


def test_a_file_that_states_two_live_posts_is_refused_in_words() -> None:
    setup, seat = dealt(("straddle",))
    refused = why_not_setup(replace(setup, posts=(*setup.posts, Post("post", setup.position(seat), 400))))
    assert refused
    assert (refused.code, refused.seat) == ("one_live_bet", 3)
    assert refused.message == "Seat 3 has a live post already: of both only the larger is posted, not 4 besides."
    assert refused.citation == "003:L159-164 · WSOP 155, 161, 194-199; RRoP 4"


some_posts = st.lists(st.sampled_from(POSTS), max_size=4, unique=True)


@given(some_posts)
def test_nobody_has_more_live_than_the_price_of_the_hand(asked: list[str]) -> None:
    setup, seat = dealt(asked)
    if why_not_setup(setup):
        return
    hand = Hand(setup)
    assert max(hand.bets) == hand.round.price
    live = [KINDS[due][1] for due in asked if KINDS[due][0] not in ("ante", "dead")]
    assert hand.bets[setup.position(seat) - 1] == max(live, default=0)
    assert sum(hand.paid) + sum(hand.dead_paid) == hand.pot


@given(some_posts, st.integers(0, 2**32), st.sampled_from(["fixed_limit", "no_limit", "spread"]))
def test_a_raise_puts_chips_in(asked: list[str], seed: int, structure: Any) -> None:
    setup, _ = dealt(asked)
    other = {
        "fixed_limit": LIMIT,
        "no_limit": Plaque("omaha8", "no_limit", (200, 400)),
        "spread": Plaque("omaha8", "spread", (200, 400), spread_min=200, spread_max=900),
    }[structure]
    setup = replace(setup, plaque=replace(other, straddle=setup.plaque.straddle))
    if why_not_setup(setup):
        return
    hand, choose = Hand(setup), rolling(seed)
    while action := next_action(hand, choose):
        legal = hand.legal_actions()
        if isinstance(legal, Betting) and legal.may_raise:
            assert legal.raising.least > max(hand.bets)
            assert legal.raising.least > hand.bets[legal.position - 1] + legal.call
        before = hand.pot
        hand.apply(action)
        assert action.verb != "cbr" or hand.pot > before
