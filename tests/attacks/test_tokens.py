"""Attacks with a token that was found, or by somebody who may give rights and gives them to their own account."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import reauthentication, services
from config.staff.models import ApiToken, User
from config.staff.tokens import end_token, give_token
from tests.support.people import a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PIN = "4711"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def feed(room: Room) -> User:
    """The user of another system."""
    return a_person(room, "floor")


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


def given(person: User, room: Room, *, scope: str = "record", days: int = 90, **more: Any) -> str:
    return give_token(person=person, room=room, scope=scope, days=days, **({"by": None, "at": NOON} | more))


def status(token: str, method: str = "get", address: str = "tables/", at: datetime = NOON, **headers: str) -> int:
    """The status that the API answers to whoever sends the token."""
    sent = headers | {"Authorization": f"Token {token}"}
    with time_machine.travel(at, tick=False):
        ask = getattr(Client(), method)
        return int(ask(f"/api/v1/{address}", content_type="application/json", headers=sent).status_code)


# ------------------------------------------------------------------------------------------------------- tokens


def test_no_row_holds_a_token(feed: User, room: Room) -> None:
    token = given(feed, room)
    with connection.cursor() as cursor:
        cursor.execute("select row_to_json(t)::text from staff_apitoken t union all select row_to_json(e)::text "
                       "from audit_auditevent e")  # fmt: skip
        rows = [row for (row,) in cursor.fetchall()]
        cursor.execute("select to_regclass('authtoken_token')")
        assert cursor.fetchone() == (None,)
    assert rows
    assert not any(token in row for row in rows)
    assert status(ApiToken.objects.get().token_hash) == 401
    assert status(token) == 200


def test_a_token_for_reading_records_nothing(feed: User, room: Room) -> None:
    reading = given(feed, room, scope="read")
    assert status(reading) == 200
    assert status(reading, "post", "hands/check/") == 403
    assert AuditEvent.objects.filter(verb="access.refused", by=feed).exists()
    assert status(given(feed, room), "post", "hands/check/") == 400


def test_a_token_is_good_in_its_room_and_until_its_day(feed: User, room: Room) -> None:
    other = a_room()
    services.grant_role(person=feed, room=other, role="floor", by=None, at=NOON)
    feed.forget_postings()
    token = given(feed, room, days=2)
    assert (status(token, Room=room.slug), status(token, Room=other.slug)) == (200, 403)
    assert status(given(feed, other)) == 200
    assert status(token, at=NOON + timedelta(days=2) - timedelta(seconds=1)) == 200
    assert status(token, at=NOON + timedelta(days=2)) == 401
    services.end_role(person=feed, room=room, role="floor", by=None, at=NOON)
    assert status(token) == 401


@pytest.mark.parametrize("days", [0, -1, 367])
def test_no_token_is_good_for_ever(feed: User, room: Room, days: int) -> None:
    refused("token_too_long", lambda: given(feed, room, days=days))


def test_nobody_has_a_token_where_no_role_is_held(feed: User) -> None:
    refused("not_of_this_room", lambda: given(feed, a_room()))


def test_the_last_use_is_kept_to_the_minute(feed: User, room: Room) -> None:
    token = given(feed, room)
    kept = []
    for seconds in (0, 59, 60, 61):
        assert status(token, at=NOON + timedelta(seconds=seconds)) == 200
        last = ApiToken.objects.get().last_used_at
        assert last is not None
        kept.append(int((last - NOON).total_seconds()))
    assert kept == [0, 0, 60, 60]


def test_a_new_token_ends_the_one_before_in_its_room_alone(feed: User, room: Room) -> None:
    other = a_room()
    services.grant_role(person=feed, room=other, role="floor", by=None, at=NOON)
    feed.forget_postings()
    first, there, second = given(feed, room), given(feed, other), given(feed, room)
    assert [status(token) for token in (first, there, second)] == [401, 200, 200]
    assert end_token(person=feed, room=room, by=None, at=NOON)
    assert [status(token) for token in (there, second)] == [200, 401]


def test_nobody_records_in_anothers_name_without_them_or_a_second_person(feed: User, room: Room, boss: User) -> None:
    host = a_person(room, "host")
    refused("own_account", lambda: given(boss, room, scope="read", by=boss, second=feed))
    refused("second_needed", lambda: given(feed, room, by=boss))
    refused("second_is_first", lambda: given(feed, room, by=boss, second=boss))
    refused("second_may_not", lambda: given(feed, room, by=boss, second=host))
    assert not ApiToken.objects.exists()
    given(feed, room, scope="read", by=boss)
    given(feed, room, by=boss, second=feed)
    assert AuditEvent.objects.filter(verb="token.given").latest("id").after["second"] == feed.pk


def test_the_page_gives_a_token_once_and_ends_it(
    feed: User, room: Room, boss: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    services.set_own_pin(person=feed, pin=PIN, at=NOON)
    client, here = signed_in(boss), f"/staff/{feed.pk}/"
    wanted = {"scope": "record", "days": "30"}
    assert client.post(here + "token/", wanted).status_code == 422
    shown = client.post(here + "token/", wanted | {"badge": feed.badge_number, "pin": PIN})
    token = shown.context["token"]
    assert status(token, at=datetime.now(UTC)) == 200
    page = client.get(here).content.decode()
    assert token not in page
    assert "last used" in page
    assert client.post(here + "token/end/")["Location"] == here
    assert status(token, at=datetime.now(UTC)) == 401
    assert client.post(f"/staff/{a_person(a_room(), 'floor').pk}/token/", wanted).status_code == 404


def test_the_command_names_the_room_where_there_are_two(feed: User, room: Room) -> None:
    other, out = a_room(), StringIO()
    services.grant_role(person=feed, room=other, role="floor", by=None, at=NOON)
    with pytest.raises(CommandError, match="Name one room"):
        call_command("api_token", feed.username)
    call_command("api_token", feed.username, "--room", other.slug, "--scope", "read", "--days", "1", stdout=out)
    kept = ApiToken.objects.get()
    assert (kept.room, kept.scope, status(out.getvalue().strip(), at=datetime.now(UTC))) == (other, "read", 200)
    call_command("api_token", feed.username, "--room", room.slug, stdout=StringIO())
    call_command("api_token", feed.username, "--room", other.slug, "--end", stdout=StringIO())
    assert list(ApiToken.objects.filter(ended_at=None).values_list("room", flat=True)) == [room.pk]


# ---------------------------------------------------------------------------------------------- powerful roles


def act(room: Room, person: User, by: User, second: User | None = None, role: str = "manager") -> dict[str, Any]:
    return {"person": person, "room": room, "role": role, "by": by, "at": NOON, "second": second}


def test_two_administrators_give_and_end_a_powerful_role(room: Room, boss: User, feed: User) -> None:
    other = a_person(room, "administrator")
    for role in ("manager", "administrator"):
        ada = a_person(room, "host")
        refused("second_needed", lambda ada=ada, role=role: services.grant_role(**act(room, ada, boss, None, role)))
        refused("second_is_first", lambda ada=ada, role=role: services.grant_role(**act(room, ada, boss, boss, role)))
        refused("second_may_not", lambda ada=ada, role=role: services.grant_role(**act(room, ada, boss, feed, role)))
        services.grant_role(**act(room, ada, boss, other, role))
        refused("second_needed", lambda ada=ada, role=role: services.end_role(**act(room, ada, boss, None, role)))
        refused("second_is_let_in", lambda ada=ada, role=role: services.end_role(**act(room, ada, boss, ada, role)))
        their_own = act(room, ada, boss, ada, role) | {"at": NOON + timedelta(days=2)}
        refused("second_is_first", lambda facts=their_own: services.end_role(**facts))
        services.end_role(**act(room, ada, boss, other, role))
    services.grant_role(**act(room, feed, boss, None, "host"))
    facts = {"room": room, "by": boss, "at": NOON}
    new = {"badge_number": "B7", "username": "puppet", "display_name": "Puppet", "roles": ["administrator"]}
    refused("second_needed", lambda: services.add_person(**facts, **new))
    refused("second_needed", lambda: services.disable(person=a_person(room, "manager"), **facts, reason="test"))
    assert not User.objects.filter(username="puppet").exists()


def test_one_administrator_alone_goes_on_and_is_told(room: Room, boss: User) -> None:
    ada = a_person(room, "host")
    assert "You are the only administrator" in signed_in(boss).get(f"/staff/{ada.pk}/").content.decode()
    services.grant_role(**act(room, ada, boss))
    a_person(room, "administrator")
    assert "You are the only administrator" not in signed_in(boss).get(f"/staff/{ada.pk}/").content.decode()


def test_a_disabled_administrator_is_nobody_to_ask(room: Room, boss: User) -> None:
    other, ada = a_person(room, "administrator"), a_person(room, "host")
    services.disable(person=other, room=room, by=None, at=NOON, reason="left")
    assert services.grant_role(**act(room, ada, boss)).role == "manager"


def test_the_other_of_two_administrators_is_ended_with_a_manager(room: Room, boss: User) -> None:
    other, manager = a_person(room, "administrator"), a_person(room, "manager")
    refused("second_needed", lambda: services.end_role(**act(room, other, boss, None, "administrator")))
    services.end_role(**act(room, other, boss, manager, "administrator"))


def test_nobody_changes_their_own_roles(room: Room, boss: User) -> None:
    other = a_person(room, "administrator")
    services.grant_role(**act(room, boss, other, None, "host"))
    for role in ("host", "administrator"):
        refused("own_role", lambda role=role: services.end_role(**act(room, boss, boss, other, role)))
    refused("own_role", lambda: services.grant_role(**act(room, boss, boss, other, "floor")))
    assert User.objects.get(pk=boss.pk).roles_in(room) == {"administrator", "host"}


def test_the_pages_ask_for_the_second_administrator(room: Room, boss: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    other, ada = a_person(room, "administrator"), a_person(room, "host")
    services.set_own_pin(person=other, pin=PIN, at=NOON)
    client, here = signed_in(boss), f"/staff/{ada.pk}/"
    second = {"badge": other.badge_number, "pin": PIN}
    assert client.post(here + "grant/", {"role": "manager"}).status_code == 422
    assert client.post(here + "grant/", {"role": "manager"} | second).status_code == 303
    assert client.post(here + "end/", {"role": "manager"}).status_code == 422
    assert client.post(here + "end/", {"role": "manager"} | second).status_code == 303
    new = {"badge_number": "B7", "username": "newboss", "display_name": "New", "roles": ["manager"]}
    assert client.post("/staff/add/", new).status_code == 422
    assert client.post("/staff/add/", new | second).status_code == 200
    stranger = a_person(a_room(), "host")
    services.set_own_pin(person=stranger, pin=PIN, at=NOON)
    brought = {"badge_number": stranger.badge_number, "own_pin": PIN, "role": "manager"}
    assert client.post("/staff/bring/", brought).status_code == 422
    assert client.post("/staff/bring/", brought | second).status_code == 303
