"""A room with one administrator: what takes two says the way on, and who lost every way in is let in on the server."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import second_factor, services
from config.staff.models import User
from tests.support.authenticator import with_authenticator
from tests.support.people import a_person, a_room, signed_in
from tests.support.refusals import refused
from tests.support.words import text

NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)
PIN = "4711"
WAY_ON = "bring an administrator of another room"


@pytest.fixture
def room(db: None) -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


def test_a_lost_authenticator_says_the_way_on(room: Room, boss: User) -> None:
    lost = a_person(room, "floor")
    with_authenticator(lost, NOON)

    def said() -> str:
        facts = {"person": lost, "room": room, "by": boss, "second": None, "at": NOON}
        return refused("second_needed", lambda: second_factor.reset(**facts)).message

    assert WAY_ON in said()
    assert "manage.py let_in_again" in said()
    services.add_person(
        room=room, badge_number="N1", username="nu", display_name="Nu", roles=["manager"], by=boss, at=NOON
    )
    assert WAY_ON in said(), "whom one let in today confirms nothing today"
    a_person(room, "manager")
    assert WAY_ON not in said()


def test_the_only_manager_is_nobody_where_it_concerns_them(room: Room, boss: User) -> None:
    manager = a_person(room, "manager")
    with_authenticator(manager, NOON)
    facts = {"person": manager, "room": room, "by": boss, "second": None, "at": NOON}
    assert WAY_ON in refused("second_needed", lambda: second_factor.reset(**facts)).message


def test_who_lost_everything_is_let_in_on_the_server(room: Room, boss: User) -> None:
    with_authenticator(boss, NOON)
    window, printed = signed_in(boss), StringIO()
    call_command("let_in_again", boss.username.upper(), stdout=printed)
    assert window.get("/staff/").status_code == 302
    boss.refresh_from_db()
    assert not boss.authenticator_nonce
    events = AuditEvent.objects.filter(room=room, subject_id=str(boss.pk), by=None)
    assert {"second_factor.reset", "staff.password_reset"} <= {event.verb for event in events}
    sent = {"username": boss.username, "password": printed.getvalue().strip()}
    assert Client().post("/sign-in/", sent).status_code == 303


def test_nobody_unknown_or_disabled_is_let_in(room: Room, boss: User) -> None:
    gone = a_person(room, "floor")
    services.disable(person=gone, room=room, by=boss, at=NOON, reason="left")
    for name, message in ((gone.username, "disabled"), ("nobody-such", "Nobody here")):
        with pytest.raises(CommandError, match=message):
            call_command("let_in_again", name, stdout=StringIO())


def test_the_page_says_until_when_a_one_time_password_is_good(room: Room, boss: User) -> None:
    ada = a_person(room, "floor")
    services.set_own_pin(person=boss, pin=PIN, at=NOON)
    client = signed_in(boss)
    client.post(f"/staff/{ada.pk}/reset/")
    shown = text(client.post(f"/staff/{ada.pk}/reset/", {"reauthentication_pin": PIN}))
    ada.refresh_from_db()
    assert ada.one_time_until
    until = ada.one_time_until.astimezone(room.zone)
    assert f"good until {until.day} {until:%b, %H:%M}" in shown
