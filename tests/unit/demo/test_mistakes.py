"""The window of a simulated room: what lies in the drawer is what was booked and what went wrong, and nothing else."""

from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from demo.simulation.agenda import Agenda
from demo.simulation.planted import Effect
from demo.simulation.report import sum_of
from demo.simulation.script import Script
from demo.simulation.stage import Stage
from demo.simulation.truth import Truth
from demo.simulation.window import OFF_BY, WRONG_CHANGE, WRONG_CHIPS, Window, variance_of

SESSION, DRAWER, ACTS = 41, 3, 300


def window(errors: float, seed: int = 1) -> Window:
    now = datetime(2026, 3, 2, 16, tzinfo=UTC)
    script = Script(days=1, tables=1, seed=seed, errors=errors)
    stage = Stage(script, cast("Any", SimpleNamespace()), Agenda(now), Random(seed), now, Truth())
    session = SimpleNamespace(pk=SESSION, drawer_id=DRAWER, drawer="Window 1", cashier="Ada")
    return Window(stage, stage.chance_of("window"), cast("Any", session))


def hand_over(at: Window) -> None:
    """Hand over chips for cash and back, again and again: by the books 3.00 in chips stay each time."""
    for number in range(ACTS):
        at.hand_over(key=f"sale {number}", chips=-40_00, cash=40_00)
        at.hand_over(key=f"payment {number}", chips=43_00, cash=-43_00)


def test_the_drawer_holds_what_was_booked_and_what_went_wrong() -> None:
    at = window(errors=0.2)
    hand_over(at)
    wrong, lying = sum_of(at.stage.planted), at.stage.truth.drawer(DRAWER)
    assert (lying.chips, lying.cash) == (ACTS * 3_00 + wrong.chips, ACTS * -3_00 + wrong.cash)
    assert at.stage.truth.pocketed == -wrong.chips != 0


def test_errors_of_both_kinds_and_signs_are_noted_where_they_must_show() -> None:
    at = window(errors=0.2)
    hand_over(at)
    planted = at.stage.planted
    assert {each.kind for each in planted} == {WRONG_CHANGE, WRONG_CHIPS}
    assert {each.mark for each in planted} == {variance_of(SESSION, "closing")}
    assert {abs(each.effect.chips + each.effect.cash) for each in planted} == set(OFF_BY)
    for kind, amounts in (
        (WRONG_CHANGE, [each.effect.cash for each in planted if each.kind == WRONG_CHANGE]),
        (WRONG_CHIPS, [each.effect.chips for each in planted if each.kind == WRONG_CHIPS]),
    ):
        assert min(amounts) < 0 < max(amounts), kind
    assert all(each.effect.cash == 0 for each in planted if each.kind == WRONG_CHIPS)


def test_each_is_noted_with_the_act_in_which_it_was_made() -> None:
    at = window(errors=1.0)
    for number in range(9):
        before = len(at.stage.planted)
        at.hand_over(key=f"sale {number}", chips=-40_00, cash=40_00)
        assert [each.request for each in at.stage.planted[before:]] == [f"sale {number}"]


def test_so_many_acts_go_wrong_as_the_script_says() -> None:
    for errors, least, most in ((0.0, 0, 0), (0.2, 0.15 * 2 * ACTS, 0.25 * 2 * ACTS), (1.0, 2 * ACTS, 2 * ACTS)):
        at = window(errors)
        hand_over(at)
        assert least <= len(at.stage.planted) <= most
    assert Effect() not in {each.effect for each in at.stage.planted}
