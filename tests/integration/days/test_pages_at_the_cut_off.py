"""Pages that begin with today begin with the gaming day: an hour before it starts anew they show the one that runs,
though the calendar, here as in UTC, has gone on."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.banks import a_bank
from tests.support.desk import Desk, open_desk
from tests.support.people import signed_in
from tests.unit.cage.test_tokes import a_dealer

pytestmark = pytest.mark.django_db

FIELDS = {
    "transaction_log": "day", "presented_chips": "day", "bank_account_statement": "last", "toke_dealer": "last",
    "hands": "day",
}  # fmt: skip
"""The pages of a day that ask for one, with the field that says which."""


@arranged
def desk() -> Desk:
    """A room in Los Angeles."""
    return open_desk(time_zone="America/Los_Angeles")


@pytest.fixture
def day(desk: Desk) -> date:
    return desk.room.gaming_day(desk.now)


@pytest.fixture
def late(desk: Desk, day: date) -> datetime:
    """An hour before the next gaming day, by the room's clock."""
    instant = desk.room.start_of(day + timedelta(days=1)) - timedelta(hours=1)
    assert instant.date() == instant.astimezone(UTC).date() == day + timedelta(days=1)
    return instant


@pytest.fixture
def office(desk: Desk) -> Client:
    return signed_in(desk.manager)


@pytest.mark.parametrize("name", FIELDS)
def test_the_day_that_is_asked_for_is_the_gaming_day(
    desk: Desk, day: date, late: datetime, office: Client, name: str
) -> None:
    about = {
        "bank_account_statement": lambda: a_bank(desk, desk.player("Leif")).player_id,
        "toke_dealer": lambda: a_dealer(desk, "D1").pk,
    }
    args = [about[name]()] if name in about else []
    with time_machine.travel(late, tick=False):
        form = office.get(reverse(name, args=args)).context["form"]
    assert str(form[FIELDS[name]].value()) == day.isoformat()


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("reports/", "gaming_day"),
        ("reports/figures/", "first_day"),
        ("reports/figures/", "last_day"),
        ("players/{player}/comps/", "gaming_day"),
    ],
)
def test_the_api_tells_of_the_gaming_day(desk: Desk, day: date, late: datetime, address: str, field: str) -> None:
    with time_machine.travel(late, tick=False):
        told = caller(desk.manager).get(address.format(player=desk.player("Leif").pk))
    assert told.json()[field] == day.isoformat()


@pytest.mark.parametrize("asked", ["api", "page"])
def test_a_return_is_of_the_month_before_until_its_last_gaming_day_is_over(desk: Desk, asked: str) -> None:
    """Where the books began in it; and of the month before that on the first of the calendar's."""
    may = desk.room.start_of(date(2025, 5, 1)) - timedelta(hours=1)
    with time_machine.travel(may, tick=False):
        if asked == "api":
            first = caller(desk.manager).get("revenue/").json()["first_day"]
        else:
            first = signed_in(desk.manager).get(reverse("revenue")).context["shown"].month.first.isoformat()
    assert first == "2025-03-01"


def test_the_desk_shows_what_was_done_on_the_gaming_day(desk: Desk, late: datetime) -> None:
    bought = desk.buy_in(desk.player("Zora"), 200_00)
    with time_machine.travel(late, tick=False):
        today = signed_in(desk.cashier).get(reverse("cage")).context["today"]
    assert ([row.about for row in today.rows], today.cash_in) == ([bought], 200_00)
