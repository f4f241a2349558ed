"""What a schedule can ask for at all: whatever `take` takes of any hand is possible, and what no hand owes is told."""

from hypothesis import given
from hypothesis import strategies as st

from rules.house.fee_schedule import NO_FEE, FeeSchedule, live_time
from rules.house.possible_fees import largest_pot, likely_rakes, most_rake, never_owed, tells_pot
from rules.house.rake import take

TO_FOUR = FeeSchedule(mode="percent", percent_bp=500, cap=4_00, unit=1_00, promo=2_00)
STEPS = FeeSchedule(mode="steps", steps=((10_00, 1_00), (40_00, 3_00), (70_00, 4_00)), promo=1_00)


def _told(schedule: FeeSchedule, rake: int, promo: int = 0, pot: int | None = None) -> str:
    return " ".join(never_owed(schedule, rake=rake, promo=promo, pot=pot))


def test_a_slip_above_the_cap_is_told() -> None:
    assert _told(TO_FOUR, 44_00) == "The plaque never takes more than 4 of a hand, not 44."
    assert not _told(TO_FOUR, 4_00)


def test_a_rake_is_a_multiple_of_its_unit_or_the_cap_itself() -> None:
    assert _told(TO_FOUR, 2_50) == "The plaque's rake is a multiple of 1, never 2.50."
    short = FeeSchedule(mode="percent", percent_bp=500, cap=4_50, unit=1_00, caps_by_players=((3, 2_50),))
    assert not _told(short, 4_50)
    assert not _told(short, 2_50)


def test_steps_are_the_only_amounts() -> None:
    assert _told(STEPS, 2_00) == "The plaque takes 1, 3, 4 by its steps, never 2."
    assert not any(_told(STEPS, rake) for rake in (0, 1_00, 3_00, 4_00))


def test_a_promo_is_never_above_the_plaques() -> None:
    assert _told(TO_FOUR, 0, 3_00) == "The plaque takes a promo of 2, not 3."
    assert _told(NO_FEE, 0, 1_00) == "The plaque takes no promo, not 1."
    assert not _told(TO_FOUR, 0, 1_00)


def test_a_table_that_pays_by_time_owes_nothing_of_a_pot() -> None:
    assert _told(live_time(5_00), 1_00) == "The plaque takes nothing from the pot."
    assert not _told(live_time(5_00), 0)


def test_likely_amounts_are_those_of_the_plaque() -> None:
    assert likely_rakes(STEPS, chip=1_00, count=5) == (0, 1_00, 3_00, 4_00)
    assert likely_rakes(TO_FOUR, chip=1_00, count=5) == (0, 1_00, 2_00, 3_00, 4_00)
    assert likely_rakes(TO_FOUR, chip=2_00, count=5) == (0, 2_00, 4_00)
    assert likely_rakes(NO_FEE, chip=1, count=5) == (0,)
    uncapped = FeeSchedule(mode="percent", percent_bp=500, unit=50)
    assert likely_rakes(uncapped, chip=1_00, count=5) == (0, 1_00, 2_00, 3_00, 4_00)
    assert most_rake(uncapped) is None


_units = st.sampled_from([1, 25, 50, 100])
_caps = st.none() | st.integers(50, 2000)
_percent = st.builds(
    lambda bp, cap, unit, rounding, promo: FeeSchedule(
        mode="percent", percent_bp=bp, cap=cap, unit=unit, rounding=rounding, promo=promo
    ),
    st.integers(1, 2000),
    _caps,
    _units,
    st.sampled_from(["down", "nearest", "up"]),
    st.integers(0, 500),
)
_steps = st.builds(
    lambda cap, promo: FeeSchedule(mode="steps", steps=STEPS.steps, cap=cap, promo=promo), _caps, st.integers(0, 500)
)


@given(_percent | _steps, st.lists(st.integers(0, 20_000), min_size=1, max_size=3), st.integers(2, 10), st.booleans())
def test_whatever_a_hand_owes_is_possible(schedule: FeeSchedule, pots: list[int], players: int, flop: bool) -> None:
    owed = take(schedule, pots, players_dealt=players, flop_dealt=flop)
    assert never_owed(schedule, rake=owed.rake, promo=owed.promo, pot=sum(pots)) == []


@given(_percent | _steps, _units, st.integers(3, 7))
def test_whatever_is_offered_is_possible_and_payable(schedule: FeeSchedule, chip: int, count: int) -> None:
    offered = likely_rakes(schedule, chip=chip, count=count)
    assert len(offered) <= count
    assert offered == tuple(sorted(set(offered)))
    assert all(not never_owed(schedule, rake=rake, promo=0) and rake % chip == 0 for rake in offered)


def test_the_largest_pot_of_a_rake_ends_where_the_next_chip_is_due() -> None:
    assert [largest_pot(TO_FOUR, rake * 1_00, chip=1_00) for rake in range(5)] == [19_00, 39_00, 59_00, 79_00, None]
    assert [largest_pot(STEPS, rake, chip=1_00) for rake in (0, 1_00, 3_00, 4_00)] == [9_00, 39_00, 69_00, None]


def test_whoever_drops_whole_chips_takes_a_rake_to_the_cent_in_chips() -> None:
    to_the_cent = FeeSchedule(mode="percent", percent_bp=500, cap=3_00)
    assert largest_pot(to_the_cent, 0, chip=1) == 19
    assert largest_pot(to_the_cent, 0, chip=1_00) == 19_00


def test_a_rake_that_nobody_takes_bounds_no_pot() -> None:
    free = FeeSchedule(mode="percent", percent_bp=500, cap=0)
    for schedule in (NO_FEE, live_time(5_00), free):
        assert not tells_pot(schedule)
        assert largest_pot(schedule, 0, chip=1) is None
    assert tells_pot(STEPS)


@given(_percent | _steps, st.integers(0, 1_200), st.sampled_from([1, 25, 100]))
def test_no_larger_pot_owes_so_little(schedule: FeeSchedule, chips: int, chip: int) -> None:
    pot = chips * chip
    owed = take(schedule, [pot], players_dealt=10, flop_dealt=True).rake
    largest = largest_pot(schedule, owed // chip * chip, chip=chip)
    assert largest is None or largest >= pot
    if largest is not None:
        beyond = take(schedule, [largest + chip], players_dealt=10, flop_dealt=True).rake
        assert beyond // chip > owed // chip
