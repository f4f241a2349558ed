"""A change of passwords by time: off, unless the house's rules ask for it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from config import settings as product
from config.rooms.models import Room
from config.staff import services
from config.staff.models import User
from tests.attacks.test_second_factor import leads_to, let_in
from tests.support.authenticator import code_for, with_authenticator
from tests.support.people import PASSWORD, a_person, a_room

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 3, 6, 12, tzinfo=UTC)
QUARTER = timedelta(days=90)
NEW = "four green herons by the lake"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def ada(room: Room) -> User:
    """Somebody who chose the password at the beginning."""
    person = a_person(room, "cashier", password=PASSWORD)
    User.objects.filter(pk=person.pk).update(password_at=BEGAN)
    return person


def test_without_the_setting_a_password_never_grows_old(ada: User) -> None:
    assert not product.PASSWORD_AGE
    with time_machine.travel(BEGAN + timedelta(days=9999)):
        assert leads_to(let_in(ada)) == ""


def test_from_that_day_on_another_is_chosen_before_anything_else(ada: User, settings: Any) -> None:
    settings.PASSWORD_AGE = QUARTER
    with time_machine.travel(BEGAN + QUARTER - timedelta(minutes=1)) as clock:
        client = let_in(ada)
        assert leads_to(client) == ""
        clock.shift(timedelta(minutes=2))
        assert leads_to(client) == "/account/password/", "also in a session that has begun"
        page = client.get("/account/password/").content.decode()
        assert "another password every 90 days" in page
        changed = client.post("/account/password/", {"current": PASSWORD, "new": NEW, "again": NEW})
        assert changed.status_code == 303
        assert leads_to(client) == ""
        clock.shift(QUARTER)
        assert leads_to(let_in_with(ada, NEW)) == "/account/password/"


def let_in_with(person: User, password: str) -> Client:
    client = Client()
    assert client.post("/sign-in/", {"username": person.username, "password": password}).status_code == 303
    return client


def test_who_never_chose_one_is_counted_from_the_first_day(room: Room, settings: Any) -> None:
    settings.PASSWORD_AGE = QUARTER
    person = a_person(room, "cashier", password=PASSWORD)
    assert person.password_at is None
    assert not person.password_is_old(person.joined_at + QUARTER - timedelta(seconds=1))
    assert person.password_is_old(person.joined_at + QUARTER)


def test_the_second_factor_goes_first(ada: User, settings: Any) -> None:
    """Who has seen an old password must not be the one who chooses the next."""
    settings.PASSWORD_AGE = QUARTER
    now = BEGAN + 2 * QUARTER
    with time_machine.travel(now, tick=False):
        ada.refresh_from_db()
        with_authenticator(ada, now)
        client = let_in(ada)
        assert leads_to(client) == "/account/code/"
        assert leads_to(client, "/account/password/") == "/account/code/"
        assert client.post("/account/code/", {"code": code_for(ada, now)}).status_code == 303
        assert leads_to(client) == "/account/password/"


def test_choosing_one_notes_when(ada: User) -> None:
    services.change_own_password(person=ada, new=NEW, at=BEGAN + QUARTER)
    ada.refresh_from_db()
    assert ada.password_at == BEGAN + QUARTER
