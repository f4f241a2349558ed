"""The band of a total from a sample: right as often as promised, never certain without reason, the same mirrored."""

from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rake.bands import proof
from rake.bands.betting import ALPHA, Band, Bounds, band, is_rejected, least_total
from rake.bands.strata import Stratum, estimate

CENTS = Bounds(-5, 5)
differences = st.lists(st.integers(-5, 5), min_size=2, max_size=60)
seeds = st.integers(0, 10**6)


def width(found: Band) -> float:
    return found.most - found.least


def covered(population: list[int], drawn: int, days: int, seed: int) -> float:
    """The share of days, by a seed, whose band holds the sum of what was drawn from."""
    chance = Random(seed)
    total, held = sum(population), 0
    for _ in range(days):
        found = band(chance.sample(population, drawn), len(population), CENTS)
        held += found.least <= total <= found.most
    return held / days


@pytest.mark.parametrize(
    "population",
    [
        [0] * 120,
        [1] * 6 + [0] * 114,
        [-5] * 6 + [0] * 114,
        [-5, 5] * 60,
        [5] * 30 + [-5] * 90,
        [-1] * 60 + [1] * 60,
        [-5] * 119 + [5],
    ],
    ids=["none off", "few over", "few far under", "even", "mostly under", "all off by one", "one the other way"],
)
@pytest.mark.parametrize("drawn", [4, 30, 110])
def test_it_holds_the_truth_as_often_as_promised(population: list[int], drawn: int) -> None:
    days = 150
    chance = 3 * sqrt(ALPHA * (1 - ALPHA) / days)
    assert covered(population, drawn, days, seed=drawn) >= 1 - ALPHA - chance


def test_the_promise_is_about_every_look() -> None:
    """The true total is rejected at any of the draws, however long they go on, one time in twenty at most."""
    chance, wrong = Random(5), 0
    population = [10] * 12 + [0] * 48
    for _ in range(400):
        drawn = chance.sample(population, 60)
        wrong += is_rejected(sum(population), drawn, 60, nothing=5, span=10, alpha=ALPHA)
    assert wrong / 400 <= ALPHA


@given(found=differences, more=st.integers(0, 400))
def test_it_is_the_same_mirrored(found: list[int], more: int) -> None:
    size = len(found) + more
    ahead, behind = band(found, size, CENTS), band([-value for value in found], size, CENTS)
    assert behind.least == pytest.approx(-ahead.most, abs=1e-6)
    assert behind.most == pytest.approx(-ahead.least, abs=1e-6)


@given(value=st.integers(-5, 5), drawn=st.integers(2, 100), more=st.integers(5, 200))
def test_more_samples_of_the_same_narrow_it(value: int, drawn: int, more: int) -> None:
    size = 400
    assert width(band([value] * (drawn + more), size, CENTS)) < width(band([value] * drawn, size, CENTS))


@pytest.mark.parametrize("seed", range(5))
def test_more_samples_of_a_day_narrow_it(seed: int) -> None:
    chance = Random(seed)
    population = [1] * 24 + [0] * 456
    widths = [width(band(chance.sample(population, drawn), 480, CENTS)) for drawn in (10, 40, 160, 480)]
    assert widths == sorted(widths, reverse=True)


@given(drawn=st.integers(0, 99))
def test_no_error_found_is_never_plus_or_minus_nothing(drawn: int) -> None:
    found = band([0] * drawn, 100, CENTS)
    assert found.least < -1 < 1 < found.most


def test_who_asked_every_hand_knows_the_total() -> None:
    values = [1, 0, 0, -2, 5, 0, 1, 1]
    found = band(values, len(values), CENTS)
    assert (found.least, found.most) == pytest.approx((6, 6), abs=5)
    assert width(band([0] * 100, 100, CENTS)) < 10


@pytest.mark.parametrize("missing", [1, 3, 10])
@pytest.mark.parametrize("drawn", [10, 30, 100])
def test_a_missing_value_is_neither_a_right_one_nor_absent(drawn: int, missing: int) -> None:
    """Both ends give way, more than they would had it never been drawn."""
    lacking = band([None] * missing + [0] * drawn, 200, CENTS)
    for other in (band([0] * (missing + drawn), 200, CENTS), band([0] * drawn, 200, CENTS)):
        assert lacking.least < other.least - 0.1
        assert lacking.most > other.most + 0.1


def test_whoever_hides_every_error_hides_nothing() -> None:
    """Hands that are off are never answered: the band still holds what they hide."""
    chance, held = Random(3), 0
    population = [-5] * 24 + [0] * 456
    for _ in range(100):
        drawn = [value or None for value in chance.sample(population, 96)]
        told = [0 if value is None else None for value in drawn]
        found = band(told, 480, CENTS)
        held += found.least <= sum(population) <= found.most
    assert held >= 95


def test_without_a_sample_it_is_what_is_possible() -> None:
    assert band([], 480, CENTS) == Band(-2400, 2400)
    assert band([None] * 30, 480, CENTS).least == pytest.approx(-2400)


def test_values_that_can_not_differ_need_no_sample() -> None:
    assert band([], 10, Bounds(3, 3)) == Band(30, 30)


@given(found=st.lists(st.integers(0, 10), min_size=1, max_size=40), more=st.integers(0, 100), share=st.floats(0, 1))
def test_what_is_rejected_lies_below_one_number(found: list[int], more: int, share: float) -> None:
    size = len(found) + more
    edge = least_total(found, size, nothing=5, span=10, alpha=0.025)
    facts = {"nothing": 5, "span": 10, "alpha": 0.025}
    assert not is_rejected(edge + 1e-3 + share * (size * 10 - edge), found, size, **facts)  # type: ignore[arg-type]
    if edge > 0.01:
        assert is_rejected(share * (edge - 0.01), found, size, **facts)  # type: ignore[arg-type]


def test_a_total_too_small_to_be_shared_out_is_bet_on_by_nobody() -> None:
    assert is_rejected(5e-324, [0, 5], 3, nothing=5, span=10, alpha=0.025)


class TestEstimate:
    def test_each_stratum_counts_by_its_size(self) -> None:
        strata = {("t1", "d1"): Stratum(100, (1, 0)), ("t1", "d2"): Stratum(10, (-2,))}
        assert estimate(strata) == 100 * 0.5 - 20

    def test_one_of_which_nothing_is_known_takes_its_tables_mean_then_the_rooms(self) -> None:
        strata = {
            ("t1", "d1"): Stratum(10, (1,)),
            ("t1", "d2"): Stratum(20, ()),
            ("t2", "d1"): Stratum(30, ()),
            ("t3", "d1"): Stratum(1, (3,)),
        }
        assert estimate(strata) == 10 + 20 * 1 + 30 * 2 + 3

    def test_nothing_known_is_no_estimate(self) -> None:
        assert estimate({("t1",): Stratum(10, ())}) is None


class TestBand:
    def test_inside_what_is_possible(self) -> None:
        assert Band(-5, 5).within(Band(-2, 9)) == Band(-2, 5)
        assert Band(-5, -4).within(Band(0, 9)) == Band(0, 9)

    def test_it_holds_the_estimate(self) -> None:
        assert Band(-5, 5).holding(7) == Band(-5, 7)
        assert Band(-5, 5).holding(-6) == Band(-6, 5)


class TestProof:
    def test_the_same_seed_plays_the_same_days(self) -> None:
        assert list(proof.cells(1, 4)) == list(proof.cells(1, 4))

    def test_it_asks_of_the_band_what_the_band_says(self) -> None:
        """A total is held where it lies between the ends that are worked out."""
        drawn = [1, 0, 0, 0, -1, 0, 1, 0, 0, 0] * 3
        found = band(drawn, 480, CENTS)
        for total in (found.least, found.most):
            inward = 1 if total == found.least else -1
            assert proof.holds(round(total + 2 * inward), drawn, 480)
            assert not proof.holds(round(total - 2 * inward), drawn, 480)

    def test_every_cell_covers_what_it_must_and_the_usual_band_does_not(self) -> None:
        played = list(proof.cells(20, 1))
        assert {cell.one_in for cell in played} == {5, 15, 50}
        assert {cell.per_mille_off for cell in played} == {5, 10, 20, 50}
        assert {cell.hands for cell in played} == {480, 17280}
        assert all(cell.coverage >= 0.85 for cell in played)
        assert sum(cell.held for cell in played) / sum(cell.days for cell in played) >= 1 - ALPHA
        assert sum(cell.usual for cell in played) < sum(cell.held for cell in played)
