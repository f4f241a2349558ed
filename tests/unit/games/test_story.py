"""A hand told in the words of the floor, and the sizes that are worth a button."""

from dataclasses import replace

import pytest

from games.selectors.outlook import look_ahead
from rules.cards.card import UNKNOWN
from rules.check.checker import check
from rules.check.text import describe
from rules.entry.sizes import bet_sizes
from rules.entry.story import tell
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import LIVE
from rules.house.plaque import Plaque
from rules.phh.actions import parse_notation
from rules.phh.reader import read_hand
from rules.play.actions import dead, deal_hole, void
from rules.play.hand import Hand
from rules.table.setup import Setup
from tests.support.turns import betting

NLH = Plaque("holdem", "no_limit", blinds=(100, 300), unit=100)
FL = Plaque("holdem", "fixed_limit", blinds=(200, 400), small_bet=400, big_bet=800, unit=100)
PL = Plaque("omaha", "pot_limit", blinds=(200, 500), unit=100)
SPREAD = Plaque("holdem", "spread", blinds=(100, 200), spread_min=200, spread_max=1000, unit=100)
NAMES = {1: "Avery", 2: "Bo", 3: "Cruz", 4: "Dana"}


def played(
    plaque: Plaque, *lines: str, stacks: tuple[int, ...] = (200_00,) * 4
) -> tuple[Hand, list[tuple[str, list[str]]]]:
    """The hand after these lines, hole cards dealt unknown, and its story as text by street."""
    setup = Setup.from_table(plaque, LIVE, 4, dict(zip((1, 2, 3, 4), stacks, strict=True)))
    dealt = [deal_hole(position, (UNKNOWN,) * plaque.sheet.hole_cards) for position in (1, 2, 3, 4)]
    actions = [parse_notation(line).action for line in lines]
    hand, streets = tell(setup, [*dealt, *filter(None, actions)], NAMES)
    return hand, [(street.title, [f"{line.who} {line.did}".strip() for line in street.lines]) for street in streets]


def test_posts_bets_calls_and_folds_in_words() -> None:
    _, story = played(NLH, "p3 cbr 12", "p4 f", "p1 f", "p2 cc", "d db Ah7d2c", "p2 cc", "p3 cbr 20", "p2 f")
    assert story == [
        (
            "Before the flop",
            [
                "1 Avery posts the small blind 1",
                "2 Bo posts the big blind 3",
                "3 Cruz raises to 12",
                "4 Dana, 1 Avery fold",
                "2 Bo calls 9",
            ],
        ),
        ("Flop", ["2 Bo checks", "3 Cruz bets 20", "2 Bo folds"]),
    ]


def test_what_nobody_called_is_in_no_pot_of_the_story() -> None:
    """150 of the bet of 200 go back: 50 of each are played for, and the blinds."""
    stacks, blinds = dict(zip((1, 2, 3, 4), (200_00, 200_00, 200_00, 50_00), strict=True)), 4_00
    setup = Setup.from_table(NLH, LIVE, 4, stacks)
    dealt = [deal_hole(position, (UNKNOWN,) * 2) for position in (1, 2, 3, 4)]
    lines = ("p3 cbr 200", "p4 cc", "p1 f", "p2 f", "d db Ah7d2c", "d db 9s", "d db 3h", "p3 sm AcAd", "p4 sm")
    _, streets = tell(setup, [*dealt, *filter(None, (parse_notation(line).action for line in lines))], NAMES)
    assert {street.pot for street in streets[1:]} == {2 * 50_00 + blinds}


def test_all_in_and_what_is_shown_or_mucked() -> None:
    lines = ("p3 cbr 200", "p4 cc", "p1 f", "p2 f", "d db Ah7d2c", "d db 9s", "d db 3h", "p3 sm AcAd", "p4 sm")
    _, story = played(NLH, *lines)
    assert story[0][1][2:] == ["3 Cruz raises to 200, all-in", "4 Dana calls 200, all-in", "1 Avery, 2 Bo fold"]
    assert [title for title, _ in story] == ["Before the flop", "Flop", "Turn", "River", "Showdown"]
    assert story[-1][1] == ["3 Cruz shows", "4 Dana mucks"]


@pytest.mark.parametrize(
    ("plaque", "lines", "sizes"),
    [
        (NLH, (), [900, 1200, 1500, 1800, 200_00]),
        (NLH, ("p3 cbr 12",), [36_00, 48_00, 60_00, 72_00, 200_00]),
        (NLH, ("p3 cbr 12", "p4 cc", "p1 f", "p2 f", "d db Ah7d2c"), [1000, 1400, 1900, 2800, 188_00]),
        (PL, (), [1500, 1700]),
        (FL, (), []),
        (SPREAD, (), [600, 800, 1000, 1200]),
    ],
)
def test_sizes_are_few_legal_and_payable(plaque: Plaque, lines: tuple[str, ...], sizes: list[int]) -> None:
    hand, _ = played(plaque, *lines)
    offered = bet_sizes(hand)
    legal = betting(hand)
    assert [size.to for size in offered] == sizes
    assert all(legal.raising.least <= size.to <= (legal.raising.most or 0) for size in offered)
    assert all(size.to % plaque.unit == 0 for size in offered)


def test_a_stack_below_the_smallest_raise_has_no_sizes() -> None:
    hand, _ = played(NLH, stacks=(200_00, 200_00, 500, 200_00))
    assert bet_sizes(hand) == []


def test_the_outlook_names_pots_seats_and_what_is_not_called() -> None:
    hand, _ = played(
        NLH, "p3 cbr 50", "p4 cc", "p1 cc", "p2 f", "d db Ah7d2c", "p1 cbr 20", stacks=(200_00, 200_00, 50_00, 200_00)
    )
    ahead = look_ahead(hand)
    assert ahead.sentences[:3] == (
        "One pot of 153, seats 1 3 4.",
        "20 of seat 1 is not called yet.",
        "The plaque posts no rake.",
    )
    assert ahead.note == "rake so far 0"


def test_a_bet_that_waits_for_calls_makes_no_side_pot_and_its_rake_neither() -> None:
    fee = FeeSchedule(mode="percent", percent_bp=500, cap=500, unit=100)
    hand, _ = played(replace(NLH, fee=fee), "p3 cc", "p4 cc", "p1 cc", "p2 cc", "d db Ah7d2c", "p1 cbr 20", "p2 cc")
    ahead = look_ahead(hand)
    assert ahead.sentences[0] == "One pot of 52, seats 1 2 3 4."
    assert not any("several pots" in sentence for sentence in ahead.sentences)
    assert ahead.note == "rake so far 2"


STUD = Plaque("stud", "fixed_limit", ante=100, bring_in=200, small_bet=400, big_bet=800, unit=100)
TRIPLE_DRAW = Plaque("27td", "fixed_limit", blinds=(200, 400), small_bet=400, big_bet=800, unit=100)
BLACKJACK = Plaque("holdem_blackjack", "spread", blinds=(200, 400), spread_min=400, spread_max=4000, unit=100)


def told(plaque: Plaque, *lines: str) -> list[tuple[str, list[str]]]:
    """The story of these lines, dealing included."""
    setup = Setup.from_table(plaque, LIVE, 3, dict.fromkeys((1, 2, 3), 200_00))
    actions = filter(None, (parse_notation(line).action for line in lines))
    _, streets = tell(setup, actions, NAMES)
    return [(each.title, [f"{line.who} {line.did} {line.cards}".strip() for line in each.lines]) for each in streets]


def test_stud_is_told_by_its_up_cards_and_its_bring_in() -> None:
    dealt = ("d dh p1 ????Kd", "d dh p2 ????9h", "d dh p3 ????2c")
    story = told(STUD, *dealt, "p3 pb", "p1 cbr 4", "p2 f", "p3 cc", "d dh p1 Kh", "d dh p3 ??", "p1 cc")
    assert story == [
        (
            "Third street",
            [
                *(f"{who} posts the ante 1" for who in ("1 Avery", "2 Bo", "3 Cruz")),
                *("1 Avery is dealt Kd", "2 Bo is dealt 9h", "3 Cruz is dealt 2c"),
                *("3 Cruz brings it in for 2", "1 Avery completes to 4", "2 Bo folds", "3 Cruz calls 2"),
            ],
        ),
        ("Fourth street", ["1 Avery is dealt Kh", "1 Avery checks"]),
    ]


def test_a_draw_is_told_by_what_is_changed_and_who_stands_pat() -> None:
    dealt = ("d dh p1 ??????????", "d dh p2 ??????????", "d dh p3 ??????????")
    lines = ("p3 cc", "p1 cc", "p2 cc", "p1 sd 7c2d", "d dh p1 ????", "p2 sd", "p3 sd", "p1 cbr 4")
    story = told(TRIPLE_DRAW, *dealt, *lines)
    assert story[0][0] == "Before the draw"
    assert story[1] == ("First draw", ["1 Avery draws 2 7c2d", "2 Bo, 3 Cruz stand pat", "1 Avery bets 4"])


def test_blackjack_is_told_by_who_takes_a_card_and_who_stands() -> None:
    dealt = ("d dh p1 ??", "d dh p2 ??", "d dh p3 ??", "p3 cc", "p1 cc", "p2 cc")
    up = ("d dh p1 Kd", "d dh p2 9h", "d dh p3 2c", "p1 cc", "p2 cc", "p3 cc")
    story = told(BLACKJACK, *dealt, *up, "p1 st", "p2 h ??", "p2 h 5d", "p2 st", "p3 st")
    assert story[1][1][:3] == ["1 Avery is dealt Kd", "2 Bo is dealt 9h", "3 Cruz is dealt 2c"]
    completed = ["1 Avery stands", "2 Bo takes a card", "2 Bo takes a card 5d", "2 Bo, 3 Cruz stand"]
    assert story[2] == ("Completion", completed)


def test_what_goes_wrong_is_told_without_a_word_twice() -> None:
    setup = Setup.from_table(NLH, LIVE, 4, dict.fromkeys((1, 2, 3, 4), 200_00))
    dealt = [deal_hole(position, (UNKNOWN,) * 2) for position in (1, 2, 3, 4)]
    _, streets = tell(setup, [*dealt, dead(3, "dead_hand"), dead(4, "fouled_hand"), void("two_cards_exposed")], NAMES)
    told = [f"{line.who} {line.did}".strip() for line in streets[-1].lines[2:]]
    assert told[:2] == ["3 Cruz has a dead hand", "4 Dana has a dead hand (fouled hand)"]
    assert told[2].startswith("Misdeal: ")


FILE = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cc", "p1 cc", "d db AhKd7c"]
_irregularities = ["5 stands round_not_complete", "6 d card burn_card ??", "6 d void cards_alike"]
"""


def test_the_terminal_names_a_seat_only_where_there_is_one() -> None:
    lines = list(describe(check(read_hand(FILE))))
    told = [line.strip() for line in lines]
    assert "Dealt early; it stands" in told
    assert "A burn card was seen" in told
    assert any(line.startswith("Fouled deck: ") for line in told)
    assert not [line for line in told if line.startswith("seat  ")]
