"""A server without a demo: the room and its first administrator by command, once; from there on everything by pages."""

import io
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from pytest_django import Settings

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from config.staff.services import disable
from tests.support.people import PASSWORD, a_person, a_room

pytestmark = pytest.mark.django_db
ASKED: dict[str, Any] = {
    "name": "River Room",
    "time_zone": "America/Denver",
    "currency": "usd",
    "smallest_chip": "0.50",
}


def opened(**other: Any) -> str:
    out = io.StringIO()
    call_command("open_room", stdout=out, **ASKED | other)
    return out.getvalue()


def added(password: str = PASSWORD, **other: Any) -> str:
    out, typed = io.StringIO(), io.StringIO(f"{password}\n")
    with mock.patch("sys.stdin", typed):
        call_command("first_administrator", stdout=out, **{"badge": "x1", "name": "Ada Kern"} | other)
    return out.getvalue()


def test_a_room_opens_and_says_what_comes_next() -> None:
    said = opened(helpline="1-800-GAMBLER", symbol="US$", day_starts="08:30")
    room = Room.objects.get()
    assert (room.helpline, room.currency_symbol, f"{room.gaming_day_start:%H:%M}") == ("1-800-GAMBLER", "US$", "08:30")
    assert (room.slug, room.currency, room.smallest_chip, room.time_zone) == ("river-room", "USD", 50, "America/Denver")
    assert (room.is_demo, room.second_factor) == (False, "weighty")
    assert room.fills_by_slip, "a slip of a fill states its pieces"
    assert "manage.py first_administrator --room river-room" in said
    assert AuditEvent.objects.filter(verb="room.set_up", room=room, by=None).count() == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"time_zone": "Mars/North"}, "no time zone"),
        ({"currency": "dollars"}, "no currency"),
        ({"smallest_chip": "0"}, "worth something"),
        ({"smallest_chip": "0.005"}, "is not an amount"),
        ({"day_starts": "25:00"}, "“25:00” is no time of a day"),
        ({"day_starts": "12:60"}, "like 06:00"),
        ({"day_starts": "06:00:30"}, "full minute"),
        ({"currency": "yen"}, "“YEN” is no currency: write its three letters, like USD, EUR or JPY"),
        ({"name": "東京カードルーム"}, "add one with --slug"),
        ({"name": "Pneumonoultramicroscopicsilicovolcanoconiosis"}, "add one with --slug"),
        ({"name": " "}, "1 to 80 letters"),
        ({"name": "a" * 81}, "this one has 81"),
        ({"slug": "Big Room"}, "no short name"),
        ({"slug": "b" * 41}, "1 to 40 small letters"),
        ({"symbol": "yen coins"}, "sign"),
        ({"helpline": "1" * 161}, "helpline"),
        ({"decimals": 9}, "0 to 4 decimals"),
    ],
)
def test_what_cannot_be_is_refused_in_words(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        opened(**wrong)
    assert not Room.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("The Grand Esplanade Hotel and Casino Card Room at the Lake", "the-grand-esplanade-hotel-and-casino"),
        ("Café Zürich", "cafe-zurich"),
        ("東京 Club", "club"),
    ],
)
def test_a_short_name_is_made_of_the_words_that_fit(name: str, slug: str) -> None:
    assert f"--room {slug} " in opened(name=name, day_starts="4:30")
    room = Room.objects.get()
    assert (room.name, room.slug, f"{room.gaming_day_start:%H:%M}") == (name, slug, "04:30")


def test_a_short_name_can_be_given_to_any_name() -> None:
    assert "--room tokyo " in opened(name="東京カードルーム", slug="tokyo")


def test_the_first_administrator_of_a_name_in_other_letters_is_told_of_the_user_name() -> None:
    opened()
    with pytest.raises(CommandError, match="--username"):
        added(name="健")
    added(name="健", username="ken")
    assert User.objects.get().display_name == "健"


def test_a_room_is_opened_once() -> None:
    opened()
    with pytest.raises(CommandError, match="There is a room river-room already"):
        opened()
    with pytest.raises(CommandError, match="There is a room called"):
        opened(slug="another")


def test_the_first_administrator_signs_in_with_the_password_that_they_typed(client: Client) -> None:
    opened()
    added()
    person = User.objects.get()
    assert (person.username, person.badge_number, person.one_time_until) == ("ada.kern", "X1", None)
    assert person.roles_in(Room.objects.get()) == {"administrator"}
    answer = client.post("/sign-in/", {"username": "ada.kern", "password": PASSWORD})
    assert answer.status_code == 303
    assert client.get("/staff/").headers["Location"].startswith("/account/authenticator/")


def test_it_says_what_comes_next_and_never_the_password() -> None:
    opened()
    said = added()
    assert "a second administrator" in said
    assert PASSWORD not in said
    assert not AuditEvent.objects.filter(after__icontains=PASSWORD).exists()


def test_it_says_where_to_sign_in(settings: Settings) -> None:
    settings.PUBLIC_ADDRESS = "https://room.example"
    opened()
    assert "Sign in at https://room.example/sign-in/ as ada.kern" in added()


def test_there_is_one_first_administrator_even_when_they_are_disabled() -> None:
    opened()
    added()
    ada, room = User.objects.get(), Room.objects.get()
    for other in ({"badge": "x2", "name": "Eve"}, {}):
        with pytest.raises(CommandError, match="has or had an administrator"):
            added(**other)
    second = a_person(room, "administrator")
    disable(person=ada, room=room, by=None, at=AuditEvent.objects.latest("pk").at, reason="left")
    with pytest.raises(CommandError, match="has or had an administrator"):
        added(badge="x2", name="Eve")
    assert set(User.objects.values_list("pk", flat=True)) == {ada.pk, second.pk}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"password": "short"}, "too short"),
        ({"password": "password123456"}, "common"),
        ({"password": "ada.kern2026"}, "your name"),
        ({"password": ""}, "too short"),
        ({"badge": "läufer"}, "capital letters, digits and dashes"),
        ({"username": "Ada Kern!"}, "small letters"),
        ({"room": "elsewhere"}, "no room “elsewhere”"),
    ],
)
def test_what_would_be_refused_on_a_page_is_refused_here(wrong: dict[str, Any], words: str) -> None:
    opened()
    with pytest.raises(CommandError, match=words):
        added(**wrong)
    assert not User.objects.exists()


def test_without_a_room_it_says_how_to_open_one_and_with_two_it_asks_which() -> None:
    with pytest.raises(CommandError, match="open_room"):
        added()
    first = a_room()
    a_room()
    with pytest.raises(CommandError, match="Name the room with --room"):
        added()
    added(room=first.slug)
    assert User.objects.get().roles_in(first) == {"administrator"}


def test_two_passwords_that_differ_add_nobody() -> None:
    opened()
    with (
        mock.patch("sys.stdin.isatty", return_value=True, create=True),
        mock.patch("getpass.getpass", side_effect=[PASSWORD, "another"]),
        pytest.raises(CommandError, match="not the same"),
    ):
        call_command("first_administrator", badge="x1", name="Ada")
    assert not User.objects.exists()
