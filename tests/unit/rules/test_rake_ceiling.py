"""No rounding takes a rake beyond the part of the pot that the house takes at most; else it is as posted."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.house.fee_schedule import PERCENT, WHOLE, FeeSchedule, FeeScheduleError
from rules.house.house import HOUSES
from rules.house.possible_fees import largest_pot
from rules.house.rake import check_schedule, take, under_ceiling

UP = FeeSchedule(mode="percent", percent_bp=10 * PERCENT, cap=10_00, unit=1_00, rounding="up")
CAPPED = replace(UP, ceiling_bp=10 * PERCENT)
TEN = HOUSES["live"].with_answers(rake_percent=10)


def rake(schedule: FeeSchedule, *pots: int) -> int:
    return take(schedule, pots, players_dealt=9, flop_dealt=True).rake


@pytest.mark.parametrize(
    ("pot", "posted", "kept"),
    [(1_00, 1_00, 0), (9_99, 1_00, 0), (10_00, 1_00, 1_00), (41_00, 5_00, 4_00), (50_00, 5_00, 5_00)],
)
def test_what_is_rounded_beyond_the_ceiling_goes_to_the_unit_below(pot: int, posted: int, kept: int) -> None:
    assert (rake(UP, pot), rake(CAPPED, pot)) == (posted, kept)


def test_the_step_says_why() -> None:
    steps = [step.sentence for step in take(CAPPED, [41_00], players_dealt=9, flop_dealt=True).steps]
    assert "That is beyond 10% of the pot, the most that the house takes: the rake is 4, the unit below." in steps
    within = [step.sentence for step in take(CAPPED, [40_00], players_dealt=9, flop_dealt=True).steps]
    assert not any("beyond" in sentence for sentence in within)


@given(
    st.integers(0, 10 * PERCENT),
    st.integers(1, 5_00),
    st.sampled_from(["up", "nearest", "down"]),
    st.lists(st.integers(1, 300_00), min_size=1, max_size=3),
)
def test_never_beyond_it_whatever_the_pots(percent_bp: int, unit: int, rounding: str, pots: list[int]) -> None:
    posted = FeeSchedule(mode="percent", percent_bp=percent_bp, unit=unit, rounding=rounding)  # type: ignore[arg-type]
    kept = under_ceiling(posted, TEN)
    assert rake(kept, *pots) * WHOLE <= 10 * PERCENT * sum(pots)
    assert rake(kept, *pots) <= rake(posted, *pots)
    assert rake(kept, *pots) in (rake(posted, *pots), sum(pots) * 10 * PERCENT // (WHOLE * unit) * unit)


def test_a_house_posts_its_ceiling_where_rounding_may_pass_it() -> None:
    assert under_ceiling(UP, TEN) == CAPPED
    assert under_ceiling(CAPPED, HOUSES["live"]) == UP, "a house without a ceiling"
    assert under_ceiling(replace(UP, rounding="down"), TEN).ceiling_bp is None
    assert under_ceiling(FeeSchedule(mode="hand", collection=5_00), TEN).ceiling_bp is None


def test_a_percentage_above_the_ceiling_stays_refused() -> None:
    dear = replace(UP, percent_bp=11 * PERCENT)
    assert under_ceiling(dear, TEN) == dear
    assert [each.code for each in check_schedule(dear, TEN)] == ["rake_percent_out_of_range"]
    with pytest.raises(FeeScheduleError, match="has a ceiling, and is no higher"):
        replace(CAPPED, percent_bp=11 * PERCENT)


def test_it_is_kept_and_said_where_there_is_one_alone() -> None:
    assert "ceiling_bp" not in UP.to_json()
    assert FeeSchedule.from_json(CAPPED.to_json()) == CAPPED
    assert CAPPED.describe() == "rake 10% to 10, never beyond 10% of the pot, no flop no drop"


def test_the_pot_that_a_rake_tells_is_read_by_it() -> None:
    found = largest_pot(CAPPED, 4_00, chip=1_00)
    assert found is not None
    assert rake(CAPPED, found) == 4_00
    assert rake(CAPPED, found + 1_00) == 5_00
