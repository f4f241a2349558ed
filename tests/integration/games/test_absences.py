"""Away, back and picked up, from the page of a seat."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from config.staff.services import set_own_pin
from players.models import Absence, Sitting
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table where hands are played."""
    return open_hand_table()


def _post(table: HandTable, name: str, sitting: Sitting, **data: Any) -> Any:
    with time_machine.travel(table.desk.at(), tick=False):
        return signed_in(table.desk.manager).post(reverse(name, args=[sitting.pk]), {"key": key()} | data)


def _seat(table: HandTable, sitting: Sitting) -> str:
    address = reverse("seat", args=[table.session.table_id, sitting.seat])
    return signed_in(table.desk.manager).get(address).content.decode()


def test_one_tap_notes_that_they_are_away_and_one_that_they_are_back(table: HandTable) -> None:
    sitting = table.sittings[1]
    assert "Is away" in _seat(table, sitting)
    assert _post(table, "sitting_away", sitting).status_code == 303
    assert "Is back" in _seat(table, sitting)
    again = _post(table, "sitting_away", sitting)
    assert again.status_code == 422
    assert "is away already" in again.content.decode()
    assert _post(table, "sitting_back", sitting).status_code == 303
    assert Absence.objects.get().ended_with == Absence.End.BACK


def test_the_table_shows_who_is_away(table: HandTable) -> None:
    _post(table, "sitting_away", table.sittings[1])
    answer = signed_in(table.desk.manager).get(reverse("table", args=[table.session.table_id]))
    assert [seat.number for seat in answer.context["page"].seats if seat.state == "away"] == [1]


def test_chips_are_picked_up_with_the_witnesss_own_pin(table: HandTable) -> None:
    sitting, witness = table.sittings[1], person(table.desk.room, "cashier")
    set_own_pin(person=witness, pin="4826", at=table.desk.now)
    data = {"key": key(), "counted": "200", "badge": witness.badge_number, "pin": "4826"}
    early = _post(table, "pick_up", sitting, **data)
    assert early.status_code == 422
    _post(table, "sitting_away", sitting)
    table.desk.now += timedelta(hours=1)
    wrong_pin = ({"pin": "1111"}, f"not the PIN of {witness}")
    for wrong, said in (({"badge": "nobody"}, "Nobody here wears that badge"), wrong_pin):
        refused = _post(table, "pick_up", sitting, **(data | {"key": key()} | wrong))
        assert refused.status_code == 422
        assert said in refused.content.decode()
    assert _post(table, "pick_up", sitting, **(data | {"key": key()})).status_code == 303
    assert not Sitting.objects.filter(pk=sitting.pk, left_at=None).exists()
