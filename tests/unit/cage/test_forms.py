"""Forms of the cage: what was typed reaches the services as it was typed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from cage.forms.boxes import PoolForm, PullForm
from cage.forms.drawers import SettleForm
from cage.forms.liability import InstantForm
from config.rooms.models import Room
from tests.support.desk import key

ROOM = Room(time_zone="America/Los_Angeles")


def test_an_instant_is_one_of_the_room_s_clock() -> None:
    form = InstantForm({"at": "2025-03-07T10:00"}, room=ROOM)
    assert form.is_valid()
    assert form.cleaned_data["at"] == datetime(2025, 3, 7, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(("hours", "has_come"), [(-1, True), (1, False)])
def test_an_instant_that_has_not_come_by_that_clock_is_refused(hours: int, has_come: bool) -> None:
    local = (timezone.now() + timedelta(hours=hours)).astimezone(ROOM.zone)
    assert InstantForm({"at": f"{local:%Y-%m-%dT%H:%M}"}, room=ROOM).is_valid() is has_come


def test_rows_of_the_ledger_stand_with_commas_or_spaces() -> None:
    sent = {"outcome": "explained", "text": "the fill", "transfers": "12, 13 14"}
    form = SettleForm(sent, room=ROOM, asks_second=False)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["transfers"] == [12, 13, 14]


def test_only_boxes_that_were_chosen_are_pulled() -> None:
    sent = {"key": key(), "why": "drop", "pull_promo": "on", "number_rake": "R1", "number_promo": "P1"}
    form = PullForm(sent, room=ROOM, kinds=["rake", "promo"], hanging={})
    assert form.is_valid(), form.errors
    assert [(order.holds, order.number) for order in form.orders()] == [("promo", "P1")]


def test_the_terms_of_a_pool_are_those_that_were_entered() -> None:
    sent: dict[str, Any] = {"key": key(), "name": "Bad beat", "reserve_percent": "40", "admin_percent": "5"}
    sent |= {
        "seed": "1000",
        "primary_cap": "9000",
        "reserve_cap": "3000",
        "tables": ["7"],
        "games": "quads beaten",
        "won_in": ["holdem", "omaha8"],
        "employees": "never",
    }
    form = PoolForm(sent, room=ROOM, choices=[(7, "Table 1"), (8, "Table 2")])
    assert form.is_valid(), form.errors
    told = form.terms()
    assert (told.reserve_percent, told.admin_percent, told.seed) == (40, 5, 1_000_00)
    assert (told.primary_cap, told.reserve_cap, told.tables, told.games) == (9_000_00, 3_000_00, (7,), "quads beaten")
    assert told.won_in == ("holdem", "omaha8")
    assert told.employees == "never"


def test_terms_of_a_pool_say_who_of_the_staff_has_a_share() -> None:
    sent = {"key": key(), "name": "Bad beat", "reserve_percent": "40"}
    assert "employees" in PoolForm(sent, room=ROOM, choices=[]).errors
