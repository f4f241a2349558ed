"""The page of planned tables, and the entry where people stand anyway: on the page of tables."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse

from tables.models import TablePlan
from tables.services import plan_tables
from tables.services.planning import Planned
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
ADDRESS = "/tables/plan/"


@arranged
def desk() -> Desk:
    return open_desk()


def send(desk: Desk, role: str = "manager", **facts: Any) -> HttpResponse:
    """The entry of a plan is sent on the Friday at six in the evening."""
    given = {"plaque_name": "NLH 1/3", "tables": "2", "since_hour": "20", "until_hour": "2", "when": DAY.isoformat()}
    with time_machine.travel(desk.now, tick=False):
        who = desk.manager if role == "manager" else person(desk.room, role)
        return signed_in(who).post(ADDRESS, given | {"key": key()} | facts)  # type: ignore[return-value]


def read(desk: Desk, role: str = "manager", address: str = ADDRESS) -> str:
    with time_machine.travel(desk.now, tick=False):
        return text(signed_in(person(desk.room, role)).get(address))


def test_what_is_entered_stands_on_the_page_of_its_day(desk: Desk) -> None:
    answer = send(desk)
    assert (answer.status_code, answer["Location"]) == (303, f"{ADDRESS}?day=2025-03-07")
    shown = read(desk)
    assert "NLH 1/3 20:00–02:00 2 7 March 2025" in shown
    assert "NLH 1/3: 2 from 20:00 to 02:00, 7 March 2025" in shown
    assert "Nothing is planned" in read(desk, address=f"{ADDRESS}?day=2025-03-08")


def test_a_weekday_s_entry_shows_the_next_such_day(desk: Desk) -> None:
    assert send(desk, when="weekday-5")["Location"] == f"{ADDRESS}?day=2025-03-08"
    assert "NLH 1/3 20:00–02:00 2 every Saturday" in read(desk, address=f"{ADDRESS}?day=2025-03-15")
    assert TablePlan.objects.get().for_day is None


def test_a_double_click_plans_once(desk: Desk) -> None:
    same = key()
    assert [send(desk, key=same).status_code for _ in range(2)] == [303, 303]
    assert TablePlan.objects.count() == 1


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"since_hour": "4", "until_hour": "8"}, "The gaming day starts at 06:00"),
        ({"since_hour": "8", "until_hour": "12"}, "All of these hours have begun"),
        ({"tables": "two"}, "Enter a whole number from 0 to 99"),
        ({"plaque_name": "PLO 5/5"}, "Select a valid choice"),
        ({"when": "weekday-7"}, "Select a valid choice"),
    ],
)
def test_what_cant_be_planned_is_said_in_a_sentence(desk: Desk, facts: dict[str, str], said: str) -> None:
    answer = send(desk, **facts)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not TablePlan.objects.exists()


def test_managers_plan_and_the_floor_reads(desk: Desk) -> None:
    assert send(desk, role="floor").status_code == 403
    assert "Plan them" in read(desk, address="/tables/")
    assert "Plan them" not in read(desk, role="floor")


def test_the_page_asks_the_same_however_many_entries_there_are(desk: Desk, django_assert_max_num_queries: Any) -> None:
    client = signed_in(desk.manager)
    for number in range(12):
        planned = Planned("NLH 1/3", number, 20, 2, for_day=DAY + timedelta(days=number % 2))
        plan_tables(room=desk.room, planned=planned, key=key(), by=desk.manager, at=desk.now)
    with time_machine.travel(desk.now, tick=False), django_assert_max_num_queries(14):
        client.get(ADDRESS)
