"""Files for spreadsheets: each column holds what its heading says, here of rows in which no two facts are alike."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, date, datetime
from types import SimpleNamespace as Row
from typing import Any
from zoneinfo import ZoneInfo

import disputes.exports
import games.exports
import players.exports
import rake.assurance.exports
import rake.comps.exports
import rake.sampling.exports

ROOM: Any = Row(zone=ZoneInfo("America/Los_Angeles"), exponent=2)
AT, DAY = datetime(2025, 3, 8, 13, 0, tzinfo=UTC), date(2025, 3, 7)
"""An hour before the gaming day ends: the calendar of the room, and UTC's, are a day on."""


def read(lines: Iterable[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(lines))))


def test_an_account_of_points() -> None:
    entry = Row(
        number=7, at=AT, gaming_day=DAY, get_kind_display=lambda: "redeemed", points=-120, balance=380, value=-1_20,
        for_day=date(2025, 3, 1), seconds=3600, expires_on=date(2025, 9, 1), what="dinner", reason="=cold", by="Ann",
        second="Bob",
    )  # fmt: skip
    told: Any = Row(room=ROOM, entries=lambda _: [Row(entry=entry)])
    assert read(rake.comps.exports.csv_lines(told)) == [
        {
            "Number": "7", "When": "2025-03-08 05:00:00 -0800", "Gaming day": "2025-03-07", "Kind": "redeemed",
            "Points": "-120", "Balance": "380", "Value": "-1.20", "Of the day": "2025-03-01",
            "Seconds of play": "3600", "Gone on": "2025-09-01", "For": "dinner", "Reason": "'=cold", "Done by": "Ann",
            "Confirmed by": "Bob",
        }
    ]  # fmt: skip


def test_transfers() -> None:
    transfer = Row(
        chain_number=9, at=AT, gaming_day=DAY, get_kind_display=lambda: "add-on", amount=12_50,
        by=Row(display_name="Ann", badge_number="C7"), reason="=1+1", request_key="a:b",
    )  # fmt: skip
    row = Row(
        transfer=transfer, source=Row(name="rack of Leif"), target=Row(name="seat 3"), hand="hand 4",
        took_back=Row(chain_number=5), taken_back_by=Row(chain_number=11), is_import=True,
    )  # fmt: skip
    pages: Any = [[row]]
    assert read(players.exports.csv_lines(ROOM, pages)) == [
        {
            "Number": "9", "When": "2025-03-08 05:00:00 -0800", "Gaming day": "2025-03-07", "Kind": "add-on",
            "Amount": "12.50", "From": "rack of Leif", "To": "seat 3", "Done by": "Ann", "Badge": "C7",
            "Reason": "'=1+1", "Hand": "hand 4", "Group": "a:b", "Takes back": "5", "Taken back by": "11",
            "Imported": "yes",
        }
    ]  # fmt: skip


def test_statistics_of_disputes() -> None:
    figures = Row(name="Dora", cases=9, waiting=1, appealed=2, late=3, moved=4_50, median_seconds=60, p90_seconds=90)
    counted: Any = Row(lines=lambda: [("Dealer", figures)])
    assert read(disputes.exports.csv_lines(counted, ROOM)) == [
        {
            "Grouped by": "Dealer", "Name": "Dora", "Cases": "9", "Waiting": "1", "Appealed": "2", "Late": "3",
            "Moved": "4.50", "Median seconds to ruling": "60", "90th percentile seconds to ruling": "90",
        }
    ]  # fmt: skip


def test_hands_that_stayed_out() -> None:
    refused = Row(hand="4", line=17, reason="too small", rule="minimum raise", citation="live: 3.2", code="min_raise")
    made: Any = Row(name="mixed.phhs", refused_hands=Row(iterator=lambda: iter([refused])))
    assert read(games.exports.refused_lines(made)) == [
        {
            "File": "mixed.phhs", "Hand": "4", "Line": "17", "Reason": "too small", "Rule": "minimum raise",
            "Source": "live: 3.2", "Code": "min_raise",
        }
    ]  # fmt: skip


def test_the_sample_of_a_day() -> None:
    sums = Row(fee="rake", taken=10_00, about=6_00, least=3_00, most=8_00)
    table = Row(
        name="Table 1", hands=40, sampled=4, asked=3, told=2, missing=1, by_choice=5, owed=[sums],
        chosen=[Row(taken=7_00, owed=9_00)],
    )  # fmt: skip
    report: Any = Row(room=ROOM, gaming_day=DAY, tables=[table], total=Row(**(vars(table) | {"name": "Room"})))
    first, last = read(rake.sampling.exports.csv_lines(report))
    assert first == {
        "Gaming day": "2025-03-07", "Table": "Table 1", "Hands": "40", "Without a pot": "4", "Asked": "3", "Told": "2",
        "Missing": "1", "By choice": "5", "Fee": "rake", "Taken": "10", "Owed about": "6", "Owed at least": "3",
        "Owed at most": "8", "Taken by choice": "7", "Owed by choice": "9",
    }  # fmt: skip
    assert last == first | {"Table": "Room"}


def test_a_reading_of_signals() -> None:
    line = {
        "kind_in_words": "dealer", "name": "=Dana", "is_flagged": True, "odds": "1 in 900", "evidence": 6.5,
        "goal": 4.25, "hands": 300, "a_hand": "0.5", "figure": "less than was recorded",
        "a_down": {"about": 5_00, "least": 2_00, "most": 9_00},
    }  # fmt: skip
    found = {"signals": [{"title": "Boxes", "lines": [line]}]}
    assert read(rake.assurance.exports.csv_lines(found, ROOM, "")) == [
        {
            "Signal": "Boxes", "Kind": "dealer", "Name": "'=Dana", "Worth a look": "yes", "By chance": "1 in 900",
            "Evidence (log)": "6.5", "Goal (log)": "4.25", "Hands": "300", "Chips a hand": "0.5",
            "A down, about": "5", "A down, at least": "2", "A down, at most": "9",
            "In words": "less than was recorded",
        }
    ]  # fmt: skip
