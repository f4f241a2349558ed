"""The game-pace audit by hand: medians by time, what the house would have dealt, and what that would have brought."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rake.pace.reckoning import FEWEST_HANDS, Cell, median_pace, paces


def cell(
    hands: int, *, dealer: int = 1, seconds: int = 3600, players: int = 9, rake: int = 0, plaque: str = "A"
) -> Cell:
    return Cell(dealer, plaque, players, hands, seconds, rake)


CELLS = st.lists(
    st.builds(
        Cell,
        dealer=st.integers(1, 4),
        plaque=st.sampled_from(["A", "B"]),
        players=st.integers(2, 4),
        hands=st.integers(0, 60),
        seconds=st.integers(600, 3600),
        rake=st.integers(0, 300_00),
    ),
    min_size=1,
    max_size=20,
)


def test_half_of_the_time_lies_at_the_median_or_below() -> None:
    assert median_pace([cell(30), cell(35), cell(40)]) == Fraction(35, 3600)
    assert median_pace([cell(30), cell(40)]) == Fraction(35, 3600)
    assert median_pace([cell(10, seconds=1200), cell(35), cell(40, seconds=1200)]) == Fraction(35, 3600)
    assert median_pace([cell(40), cell(5, seconds=600)]) == Fraction(40, 3600), "ten minutes weigh a sixth of an hour"


@given(CELLS)
def test_the_median_is_between_the_halves(cells: list[Cell]) -> None:
    median, whole = median_pace(cells), sum(each.seconds for each in cells)
    below = sum(each.seconds for each in cells if Fraction(each.hands, each.seconds) < median)
    above = sum(each.seconds for each in cells if Fraction(each.hands, each.seconds) > median)
    assert 2 * below <= whole
    assert 2 * above <= whole


def test_five_hands_an_hour_at_four_dollars() -> None:
    """Three dealers of eight hours each: 30, 35 and 40 hands an hour, 4.00 a hand."""
    cells = [
        cell(pace, dealer=dealer, rake=pace * 4_00) for dealer, pace in ((1, 30), (2, 35), (3, 40)) for _ in range(8)
    ]
    slow, same, quick = paces(cells)
    assert [each.dealer for each in (slow, same, quick)] == [1, 2, 3]
    assert [each.rake for each in (slow, same, quick)] == [8 * 5 * 4_00, 0, -8 * 5 * 4_00]
    assert (slow.tenths_an_hour, slow.due_tenths_an_hour) == (30_0, 35_0)


def test_only_what_is_alike_is_compared() -> None:
    """Whoever deals a slow game, or to a full table, isn't slow for it."""
    fast, slow = [cell(40, dealer=1, plaque="A") for _ in range(6)], [cell(20, dealer=2, plaque="B") for _ in range(12)]
    short = [cell(60, dealer=3, players=4) for _ in range(6)]
    assert [each.rake for each in paces(fast + slow + short)] == [0, 0, 0]
    assert [each.due for each in paces(fast + slow + short)] == [240, 240, 360]


def test_a_hand_is_worth_what_it_brings_in_such_hours() -> None:
    cells = [cell(50, dealer=1, rake=50_00), cell(30, dealer=2, rake=90_00)]
    found = {each.dealer: each for each in paces(cells)}
    assert found[2].worth == 10 * Fraction(140_00, 80)
    assert found[1].worth == -found[2].worth


@pytest.mark.parametrize(("hands", "has"), [(FEWEST_HANDS - 1, False), (FEWEST_HANDS, True)])
def test_below_two_hundred_hands_there_is_no_figure(hands: int, has: bool) -> None:
    (found,) = paces([cell(hands)])
    assert found.has_figure is has
    with_others = paces([cell(hands), *(cell(10, dealer=2, rake=1_00) for _ in range(30))])
    assert with_others[-1].has_figure is has or with_others[-1].dealer == 2


@given(CELLS)
def test_each_second_is_compared_once(cells: list[Cell]) -> None:
    found = paces(cells)
    assert sum(each.seconds for each in found) == sum(each.seconds for each in cells)
    assert sum(each.hands for each in found) == sum(each.hands for each in cells)
