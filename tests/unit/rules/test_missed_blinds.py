"""Blinds that were missed: what is owed, what is posted for it, and what a debtor's hand is worth."""

from typing import Any

import pytest

from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.table.button import BlindAmounts, Places, next_places
from rules.table.floor import why_not_pick_up
from rules.table.missed_blinds import (
    MissedBySeat,
    blinds_of,
    come_in,
    debtor_dealt_in,
    missed_blinds_after,
    why_not_coming_in,
)
from rules.text.violation import Refused

LIVE = HOUSES["live"]
BLINDS = BlindAmounts(100, 200)
FIRST = Places(button=1, sb=2, bb=3)


def passing(absent: set[int], hands: int, start: Places = FIRST, **answers: Any) -> list[MissedBySeat]:
    """The blinds owed after each of so many hands at a table of six that these players sit out."""
    places, owing, history = start, dict[int, Any](), []
    for _ in range(hands):
        now = next_places(places, set(range(1, 7)) - absent, LIVE.with_answers(**answers))
        owing = missed_blinds_after(owing, places, now, absent)
        places = now
        history.append(owing)
    return history


class TestWhatIsOwed:
    def test_the_big_blind_passes_first_and_then_the_small_one(self) -> None:
        assert passing({4}, 2) == [{4: "big"}, {4: "both"}]
        assert passing({6}, 2) == [{}, {}]

    def test_who_leaves_after_their_big_blind_owes_the_small_one(self) -> None:
        assert passing({3}, 1) == [{3: "small"}]

    def test_it_is_so_where_the_button_goes_to_the_next_player(self) -> None:
        assert passing({4}, 2, button_rule="next_player") == [{4: "big"}, {4: "both"}]

    def test_two_who_sit_side_by_side_both_owe(self) -> None:
        assert passing({4, 5}, 1) == [{4: "big", 5: "big"}]

    def test_who_is_dealt_in_owes_nothing(self) -> None:
        assert missed_blinds_after({4: "both"}, FIRST, Places(2, 3, 4), {5}) == {}

    def test_what_was_owed_is_kept(self) -> None:
        assert missed_blinds_after({6: "small"}, FIRST, Places(2, 3, 4), {6}) == {6: "small"}


class TestComingIn:
    PLACES = Places(button=2, sb=3, bb=5)

    @pytest.mark.parametrize(
        ("missed", "posts"),
        [
            ("both", (("post", 200), ("dead", 100))),
            ("big", (("post", 200),)),
            ("small", (("dead", 100),)),
        ],
    )
    def test_the_big_blind_is_live_and_the_small_one_dead(self, missed: Any, posts: object) -> None:
        assert come_in(6, missed, self.PLACES, BLINDS, LIVE, posts=True) == posts

    def test_on_the_big_blind_they_owe_nothing_more(self) -> None:
        assert come_in(5, "both", self.PLACES, BLINDS, LIVE, posts=False) == ()
        assert why_not_coming_in(5, self.PLACES, LIVE, posts=False) is None

    @pytest.mark.parametrize(
        ("seat", "posts", "code"),
        [(4, True, "between_button_and_blind"), (3, True, "between_button_and_blind"), (6, False, "blind_owed")],
    )
    def test_between_button_and_blind_or_without_a_post_they_wait(self, seat: int, posts: bool, code: str) -> None:
        with pytest.raises(Refused) as caught:
            come_in(seat, "both", self.PLACES, BLINDS, LIVE, posts=posts)
        assert (caught.value.violation.code, caught.value.violation.seat) == (code, seat)

    def test_the_amounts_are_the_plaques(self) -> None:
        assert blinds_of(Plaque("holdem", "no_limit", (100, 300), ante=50)) == BlindAmounts(100, 300, 50)
        assert blinds_of(Plaque("holdem", "no_limit", (300,))) == BlindAmounts(0, 300)
        assert blinds_of(Plaque("stud", "fixed_limit")) == BlindAmounts(0, 0)


@pytest.mark.parametrize(
    ("looked", "acted", "hand"),
    [(False, False, "posts"), (True, False, "dead"), (True, True, "plays_and_owes"), (False, True, "plays_and_owes")],
)
def test_a_debtor_who_was_dealt_in_by_mistake(looked: bool, acted: bool, hand: str) -> None:
    assert debtor_dealt_in(looked=looked, acted=acted) == hand


@pytest.mark.parametrize(("rounds", "minutes", "stays"), [(1, 59, True), (2, 5, False), (0, 60, False)])
def test_chips_of_the_absent_are_picked_up_after_two_rounds_or_an_hour(rounds: int, minutes: int, stays: bool) -> None:
    refused = why_not_pick_up(LIVE, rounds_missed=rounds, minutes_away=minutes)
    assert (refused is not None) is stays
