"""People who may only read, read what is there without its controls, or are led to the page where it stands."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.arranged import arranged
from tests.support.desk import person
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text


@arranged
def table() -> HandTable:
    return open_hand_table()


@pytest.fixture
def auditor(table: HandTable) -> Client:
    return signed_in(person(table.desk.room, "auditor"))


def address(table: HandTable, name: str, *more: int) -> str:
    return reverse(name, args=[table.session.table_id, *more])


def main_of(client: Client, where: str) -> str:
    """The page's own part: what the frame offers to everybody is no control of it."""
    answer = client.get(where)
    assert answer.status_code == 200
    return answer.content.decode().split("<main", 1)[1].split("</main", 1)[0]


def test_the_auditor_reads_a_seat_without_its_controls(table: HandTable, auditor: Client) -> None:
    seat, sitting = next(iter(table.sittings.items()))
    page = main_of(auditor, address(table, "seat", seat))
    assert sitting.player.display_name in page
    assert "<form" not in page
    free = next(number for number in range(1, 10) if number not in table.sittings)
    assert "Nobody sits here." in main_of(auditor, address(table, "seat", free))
    assert auditor.get(address(table, "seat", 11)).status_code == 404


def test_the_auditor_reads_the_hand_in_play(table: HandTable, auditor: Client) -> None:
    assert auditor.get(address(table, "console"))["Location"] == address(table, "table")
    table.act(table.deal(), "r 20")
    page = main_of(auditor, address(table, "console"))
    assert "raises to 20" in page
    assert "<form" not in page
    assert "?to=" not in page
    assert address(table, "console") in main_of(auditor, address(table, "table"))


def test_the_auditor_is_led_to_where_counts_and_games_are_read(table: HandTable, auditor: Client) -> None:
    count = reverse("whole_table", args=[table.session.pk])
    assert auditor.get(count)["Location"] == address(table, "table")
    assert auditor.get(address(table, "plaque_change"))["Location"] == address(table, "plaque")
    assert auditor.get(address(table, "plaque")).status_code == 200


def test_the_auditor_has_no_report_built(table: HandTable, auditor: Client) -> None:
    table.tick(3_00)
    day = table.session.gaming_day
    report = reverse("rake_report", args=[day])
    assert "Build the report" not in main_of(auditor, report)
    assert "A manager has it built." in text(auditor.get(report))
    assert auditor.post(reverse("rake_rebuild", args=[day]), {}).status_code == 403
    assert "Build the report" in main_of(reader(table.desk.manager, table.desk.room), report)
