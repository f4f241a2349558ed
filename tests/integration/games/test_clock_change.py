"""The nights when the clocks change in New York: no page and no file takes one hour for another, or loses one.

They go back at 06:00 UTC on 2 November 2025, when 01:30 comes twice, and forward at 07:00 UTC on 9 March 2025.
"""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path

import openpyxl
import pytest
from django.core.management import call_command
from django.urls import reverse

from games.models import Hand
from rake.selectors import as_json, rake_report
from rake.services import rebuild_day
from tests.support.arranged import arranged
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db

FIRST, SECOND = datetime(2025, 11, 2, 5, 30, tzinfo=UTC), datetime(2025, 11, 2, 6, 30, tzinfo=UTC)
"""01:30 in New York, before and after the clocks go back."""
AFTER = SECOND + timedelta(hours=1)


@arranged
def table() -> HandTable:
    return open_hand_table(time_zone="America/New_York")


def tick_at(table: HandTable, *instants: datetime) -> date:
    """Hands that began then, and the report of their gaming day."""
    last = [table.tick(pot=60_00, at=at) for at in instants][-1]
    rebuild_day(room=table.desk.room, gaming_day=last.gaming_day, at=last.recorded_at + timedelta(minutes=1))
    return last.gaming_day


def hours_of_files(table: HandTable, day: date) -> tuple[list[str], list[str]]:
    """The hours of the report's lines, as CSV and as a workbook."""
    client = signed_in(table.desk.manager)
    text = b"".join(client.get(reverse("rake_csv", args=[day.isoformat()]), {"look": "yes"})).decode("utf-8-sig")
    book = client.get(reverse("rake_xlsx", args=[day.isoformat()]), {"look": "yes"}).content
    rows = openpyxl.load_workbook(io.BytesIO(book)).worksheets[0].values
    place = next(iter(rows)).index("Hour")
    return [row["Hour"] for row in csv.DictReader(io.StringIO(text))][:-1], [row[place] for row in rows][:-1]


def hours_of_day(table: HandTable, day: date) -> list[tuple[str, int]]:
    """The hours of the report by hour, with the hands of each."""
    report = as_json(rake_report(table.desk.room, day))
    return [(hour["hour"], hour["hands"]) for hour in report["by_hour"]]


def test_the_hour_that_comes_twice_is_named_in_every_file(table: HandTable) -> None:
    day = tick_at(table, FIRST, SECOND, AFTER)
    hours = ["01:00 EDT", "01:00 EST", "02:00"]
    assert hours_of_files(table, day) == (hours, hours)
    assert hours_of_day(table, day) == [(hour, 1) for hour in hours]


@pytest.mark.parametrize("dealt", [FIRST, SECOND], ids=["first", "second"])
def test_it_is_named_where_one_of_the_two_stands_empty_or_alone(table: HandTable, dealt: datetime) -> None:
    day = tick_at(table, FIRST - timedelta(hours=1), dealt, AFTER)
    name = "01:00 EDT" if dealt == FIRST else "01:00 EST"
    assert hours_of_files(table, day)[0] == ["00:00", name, "02:00"]
    assert [hour for hour, _ in hours_of_day(table, day)] == ["00:00", "01:00 EDT", "01:00 EST", "02:00"]
    assert dict(hours_of_day(table, day))[name] == 1


def test_the_hour_that_spring_leaves_out_is_in_no_file(table: HandTable) -> None:
    day = tick_at(table, datetime(2025, 3, 9, 6, 59, tzinfo=UTC), datetime(2025, 3, 9, 7, 1, tzinfo=UTC))
    assert hours_of_files(table, day) == (["01:00", "03:00"], ["01:00", "03:00"])
    assert hours_of_day(table, day) == [("01:00", 1), ("03:00", 1)]


def test_the_trail_writes_the_distance_to_utc(table: HandTable) -> None:
    tick_at(table, FIRST, SECOND)
    text = b"".join(signed_in(table.desk.manager).get(reverse("audit_file"))).decode("utf-8-sig")
    told = {row["When"] for row in csv.DictReader(io.StringIO(text)) if row["When"].startswith("2025-11-02 01:30:00")}
    assert told == {"2025-11-02 01:30:00 -0400", "2025-11-02 01:30:00 -0500"}


@pytest.mark.parametrize("at", [FIRST, SECOND, AFTER], ids=["first", "second", "after"])
def test_a_hand_comes_back_from_its_file_at_its_instant(table: HandTable, at: datetime, tmp_path: Path) -> None:
    table.desk.now = at
    hand = table.record(table.act(table.deal(at=at), "f", "f", "f"))
    hand.refresh_from_db()
    assert hand.started_at == at
    file = tmp_path / "export.phh"
    file.write_text(hand.phh)
    call_command("import_hands", str(file), table="Elsewhere", stdout=StringIO())
    assert Hand.objects.exclude(pk=hand.pk).get().started_at == at
    assert ("time_zone_abbreviation" in hand.phh) == (at != AFTER)
