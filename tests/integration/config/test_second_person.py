"""The second person at somebody else's tablet: their badge, their own PIN, and refusals that speak of them."""

from datetime import UTC, datetime

import pytest

from config.rooms.models import Room
from config.staff import services
from config.staff.guesses import MOST_FAILURES
from config.staff.models import User
from config.staff.second import second_person
from tests.support.people import a_person, a_room
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PIN = "4711"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def ada(room: Room) -> User:
    ada = a_person(room, "cashier")
    services.set_own_pin(person=ada, pin=PIN, at=NOON)
    return ada


def test_badge_and_pin_say_who_it_is(room: Room, ada: User) -> None:
    assert second_person(room, f" {ada.badge_number.lower()} ", PIN, at=NOON) == ada


def test_a_wrong_pin_is_told_of_that_person_and_counted(room: Room, ada: User) -> None:
    said = [
        refused("pin_wrong", lambda: second_person(room, ada.badge_number, "0000", at=NOON)).message
        for _ in range(MOST_FAILURES - 1)
    ]
    assert set(said) == {f"That is not the PIN of {ada}. Let it be entered again."}
    locked = refused("pin_locked", lambda: second_person(room, ada.badge_number, "0000", at=NOON))
    assert "Too many wrong PINs" in locked.message
    refused("pin_locked", lambda: second_person(room, ada.badge_number, PIN, at=NOON))


def test_who_has_no_pin_is_named(room: Room) -> None:
    host = a_person(room, "host")
    said = refused("pin_missing", lambda: second_person(room, host.badge_number, PIN, at=NOON))
    assert said.message.startswith(f"{host} has no PIN yet")


@pytest.mark.parametrize("badge", ["", "nobody"])
def test_a_badge_that_nobody_wears_is_refused(room: Room, ada: User, badge: str) -> None:
    refused("badge_unknown", lambda: second_person(room, badge, PIN, at=NOON))


def test_who_works_elsewhere_no_more_or_is_disabled_is_nobody_here(room: Room, ada: User) -> None:
    refused("badge_unknown", lambda: second_person(a_room(), ada.badge_number, PIN, at=NOON))
    admin = a_person(room, "administrator")
    services.grant_role(person=ada, room=room, role="host", by=admin, at=NOON)
    services.end_role(person=ada, room=room, role="cashier", by=admin, at=NOON)
    assert second_person(room, ada.badge_number, PIN, at=NOON) == ada
    services.end_role(person=ada, room=room, role="host", by=admin, at=NOON)
    refused("badge_unknown", lambda: second_person(room, ada.badge_number, PIN, at=NOON))
    elsewhere = a_room()
    services.grant_role(person=ada, room=elsewhere, role="cashier", by=None, at=NOON)
    refused("badge_unknown", lambda: second_person(room, ada.badge_number, PIN, at=NOON))
    bob = a_person(room, "cashier")
    services.set_own_pin(person=bob, pin=PIN, at=NOON)
    services.disable(person=bob, room=room, by=admin, at=NOON, reason="lost the licence")
    refused("badge_unknown", lambda: second_person(room, bob.badge_number, PIN, at=NOON))
