"""Formulas, units, periods and shifts: what figures are computed and told by."""

from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

import pytest

from rake.figures.definitions import FIGURES
from rake.figures.formulas import Ratio, Total, hours, mean_minutes, per_hour, total
from rake.figures.measures import COUNTED_APART, MEASURES, Source
from rake.figures.periods import Kind, Period, Shifts, month_of, period_of, week_of
from rake.figures.readers import READERS
from rake.figures.texts import changed, plain, shown
from rake.figures.units import Unit, whole
from rake.selectors import Figures

FRIDAY = date(2025, 3, 7)


class TestFormulas:
    def test_a_total_adds_and_takes_off(self) -> None:
        assert Total(("a", "b"), ("c",)).worth({"a": 5, "b": 7, "c": 2}) == 10

    def test_what_is_not_known_makes_nothing_known(self) -> None:
        """A missing count is no count of nothing (R-8)."""
        assert total("a", "b").worth({"a": 5, "b": None}) is None
        assert Ratio(total("a"), total("b")).worth({"a": 5}) is None

    def test_nothing_is_divided_by_nothing(self) -> None:
        assert Ratio(total("a"), total("b")).worth({"a": 5, "b": 0}) is None

    def test_money_an_hour_is_of_seconds(self) -> None:
        assert per_hour("rake_taken", "open_seconds").worth({"rake_taken": 90_00, "open_seconds": 5400}) == 60_00
        assert hours("open_seconds").worth({"open_seconds": 5400}) == Fraction(3, 2)
        assert mean_minutes("wait_seconds", "names").worth({"wait_seconds": 5400, "names": 3}) == 30

    def test_its_words_are_what_is_computed(self) -> None:
        titles = {"a": "rake", "b": "time", "c": "waived", "d": "hours"}
        assert Ratio(Total(("a", "b"), ("c",)), total("d")).words(titles) == "(rake + time − waived) ÷ hours"


class TestDefinitions:
    @pytest.mark.parametrize("code", FIGURES)
    def test_every_measure_of_a_figure_is_read_from_somewhere(self, code: str) -> None:
        for measure in FIGURES[code].measures:
            assert measure.code in READERS[measure.source].sums
        assert FIGURES[code].means.endswith(".")
        assert FIGURES[code].formula_in_words

    def test_what_readers_read_is_defined(self) -> None:
        read = {(source, code) for source, reader in READERS.items() for code in reader.sums}
        waits = {(Source.DROP, f"{kind}_waiting") for kind in COUNTED_APART}
        assert read == {(measure.source, measure.code) for measure in MEASURES.values()} | waits

    def test_over_and_under_are_never_netted(self) -> None:
        """Figures of amounts over and short are measures of their own (R-8, R38)."""
        for figure in FIGURES.values():
            read = set(figure.formula.measures())
            for over, under in [("rake_over", "rake_under"), ("drop_over", "drop_under"),
                                ("drawers_over", "drawers_short")]:  # fmt: skip
                assert not {over, under} <= read or "rake_owed" in read, figure.code


class TestUnits:
    @pytest.mark.parametrize(
        ("value", "unit", "number", "text", "file"),
        [
            (Fraction(250), Unit.MONEY, 250, "2.50", "2.50"),
            (Fraction(5, 2), Unit.MONEY, 2, "0.02", "0.02"),
            (Fraction(7, 2), Unit.MONEY, 4, "0.04", "0.04"),
            (Fraction(1, 8), Unit.SHARE, 125, "12.5 %", "12.5"),
            (Fraction(13, 4), Unit.HOURS, 325, "3.25 h", "3.25"),
            (Fraction(-5, 2), Unit.MINUTES, -25, "−2.5 min", "-2.5"),
            (Fraction(1234), Unit.COUNT, 1234, "1,234", "1234"),
        ],
    )
    def test_an_exact_value_is_rounded_once(
        self, value: Fraction, unit: Unit, number: int, text: str, file: str
    ) -> None:
        assert whole(value, unit) == number
        assert (shown(number, unit, 2), plain(number, unit, 2)) == (text, file)

    def test_what_is_not_known_is_a_dash_and_an_empty_cell(self) -> None:
        assert (whole(None, Unit.MONEY), shown(None, Unit.MONEY, 2), plain(None, Unit.MONEY, 2)) == (None, "–", "")

    def test_a_change_says_its_sign(self) -> None:
        texts = [changed(value, Unit.MONEY, 2) for value in (150, -150, 0, None)]
        assert texts == ["+1.50", "−1.50", "±0", "–"]


class TestPeriods:
    def test_a_day_is_compared_with_the_same_weekday(self) -> None:
        day = period_of(Kind.DAY, FRIDAY)
        assert day.before == Period(Kind.DAY, date(2025, 2, 28), date(2025, 2, 28))
        assert (day.earlier.first, day.later.first) == (date(2025, 3, 6), date(2025, 3, 8))

    def test_a_week_begins_on_monday(self) -> None:
        assert week_of(FRIDAY) == Period(Kind.WEEK, date(2025, 3, 3), date(2025, 3, 9))
        assert week_of(FRIDAY).before.first == date(2025, 2, 24)

    @pytest.mark.parametrize(("starts", "first"), [(6, date(2025, 3, 2)), (5, date(2025, 3, 1)), (4, FRIDAY)])
    def test_or_on_the_day_on_which_the_rooms_weeks_start(self, starts: int, first: date) -> None:
        week = period_of(Kind.WEEK, FRIDAY, week_starts=starts)
        assert (week.first, week.days) == (first, 7)
        assert all(week_of(day, starts) == week for day in week)
        assert week_of(week.last + timedelta(days=1), starts) == week.later

    def test_a_month_is_compared_with_the_month_before_whatever_its_length(self) -> None:
        march = month_of(FRIDAY)
        assert (march.before.first, march.before.last) == (date(2025, 2, 1), date(2025, 2, 28))
        assert march.later == month_of(date(2025, 4, 1))

    def test_days_in_a_row_are_compared_with_as_many_before(self) -> None:
        days = period_of(Kind.DAYS, FRIDAY, until=date(2025, 3, 11))
        assert (days.days, days.before.first, days.before.last) == (5, date(2025, 3, 2), date(2025, 3, 6))


class TestShifts:
    DAY = Shifts((time(6), time(14), time(22)))

    @pytest.mark.parametrize(("hour", "number"), [(6, 0), (13, 0), (14, 1), (21, 1), (22, 2), (0, 2), (5, 2)])
    def test_an_hour_is_in_the_shift_that_started_last(self, hour: int, number: int) -> None:
        assert self.DAY.number_at(datetime(2025, 3, 7, hour, 59, tzinfo=UTC)) == number

    def test_a_shift_is_named_by_its_hours(self) -> None:
        assert [self.DAY.name(number) for number in range(3)] == ["06:00–14:00", "14:00–22:00", "22:00–06:00"]

    def test_every_hour_of_a_day_is_in_one_shift(self) -> None:
        hours_of_day = [datetime(2025, 3, 7, tzinfo=UTC) + timedelta(hours=number) for number in range(24)]
        assert [self.DAY.number_at(hour) for hour in hours_of_day].count(1) == 8


def test_a_hand_under_a_time_charge_is_no_raked_hand() -> None:
    """Five hands, two of them at a table where players pay for time: 9 of rake are 3 a hand, wherever it is told."""
    sums = {"ticks": 4, "full_hands": 1, "timed": 2, "rake_taken": 9_00}
    assert FIGURES["rake_per_hand"].formula.worth(sums) == 3_00
    assert Figures(**sums).rake_per_hand == 3_00
    assert Figures(ticks=2, timed=2).rake_per_hand is None


def test_an_hour_under_a_time_charge_is_no_raked_hour() -> None:
    """Ten hours of tables, four of them on time: 60 of rake are 10 for each hour that is raked, for dealers as well."""
    sums = {"rake_taken": 60_00, "open_seconds": 36_000, "timed_seconds": 14_400}
    assert FIGURES["rake_per_table_hour"].formula.worth(sums) == FIGURES["dealer_rake"].formula.worth(sums) == 10_00
    seats = {"rake_taken": 60_00, "played_seconds": 72_000, "timed_played_seconds": 28_800}
    assert FIGURES["rake_per_seat_hour"].formula.worth(seats) == 5_00
    timed = {"time_collected": 48_00, "timed_seconds": 14_400, "timed_played_seconds": 28_800}
    assert FIGURES["time_per_table_hour"].formula.worth(timed) == 12_00
    assert FIGURES["time_per_seat_hour"].formula.worth(timed) == 6_00


def test_the_difference_of_two_shares_is_of_points() -> None:
    assert changed(-100, Unit.SHARE, 2) == "−10 points"
