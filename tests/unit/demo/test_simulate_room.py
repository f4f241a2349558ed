"""The command that simulates a room says by its exit code whether everything was explained."""

import json
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from demo.management.commands import simulate_room
from demo.simulation.night import UnsettledError
from demo.simulation.part import Shown
from demo.simulation.planted import Effect, Kind, Mark, Planted
from demo.simulation.report import Report, judge

pytestmark = pytest.mark.django_db
MARK = Mark("drawer variance", 1, "closing")
LINE = Shown(MARK, Effect(cash=-5_00), "Window 1")
UNEXPLAINED, MISSING = "FAIL nothing explains Window 1", "FAIL error 1 (change) is not in the books: Window 1"


def error(cash: int) -> Planted:
    kind = Kind("change", "a variance")
    return Planted(1, kind, datetime(2026, 3, 2, tzinfo=UTC), MARK, Effect(cash=cash), "Window 1")


class Found:
    """A room that was played, with this report."""

    def __init__(self, found: Report) -> None:
        self.found = found

    def report(self) -> Report:
        return self.found


def simulated(monkeypatch: pytest.MonkeyPatch, played: Any) -> list[str]:
    monkeypatch.setattr(simulate_room, "play", played)
    out = StringIO()
    code = 0
    try:
        call_command("simulate_room", "--days", "1", "--tables", "1", "--seed", "1", stdout=out)
    except SystemExit as ended:
        code = ended.code
    return [*out.getvalue().splitlines(), f"exit {code}"]


@pytest.fixture(autouse=True)
def _ordinary_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command changes how its own process collects garbage: not here."""
    monkeypatch.setattr(simulate_room.gc, "freeze", lambda: None)
    monkeypatch.setattr(simulate_room.gc, "set_threshold", lambda *numbers: None)


@pytest.mark.parametrize(
    ("errors", "lines", "fails"),
    [
        ([error(-5_00)], [LINE], []),
        ([], [LINE], [UNEXPLAINED]),
        ([error(-5_00)], [], [MISSING]),
        ([error(-4_00)], [LINE], [MISSING, UNEXPLAINED]),
    ],
)
def test_it_ends_well_only_where_everything_is_explained(
    errors: list[Planted], lines: list[Shown], fails: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = simulated(monkeypatch, lambda script: Found(judge(errors, lines)))
    assert [line for line in told if line.startswith("FAIL")] == fails
    assert told[-1] == f"exit {int(bool(fails))}"
    objects = [json.loads(line) for line in told if line.startswith("{")]
    verdict, explained = "missing" if MISSING in fails else "shown", UNEXPLAINED not in fails
    assert [each["books"] for each in objects if "kind" in each] == [verdict for _ in errors]
    assert [each["explained"] for each in objects if "line" in each] == [explained for _ in lines]


def test_a_day_that_nobody_settles_ends_it_badly(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsettled(script: Any) -> Found:
        raise UnsettledError("2026-03-02 is still open")

    with pytest.raises(CommandError, match="still open"):
        simulated(monkeypatch, unsettled)
