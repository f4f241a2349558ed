"""People are told of sign-ins under their name that they may not have made: failed tries, and new devices."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from config.audit.models import AuditEvent
from config.staff.models import User
from tests.support.people import PASSWORD, a_person, a_room
from tests.support.words import text

pytestmark = pytest.mark.django_db
TABLET = "Mozilla/5.0 (iPad; CPU OS 17_0) AppleWebKit/605 Safari/605"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/140 Safari/537"
EVENING = datetime.fromisoformat("2026-11-20T18:00:00+00:00")


@pytest.fixture
def ada() -> User:
    return a_person(a_room(), "floor", password=PASSWORD)


def told(client: Client, person: User, at: datetime, *, password: str = PASSWORD, agent: str = TABLET) -> str:
    """The words of the page after a sign-in at an instant, or after a try."""
    address = {TABLET: "192.168.1.5", PHONE: "203.0.113.9"}[agent]
    facts = {"HTTP_USER_AGENT": agent, "REMOTE_ADDR": address}
    with time_machine.travel(at, tick=False):
        said = {"username": person.username, "password": password}
        answer = client.post("/sign-in/", said, **facts)
        return text(client.get("/rooms/", **facts) if answer.status_code == 303 else answer)


def lately(client: Client, at: datetime) -> str:
    with time_machine.travel(at, tick=False):
        return text(client.get("/account/"))


def test_ones_first_evening_is_nothing_unusual(client: Client, ada: User) -> None:
    assert "wasn’t you" not in told(client, ada, EVENING)
    assert "wasn’t you" not in told(client, ada, EVENING + timedelta(days=1))


def test_a_sign_in_at_a_new_device_is_told_at_ones_own(client: Client, ada: User) -> None:
    told(client, ada, EVENING)
    told(Client(), ada, EVENING + timedelta(hours=9), agent=PHONE)
    said = told(client, ada, EVENING + timedelta(days=1))
    assert "On 20 Nov, 19:00 somebody signed in as you at a new device (Chrome on Android, 203.0.113.9)." in said
    assert "change your password under your name, above" in said


def test_who_got_in_unasked_is_not_the_only_one_told(client: Client, ada: User) -> None:
    """They sign in again and again; the device stays new to the person for a week."""
    told(client, ada, EVENING)
    thief = Client()
    for hours in (9, 10, 11):
        told(thief, ada, EVENING + timedelta(hours=hours), agent=PHONE)
    assert "at a new device" in told(client, ada, EVENING + timedelta(days=1))
    assert "at a new device" in told(client, ada, EVENING + timedelta(days=6))
    assert "at a new device" not in told(client, ada, EVENING + timedelta(days=8))


def test_a_tablet_that_others_signed_in_at_is_new_to_the_person(client: Client, ada: User) -> None:
    colleague, tablet = a_person(ada.staff_roles.get().room, "floor", password=PASSWORD), Client()
    told(client, ada, EVENING)
    told(tablet, colleague, EVENING)
    assert "at a new device" not in told(tablet, colleague, EVENING + timedelta(hours=1))
    told(tablet, ada, EVENING + timedelta(hours=2))
    assert "at a new device" in told(client, ada, EVENING + timedelta(hours=3))


def test_failed_tries_of_others_are_counted_until_one_signs_in(client: Client, ada: User) -> None:
    told(client, ada, EVENING)
    for minutes in (1, 2):
        told(Client(), ada, EVENING + timedelta(hours=3, minutes=minutes), password="a guess", agent=PHONE)
    assert "2 tries to sign in as you failed lately." in told(client, ada, EVENING + timedelta(days=1))
    assert "failed" not in told(client, ada, EVENING + timedelta(days=1, hours=1))


def test_ones_own_slip_a_moment_ago_is_not_told(client: Client, ada: User) -> None:
    told(client, ada, EVENING)
    told(client, ada, EVENING + timedelta(days=1), password="a slip")
    assert "failed" not in told(client, ada, EVENING + timedelta(days=1, minutes=1))


def test_a_guesser_who_gets_it_right_hides_nothing(client: Client, ada: User) -> None:
    """At a device that doesn't know the person, tries just before are no slips of their own."""
    told(client, ada, EVENING)
    thief = Client()
    told(thief, ada, EVENING + timedelta(hours=9), password="a guess", agent=PHONE)
    assert "1 try to sign in as you failed lately." in told(thief, ada, EVENING + timedelta(hours=9), agent=PHONE)


def test_ones_page_tells_the_last_seven_days(client: Client, ada: User) -> None:
    told(client, ada, EVENING)
    told(Client(), ada, EVENING + timedelta(hours=1), password="a guess", agent=PHONE)
    told(Client(), ada, EVENING + timedelta(hours=2), agent=PHONE)
    told(client, ada, EVENING + timedelta(hours=3))
    said = lately(client, EVENING + timedelta(hours=3, minutes=5))
    assert "1 try to sign in as you failed." in said
    assert "first sign-in as you at a new device (Chrome on Android, 203.0.113.9)" in said
    told(client, ada, EVENING + timedelta(days=8))
    assert "The last seven days" not in lately(client, EVENING + timedelta(days=8))


def test_the_trail_keeps_no_cookie(client: Client, ada: User) -> None:
    """What marks a device in the trail can't be made into the cookie that it is known by."""
    told(client, ada, timezone.now())
    event = AuditEvent.objects.filter(verb="staff.signed_in").latest("id")
    assert event.after
    assert set(event.after) == {"first_at", "device_mark"}
    assert event.after["device_mark"] not in client.cookies["device"].value
