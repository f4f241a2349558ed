"""What the books show of planted errors: each line is the sum of what was planted there, and nothing else."""

from datetime import UTC, datetime

import pytest

from demo.simulation.part import Shown
from demo.simulation.planted import Effect, Kind, Mark, Planted
from demo.simulation.report import Report, Verdict, judge

CHANGE = Kind("change", "a variance")
CLOSE, NEXT = Mark("drawer variance", 1, "closing"), Mark("drawer variance", 2, "closing")


def error(number: int, effect: Effect, mark: Mark = CLOSE) -> Planted:
    return Planted(number, CHANGE, datetime(2026, 3, 2, tzinfo=UTC), mark, effect, "Window 1")


def found(errors: list[Planted], *lines: tuple[Mark, Effect]) -> Report:
    return judge(errors, [Shown(mark, effect, f"{mark}") for mark, effect in lines])


def verdicts(told: Report) -> list[Verdict]:
    return [each.verdict for each in told.errors]


def test_errors_of_one_count_explain_it_together() -> None:
    told = found([error(1, Effect(cash=-5_00)), error(2, Effect(cash=-1_00))], (CLOSE, Effect(cash=-6_00)))
    assert verdicts(told) == [Verdict.SHOWN, Verdict.SHOWN]
    assert (told.lines[0].causes, told.lines[0].is_explained, told.faults) == ((1, 2), True, [])


def test_a_line_that_nothing_explains() -> None:
    told = found([error(1, Effect(cash=-5_00))], (CLOSE, Effect(cash=-5_00)), (NEXT, Effect(cash=-5_00)))
    assert [line.is_explained for line in told.lines] == [True, False]
    assert told.faults == [f"nothing explains {NEXT}"]


@pytest.mark.parametrize("said", [Effect(cash=-4_00), Effect(chips=-5_00), Effect(cash=5_00)])
def test_a_line_that_says_something_else(said: Effect) -> None:
    told = found([error(1, Effect(cash=-5_00))], (CLOSE, said))
    assert verdicts(told) == [Verdict.MISSING]
    assert len(told.faults) == 2


def test_an_error_that_the_books_don_t_show() -> None:
    told = found([error(7, Effect(cash=-5_00))])
    assert verdicts(told) == [Verdict.MISSING]
    assert told.faults == ["error 7 (change) is not in the books: Window 1"]


def test_errors_that_make_up_for_each_other_stand_in_no_line() -> None:
    told = found([error(1, Effect(cash=-5_00)), error(2, Effect(cash=5_00))])
    assert (verdicts(told), told.faults) == ([Verdict.NETTED, Verdict.NETTED], [])


def test_one_that_is_netted_beside_one_that_is_shown() -> None:
    errors = [error(1, Effect(cash=-5_00)), error(2, Effect(cash=5_00)), error(3, Effect(chips=-1_00))]
    told = found(errors, (CLOSE, Effect(chips=-1_00)))
    assert verdicts(told) == [Verdict.NETTED, Verdict.NETTED, Verdict.SHOWN]


def test_an_error_explains_no_line_of_another_row_or_part_or_place() -> None:
    elsewhere = [CLOSE._replace(part="opening"), CLOSE._replace(row=2), CLOSE._replace(what="drawer recount")]
    told = found([error(1, Effect(cash=-5_00))], *((mark, Effect(cash=-5_00)) for mark in elsewhere))
    assert verdicts(told) == [Verdict.MISSING]
    assert [(line.causes, line.is_explained) for line in told.lines] == [((), False)] * 3


def test_errors_that_are_counted_are_added_up_too() -> None:
    errors = [error(1, Effect(times=1)), error(2, Effect(times=1))]
    assert found(errors, (CLOSE, Effect(times=2))).faults == []
    assert verdicts(found(errors, (CLOSE, Effect(times=1)))) == [Verdict.MISSING, Verdict.MISSING]


def test_a_line_that_says_nothing_is_no_line_of_an_error() -> None:
    """A line must be told apart from none: it stands there for something, and what was planted there is missing."""
    told = found([error(1, Effect(times=1))], (CLOSE, Effect()))
    assert (verdicts(told), told.lines[0].is_explained) == ([Verdict.MISSING], False)


def test_a_line_stands_once() -> None:
    with pytest.raises(ValueError, match="one mark"):
        found([], (CLOSE, Effect(cash=-1_00)), (CLOSE, Effect(cash=-1_00)))
