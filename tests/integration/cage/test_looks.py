"""Whoever was shown what boxes or drawers of the room must hold is known to have looked, at whatever address: they
count none of these."""

import pytest
from django.urls import reverse

from cage.box_places import PLACES
from cage.models import BoxLook, ExpectedLook
from config.staff.models import User
from config.staff.roles import ROLES
from players.ledger import table_account
from players.models import Account, AccountKind
from tests.support.arranged import arranged
from tests.support.house import House, furnished_house
from tests.support.people import a_person, signed_in
from tests.support.routes import Route, routes
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db

BOXES, BOTH = (True, False), (True, True)
LOOKS = {
    "ledger/": BOXES,
    "ledger/transfers.csv": BOXES,
    "ledger/accounts/": BOTH,
    "cage/chips/": BOTH,
    "cage/drawers/<int:drawer_id>/expected/": (False, True),
    "reports/morning/": BOXES,
    "reports/figures/": BOXES,
    "reports/figures.csv": BOXES,
    "reports/figures.xlsx": BOXES,
    "reports/figures.pdf": BOXES,
    "reports/figures/<slug:code>/": BOXES,
    "reports/rake/<gaming_day:day>/": BOXES,
    "reports/rake/<gaming_day:day>.csv": BOXES,
    "reports/rake/<gaming_day:day>.xlsx": BOXES,
    "reports/sampling/<gaming_day:day>/": BOXES,
    "reports/sampling/<gaming_day:day>.csv": BOXES,
    "reports/lost-rake/": BOXES,
    "reports/lost-rake.csv": BOXES,
    "reports/schedule-lab/<int:trial_id>/": BOXES,
    "reports/schedule-lab/<int:trial_id>.csv": BOXES,
    "reports/revenue/": BOXES,
    "reports/revenue.csv": BOXES,
    "reports/revenue/sums/<slug:code>/": BOXES,
    "api/v1/liability/": BOTH,
    "api/v1/drawers/<int:pk>/sessions/": BOTH,
    "api/v1/box-pulls/": BOTH,
    "api/v1/reports/": BOXES,
    "api/v1/reports/figures/": BOXES,
    "api/v1/revenue/": BOXES,
}
"""The addresses that show such sums, and whether somebody who opens one has looked at boxes, and at drawers."""


@arranged
def house() -> House:
    """A room with one of everything: boxes that hang, and a drawer that is worked."""
    return furnished_house()


@pytest.mark.parametrize("address", LOOKS)
def test_whoever_opens_it_has_looked(house: House, address: str) -> None:
    (route,) = (route for route in routes() if str(route) == address)
    assert looked(house, route) == LOOKS[address]


def looked(house: House, route: Route) -> tuple[bool, bool]:
    """Whether somebody with every role who opens the address has looked at boxes, and at drawers."""
    person = a_person(house.room, *ROLES)
    assert signed_in(person).get(route.filled(house.samples)).status_code == 200
    return BoxLook.objects.filter(by=person).exists(), ExpectedLook.objects.filter(by=person).exists()


# ------------------------------------------------------------------------------------- the statement of one account


@arranged
def table() -> HandTable:
    """A table at which money is raked."""
    return open_hand_table()


@pytest.mark.parametrize("kind", PLACES.values())
def test_the_statement_of_what_hangs_at_a_table_tells_of_boxes(table: HandTable, kind: AccountKind) -> None:
    assert who_looked(table_account(table.session, kind), table.desk.manager) == [table.desk.manager]


def test_the_statement_of_a_box_that_was_pulled_tells_of_boxes(house: House) -> None:
    (held,) = Account.objects.filter(room=house.room, kind=AccountKind.CUSTODY)
    person = a_person(house.room, "manager")
    assert who_looked(held, person) == [person]


def who_looked(about: Account, person: User) -> list[User]:
    """The people known to have looked at boxes, after the person opened the statement of that account."""
    assert signed_in(person).get(reverse("ledger_account", args=[about.pk])).status_code == 200
    return [look.by for look in BoxLook.objects.filter(room=about.room_id)]
