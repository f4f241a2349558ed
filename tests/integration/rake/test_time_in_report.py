"""The rake report tells the time that was collected as a revenue line of its own."""

import io
import zipfile
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from players.services.time_charges import collect_time
from players.services.time_voids import void_time
from rake.services import rebuild_day
from rake.time_taken import time_taken
from rules.house.fee_schedule import live_time
from tests.support.arranged import arranged
from tests.support.desk import NLH, key, person
from tests.support.looks import reader
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table without a rake where four players pay 6 each half hour; one half hour is collected, a hand is ticked."""
    table = open_hand_table(replace(NLH, fee=live_time(6_00)))
    table.tick(0)
    table.desk.now += timedelta(minutes=30)
    collect_time(session=table.session, key=key(), **table.by())
    rebuild_day(room=table.desk.room, gaming_day=day(table), at=table.desk.at())
    return table


@pytest.fixture
def manager(table: HandTable) -> Client:
    return reader(table.desk.manager, table.desk.room)


def day(table: HandTable) -> date:
    return table.session.gaming_day


def test_the_report_says_what_was_collected_table_by_table(table: HandTable, manager: Client) -> None:
    page = text(manager.get(reverse("rake_report", args=[day(table)])))
    assert "not collected here" not in page
    assert f"Half hours of seats Collected {table.session.table} 4 24" in page
    assert "time collected 24" in page
    assert "time collected: 24" in page
    assert "What they paid is time collected, a line of its own." in page


def test_what_was_voided_on_the_day_is_off(table: HandTable) -> None:
    room = table.desk.room
    charge = table.sittings[1].time_charges.get()
    void_time(charge=charge, reason="collected twice", key=key(), second=person(room, "manager"), **table.by())
    taken = time_taken(room, day(table))
    assert [(row.half_hours, row.amount) for row in taken.tables] == [(3, 18_00)]
    assert taken.amount == 18_00


def test_another_day_and_another_room_have_none_of_it(table: HandTable) -> None:
    assert not time_taken(table.desk.room, day(table) + timedelta(days=1))
    assert not time_taken(open_hand_table().desk.room, day(table))


def test_imported_hands_have_no_time(table: HandTable, manager: Client) -> None:
    page = text(manager.get(f"{reverse('rake_report', args=[day(table)])}?source=import"))
    assert "Half hours of seats" not in page


def test_the_workbook_says_it_too(table: HandTable, manager: Client) -> None:
    sent = manager.get(reverse("rake_xlsx", args=[day(table)])).content
    strings = zipfile.ZipFile(io.BytesIO(sent))
    assert any("Time collected" in strings.read(name).decode() for name in strings.namelist() if name.endswith(".xml"))
