"""The ladder of a rake is the engine's rake, pot by pot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.house.fee_schedule import CARDROOM_A_STANDARD, NO_FEE, FeeSchedule, live_time
from rules.house.ladder import MOST_RUNGS, Rung, ladder
from rules.house.rake import take


def rake(schedule: FeeSchedule, pot: int, players: int = 99) -> int:
    return take(schedule, [pot], players_dealt=players, flop_dealt=True).rake


@st.composite
def schedules(draw: st.DrawFn) -> FeeSchedule:
    if draw(st.booleans()):
        starts = draw(st.lists(st.integers(1, 500), min_size=1, max_size=6, unique=True).map(sorted))
        steps = tuple((start * 100, 50 * number) for number, start in enumerate(starts, start=1) if start * 2 >= number)
        return FeeSchedule(mode="steps", steps=steps, cap=draw(st.none() | st.integers(50, 500)))
    unit = draw(st.sampled_from([1, 25, 50, 100]))
    cap = draw(st.none() | st.integers(1, 20).map(lambda units: units * unit))
    return FeeSchedule(
        mode="percent",
        percent_bp=draw(st.integers(1, 2000)),
        cap=cap,
        unit=unit,
        rounding=draw(st.sampled_from(["down", "nearest", "up"])),
    )


@given(schedules(), st.data())
def test_between_two_rungs_the_rake_is_that_of_the_lower(schedule: FeeSchedule, data: st.DataObject) -> None:
    found = ladder(schedule)
    if found is None:
        return
    assert 2 <= len(found.rungs) <= MOST_RUNGS
    assert all(rung.rake == rake(schedule, rung.pot) for rung in found.rungs)
    if found.is_exact:
        pot = data.draw(st.integers(0, found.until))
        below = [rung for rung in found.rungs if rung.pot <= pot][-1]
        assert rake(schedule, pot) == below.rake
        assert all(rake(schedule, rung.pot - 1) < rung.rake for rung in found.rungs[1:])


@given(schedules())
def test_the_ladder_reaches_the_highest_rake(schedule: FeeSchedule) -> None:
    found = ladder(schedule)
    if found and (schedule.cap is not None or schedule.steps):
        assert found.rungs[-1].rake == rake(schedule, 10**9)


def test_a_dollar_a_rung() -> None:
    found = ladder(FeeSchedule(mode="percent", percent_bp=1000, cap=3_00, unit=1_00))
    assert found is not None
    assert found.rungs == (Rung(0, 0), Rung(10_00, 1_00), Rung(20_00, 2_00), Rung(30_00, 3_00))
    assert found.until == 37_50


def test_a_rake_by_the_cent_is_told_at_even_pots_with_its_last_rise_among_them() -> None:
    found = ladder(CARDROOM_A_STANDARD)
    assert found is not None
    assert not found.is_exact
    assert Rung(60_00, 3_00) in found.rungs
    assert Rung(57_00, 2_85) in found.rungs


def test_short_tables_stop_at_their_cap() -> None:
    schedule = FeeSchedule(mode="percent", percent_bp=1000, cap=5_00, caps_by_players=((4, 2_00),), unit=1_00)
    full, short = ladder(schedule), ladder(schedule, players=4, until=62_50)
    assert full is not None
    assert short is not None
    assert (full.rungs[-1], short.rungs[-1]) == (Rung(50_00, 5_00), Rung(20_00, 2_00))
    assert full.until == short.until


@pytest.mark.parametrize("schedule", [NO_FEE, live_time(6_00), FeeSchedule(mode="percent", percent_bp=0, cap=3_00)])
def test_where_nothing_is_taken_from_pots_there_is_no_ladder(schedule: FeeSchedule) -> None:
    assert ladder(schedule) is None
