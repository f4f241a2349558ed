"""Somebody is brought to another room that asks for a second factor: asked there, and not in the middle of a shift."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from config.rooms.models import Room
from config.staff import services
from config.staff.models import User
from tests.support.authenticator import with_authenticator
from tests.support.people import PASSWORD, a_person, a_room, signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)


@pytest.fixture
def here() -> Room:
    return a_room()


@pytest.fixture
def there() -> Room:
    return a_room(second_factor="weighty")


@pytest.fixture
def sam(here: Room, there: Room) -> User:
    """A cashier here, whom the other room has brought there."""
    sam = a_person(here, "cashier", password=PASSWORD)
    services.grant_role(person=sam, room=there, role="cashier", by=None, at=NOON)
    return sam


def test_a_room_that_brings_somebody_locks_them_out_nowhere(here: Room, there: Room, sam: User) -> None:
    """The other room asks for a second factor, this one doesn't: whoever is at work goes on, and is asked there."""
    client = Client()
    client.post("/sign-in/", {"username": sam.username, "password": PASSWORD})
    assert client.get("/cage/").status_code == 200
    assert client.post("/rooms/", {"room": there.pk}).status_code == 303
    assert client.get("/cage/").headers["Location"].startswith("/account/authenticator/")
    assert client.get("/api/v1/drawers/").json()["code"] == "second_factor_missing"
    assert "Work in another room" in text(client.get("/account/authenticator/"))
    assert client.post("/rooms/", {"room": here.pk}).status_code == 303
    assert client.get("/cage/").status_code == 200


def test_who_is_brought_to_a_room_stays_where_they_signed_in(here: Room) -> None:
    sam = a_person(here, "cashier", password=PASSWORD)
    client = Client()
    client.post("/sign-in/", {"username": sam.username, "password": PASSWORD})
    first = a_room()
    Room.objects.filter(pk=first.pk).update(name="A room before all others")
    services.grant_role(person=sam, room=first, role="cashier", by=None, at=NOON)
    assert client.get("/cage/").context["room"] == here


def test_the_page_says_what_it_means_to_bring_somebody(
    there: Room,
) -> None:
    other = a_person(there, "administrator")
    with_authenticator(other, NOON)
    client = signed_in(other)
    session = client.session
    session["second_factor_passed"] = True
    session.save()
    assert "they set it up when they choose this room to work in" in text(client.get("/staff/bring/"))
