"""A hand file that states its plaque posts what the plaque says; one without a plaque is let be."""

from typing import Any

import pytest

from rules.check.checker import CheckReport, check
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque
from rules.phh.reader import read_hand
from rules.phh.values import Unreadable
from rules.table.posts_of_plaque import why_not_other_posts
from rules.table.setup import Setup

PLAQUE = 'game = "holdem", structure = "no_limit", blinds = [100, 200], min_bet = 200, straddle = "utg"'


def report(posts: str, *, plaque: str = PLAQUE, stacks: str = "300, 300, 300, 300, 300", more: str = "") -> CheckReport:
    """The check of a hand of five that has just been dealt."""
    stated = f"_plaque = {{{plaque}}}\n" if plaque else ""
    text = f"""variant = "NT"
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0, 0]
min_bet = 2
starting_stacks = [{stacks}]
actions = []
_posts = {posts}
{stated}{more}"""
    return check(read_hand(text), HOUSES["live"] if not more else None)


BLINDS = '"p1 sb 1", "p2 bb 2"'


@pytest.mark.parametrize(
    ("posts", "code", "citation", "words"),
    [
        ('["p1 sb 1", "p2 bb 5"]', "blinds_required", "004:L78", "posts 5, but the big blind is 2 by the plaque"),
        ('["p1 sb 2", "p2 bb 2"]', "blinds_required", "004:L78", "the small blind is 1 by the plaque"),
        ("[]", "blinds_required", "004:L78", "Nobody posts a blind"),
        (f'[{BLINDS}, "p3 straddle 300"]', "straddle_not_offered", "WSOP 161", "the straddle is 4 by the plaque"),
        (f'[{BLINDS}, "p3 straddle 3"]', "straddle_not_offered", "WSOP 161", "the straddle is 4 by the plaque"),
        (f'["p5 dead 50", {BLINDS}]', "blind_owed", "004:L256", "a blind that is made up dead is 1 by the plaque"),
        (f'[{BLINDS}, "p5 post 1"]', "blind_owed", "004:L256", "a blind that is made up live is 2 by the plaque"),
        (f'["p5 ante 1", {BLINDS}]', "plaque_differs", "004:L48", "the ante does not stand on the plaque"),
    ],
)
def test_other_amounts_than_those_of_the_plaque_are_refused(posts: str, code: str, citation: str, words: str) -> None:
    refused = report(posts).violation
    assert refused is not None
    assert (refused.code, refused.citation.partition(" ·")[0].partition(",")[0]) == (code, citation)
    assert words in refused.message
    assert report(posts, plaque="").violation is None or code == "blinds_required"


@pytest.mark.parametrize(
    "posts",
    [
        f"[{BLINDS}]",
        '["p1 bb 2"]',
        f'["p2 ante 3", {BLINDS}]',
        f'["p4 dead 1", {BLINDS}, "p4 post 2", "p5 post 2"]',
        f'[{BLINDS}, "p3 straddle 4"]',
        f'[{BLINDS}, "p3 straddle 4", "p4 straddle 8"]',
    ],
)
def test_the_posts_of_the_plaque_are_dealt(posts: str) -> None:
    assert report(posts).violation is None


def test_a_short_stack_posts_what_it_has() -> None:
    posts, short = '["p1 sb 1", "p2 bb 1.50"]', "300, 1.50, 300, 300, 300"
    assert report(posts, stacks=short).violation is None
    assert report(posts).violation is not None


def test_every_hand_that_a_table_deals_posts_what_its_plaque_says() -> None:
    plaque = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800, kill=Kill("half", 4_000), straddle="utg")
    stacks = dict.fromkeys(range(1, 6), 20_000)
    for house_rule in ("replaces", "adds"):
        house = HOUSES["live"].with_answers(kill_in_blind=house_rule)
        facts: list[dict[str, Any]] = [{"killer": seat} for seat in range(1, 7)]
        facts += [{"straddle_seat": 3}, {"small_blind_posted": False}, {"extra": (("dead", 4, 200), ("post", 4, 400))}]
        for each in facts:
            assert why_not_other_posts(Setup.from_table(plaque, house, 5, stacks, **each)) is None, each


@pytest.mark.parametrize(("button", "reads"), [(5, True), (6, True), (9, True), (1, False), (4, False)])
def test_the_button_lies_behind_the_last_player(button: int, reads: bool) -> None:
    if reads:
        assert report(f"[{BLINDS}]", more=f"_button = {button}\n").violation is None
        return
    with pytest.raises(Unreadable, match=f"“_button” is seat {button}, but the players begin with seat 1"):
        report(f"[{BLINDS}]", more=f"_button = {button}\n")
