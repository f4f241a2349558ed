"""Reports that are read while hands are recorded and days are built: each agrees with itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import date
from typing import Any

import pytest
from django.db import connection, connections

from rake import selectors
from rake.figures import sheets
from rake.figures.definitions import FIGURES
from rake.figures.parts import By
from rake.figures.periods import Kind, period_of
from rake.figures.scopes import Scope
from rake.services import rebuild_day
from tests.support.desk import open_desk_now
from tests.support.races import be_patient
from tests.support.table import HandTable

pytestmark = pytest.mark.committed_db
FIGURES_READ = [FIGURES["hands"], FIGURES["rake_taken"]]


@pytest.fixture
def table() -> HandTable:
    """A table with three hands, in a day that was built."""
    desk = open_desk_now()
    table = HandTable(desk, {seat: desk.seated(300_00, seat=seat) for seat in range(1, 4)})
    for _ in range(3):
        table.tick(1_00)
    built(table)
    return table


def day_of(table: HandTable) -> date:
    return table.desk.room.gaming_day(table.desk.now)


def built(table: HandTable) -> None:
    rebuild_day(room=table.desk.room, gaming_day=day_of(table), at=table.desk.at())


@pytest.fixture
def meanwhile(table: HandTable) -> Iterator[list[str]]:
    """After each question of a reader somebody else records a hand and builds the day with it; the questions."""
    questions: list[str] = []

    def record() -> None:
        be_patient()
        table.tick(1_00)
        built(table)

    def ask(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if sql.lstrip().lower().startswith(("select", "with")) and "set_config" not in sql:
            questions.append(sql)
            somebody.submit(record).result()
        return answer

    with ThreadPoolExecutor(1) as somebody:
        with connection.execute_wrapper(ask):
            yield questions
        somebody.submit(connections.close_all).result()


def month(table: HandTable) -> tuple[Any, Any]:
    """The hands and takings of the month, day by day together, and in all."""
    return parts_and_whole(table, Kind.MONTH, By.DAY)


def day(table: HandTable) -> tuple[Any, Any]:
    """Those of the day, table by table together, and in all."""
    return parts_and_whole(table, Kind.DAY, By.TABLE)


def parts_and_whole(table: HandTable, kind: Kind, by: By) -> tuple[Any, Any]:
    read = sheets.sheet(Scope(table.desk.room, period_of(kind, day_of(table)), table.desk.now), FIGURES_READ, by)
    parts = tuple(sum(row.values[number] or 0 for row in read.rows) for number in range(len(FIGURES_READ)))
    return parts, read.total.values


def report(table: HandTable) -> tuple[Any, Any]:
    """The hands of the rake report, line by line together, and as it says it was built; with what it says it lacks."""
    read = selectors.rake_report(table.desk.room, day_of(table))
    assert read.stamp is not None
    return (read.total.hands, 0), (read.stamp.hands, read.new_hands)


REPORTS = [month, day, report]


@pytest.mark.parametrize("read", REPORTS)
def test_f19_a_report_read_while_hands_are_recorded_agrees_with_itself(
    table: HandTable, meanwhile: list[str], read: Callable[[HandTable], tuple[Any, Any]]
) -> None:
    for _ in range(2):
        before = len(meanwhile)
        parts, whole = read(table)
        assert parts == whole
        assert len(meanwhile) - before >= 2, "nothing happened in between"


@pytest.mark.parametrize(
    "read", [report]
)  # a sheet of one source is one question: its total is added up from its parts
def test_f19_control_a_report_read_question_by_question_contradicts_itself(
    table: HandTable,
    meanwhile: list[str],
    read: Callable[[HandTable], tuple[Any, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (sheets, selectors):
        monkeypatch.setattr(module, "snapshot", lambda **_: nullcontext())
    parts, whole = read(table)
    assert parts != whole
