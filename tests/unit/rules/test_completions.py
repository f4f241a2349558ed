"""The showdowns that one with unknown cards may have been: every one of them, and each once."""

from math import comb

import pytest

from rules.cards.card import print_cards
from rules.house.plaque import Plaque
from rules.play.completions import completions, unseen_of
from tests.unit.rules.playing import play, table

BOARD = "d db 2c7d9h, p1 cc, p2 cc, d db Js, p1 cc, p2 cc, d db 3s, p1 cc, p2 cc"


@pytest.mark.parametrize(("seen", "count"), [("AhAd", 0), ("Ah??", 1), ("????", 2)])
def test_every_showdown_is_tried_once(seen: str, count: int) -> None:
    plaque = Plaque("holdem", "no_limit", (100, 200))
    hand = play(table(plaque, (1_000, 1_000)), f"d dh p1 {seen}, d dh p2 KsKd, p2 cc, p1 cc", BOARD)
    known = 2 + 5 + 2 - count
    holes = [tuple(sorted(tried.hole[0])) for tried in completions(hand)]
    assert len(holes) == len(set(holes)) == unseen_of(hand).count_at_most() == comb(52 - known, count)


def test_what_makes_least_and_most_of_the_board_comes_early_so_that_a_doubt_shows() -> None:
    plaque = Plaque("holdem", "no_limit", (100, 200))
    hand = play(table(plaque, (1_000, 1_000)), "d dh p1 ????, d dh p2 KsKd, p2 cc, p1 cc", BOARD)
    tried = completions(hand)
    assert print_cards(next(tried).hole[0]) == "4c5c"
    assert print_cards(next(tried).hole[0]) == "JdJh"
