"""A hand is held to the house that is asked for: its games, structures, seats, raises, blinds and antes."""

from collections.abc import Sequence

import pytest

from rules.check.checker import check
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES, House
from rules.phh.reader import read_hand
from rules.phh.values import PhhHand

B = HOUSES["cardroom_b"]


def phh(variant: str, bets: str, blinds: Sequence[object], *, players: int = 3, more: str = "") -> PhhHand:
    """The beginning of a hand of so many players; `blinds` are those of the first ones."""
    posted = [*blinds, *["0"] * players][:players]
    stacks = ", ".join(["200"] * players)
    opened = f"blinds_or_straddles = [{', '.join(map(str, posted))}]\n" if blinds else ""
    antes = "" if "antes" in more else f"antes = [{', '.join(['0'] * players)}]\n"
    return read_hand(f"variant = '{variant}'\n{antes}{opened}{bets}starting_stacks = [{stacks}]\n{more}actions = []\n")


def code(hand: PhhHand, house: House | str, fee: FeeSchedule | None = None) -> str | None:
    """The rule by which the house doesn't deal the hand."""
    refused = check(hand, HOUSES[house] if isinstance(house, str) else house, fee).violation
    assert refused is None or refused.citation
    return refused.code if refused else None


LIMIT, NL = "small_bet = 2\nbig_bet = 4\n", "min_bet = 2\n"
STUD = "small_bet = {0}\nbig_bet = {1}\nbring_in = {2}\n"


def plaque(**lines: object) -> str:
    """A plaque of limit hold'em 2/4 with other lines."""
    stated = {"game": "holdem", "structure": "fixed_limit", "blinds": [100, 200], "small_bet": 200, "big_bet": 400}
    lines = stated | lines
    return f"_plaque = {{{', '.join(f'{name} = {value!r}' for name, value in lines.items())}}}\n"


@pytest.mark.parametrize(
    ("hand", "house", "refused"),
    [
        (phh("F2L3D", LIMIT, (1, 2), players=6), "live", None),
        (phh("F2L3D", LIMIT, (1, 2), players=7), "live", "too_many_players"),
        (phh("FO/8", LIMIT, (1, 4)), "solaire", "game_not_offered"),
        (phh("FT", LIMIT, (1, 2)), "solaire", "structure_not_offered"),
        (phh("NT", NL, (1, 2), players=10), "cardroom_a", None),
        (phh("NT", NL, (1, 2), players=11), "cardroom_a", "too_many_players"),
        (phh("NT", NL, (1, 2), players=11), "live", "too_many_players"),
        (phh("NT", NL, (1, 2)), "cardroom_b", "structure_not_offered"),
        (phh("FO", LIMIT, (1, 2)), "cardroom_b", None),
        (phh("NT", NL, (1, 2)), "solaire", None),
        (phh("NT", NL, (0.5, 2)), "solaire", "blinds_not_half"),
        (phh("NT", NL, (0.5, 2)), "live", None),
        (phh("NT", NL, (0, 2)), "solaire", None),
        (phh("NT", "min_bet = 3\n", (1, 3)), "solaire", None),
        (phh("NT", "min_bet = 3\n", (2, 3)), "solaire", None),
        (phh("NT", "min_bet = 3\n", (0.5, 3)), "solaire", "blinds_not_half"),
        (phh("NT", "min_bet = 5\n", (1, 5)), "solaire", "blinds_not_half"),
        (phh("NT", NL, (2, 2)), "solaire", "blinds_not_half"),
        (phh("FT", LIMIT, (1, 4)), "cardroom_a", "blinds_not_half"),
        (phh("FT", LIMIT, (1, 2), more=plaque(raise_cap=5)), "cardroom_a", "raise_cap_of_house"),
        (phh("FT", LIMIT, (1, 2), more=plaque(raise_cap=7)), "cardroom_b", "raise_cap_of_house"),
        (phh("FT", LIMIT, (1, 2), more=plaque(raise_cap=3)), "cardroom_b", None),
        (phh("FT", LIMIT, (1, 2), more=plaque(raise_cap=5)), "live", None),
        (phh("F7S", STUD.format(1, 2, 0.5), (), more="antes = [0.25, 0.25, 0.25]\n"), "cardroom_b", None),
        (phh("F7S", STUD.format(1, 2, 0.5), ()), "cardroom_b", "ante_required"),
        (phh("F7S", STUD.format(1, 2, 0.5), (), more="antes = [1, 1, 1]\n"), "cardroom_b", "ante_not_of_limit"),
        (
            phh("F7S", STUD.format(1, 2, 0.25), (), more="antes = [0.25, 0.25, 0.25]\n"),
            "cardroom_b",
            "bring_in_not_half",
        ),
        (phh("F7S", STUD.format(1, 2, 0.25), ()), "columbus", None),
    ],
)
def test_a_hand_is_dealt_in_a_house_or_not(hand: PhhHand, house: str, refused: str | None) -> None:
    assert code(hand, house) == refused
    assert check(hand).violation is None


def test_a_house_deviates_by_a_house_rule_that_says_so() -> None:
    five = phh("FT", LIMIT, (1, 2), more=plaque(raise_cap=5))
    assert code(five, B.with_answers(raise_cap=5)) is None
    assert code(five, B.with_answers(raise_cap_on_sign="plaque")) is None
    assert code(phh("F7S", STUD.format(1, 2, 0.5), ()), B.with_answers(stud_ante="plaque")) is None
    assert code(phh("NT", NL, (0.5, 2)), HOUSES["solaire"].with_answers(small_blind="plaque")) is None


def test_a_fee_above_the_houses_is_refused_and_none_is_asked_for() -> None:
    hand = phh("NT", NL, (1, 2))
    assert code(hand, "cardroom_a") is None
    assert (
        code(hand, "cardroom_a", FeeSchedule(mode="percent", percent_bp=1_000, cap=300)) == "rake_percent_out_of_range"
    )


def test_what_only_a_plaque_can_say_is_not_asked_of_a_file_without_one() -> None:
    house = HOUSES["live"].with_answers(straddle="utg", kill="half", kill_games="any")
    assert code(phh("FT", LIMIT, (1, 2)), house) is None
    assert code(phh("FT", LIMIT, (1, 2), more=plaque()), house) == "straddle_of_house"


@pytest.mark.parametrize(
    ("limit", "ante", "refused"),
    [
        (50, 25, None), (50, 26, "ante_not_of_limit"), (100, 25, None), (100, 24, "ante_not_of_limit"),
        (400, 25, None), (400, 100, None), (400, 101, "ante_not_of_limit"), (1_000, 100, None),
        (1_000, 99, "ante_not_of_limit"), (3_000, 300, None), (3_000, 99, "ante_not_of_limit"),
        (3_000, 3_001, "ante_not_of_limit"), (100, 0, "ante_required"), (3_000, 0, "ante_required"),
    ],
)  # fmt: skip
def test_the_ante_of_stud_follows_the_limit(limit: int, ante: int, refused: str | None) -> None:
    bets = STUD.format(limit / 100, limit / 50, limit / 200)
    antes = f"antes = [{', '.join([str(ante / 100)] * 3)}]\n"
    assert code(phh("F7S", bets, (), more=antes), B) == refused
