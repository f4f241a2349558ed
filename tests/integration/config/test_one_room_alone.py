"""Rights end in one room only: what an administrator of one room ends, sees or gives leaves the other room's evening as
it was; and whoever is brought to a room agrees to it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import reauthentication, services
from config.staff.models import ApiToken, StaffRole, User
from config.staff.open_sessions import sessions_of
from config.staff.room_of_session import room_to_begin_in
from config.staff.tokens import give_token
from tests.support.people import PASSWORD, a_person, a_room, signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 7, 4, tzinfo=UTC)
PIN = "4711"
TABLET = {"User-Agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Safari/537.36"}


@pytest.fixture(autouse=True)
def evening(monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Traveller]:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


@pytest.fixture
def home() -> Room:
    """The room in which people worked first, the last by name."""
    room = a_room()
    Room.objects.filter(pk=room.pk).update(name="Zinc Room")
    return Room.objects.get(pk=room.pk)


@pytest.fixture
def other() -> Room:
    """The second room, the first by name."""
    room = a_room()
    Room.objects.filter(pk=room.pk).update(name="Amber Room")
    return Room.objects.get(pk=room.pk)


@pytest.fixture
def boss(other: Room) -> User:
    """The other room's administrator."""
    return a_person(other, "administrator")


@pytest.fixture
def sam(home: Room) -> User:
    """A manager at home, with a PIN."""
    sam = a_person(home, "manager", password=PASSWORD)
    services.set_own_pin(person=sam, pin=PIN, at=EVENING)
    return User.objects.get(pk=sam.pk)


@pytest.fixture
def brought(sam: User, other: Room, boss: User) -> User:
    """Sam, who works in the other room too."""
    services.grant_role(person=sam, room=other, role="host", by=boss, at=EVENING, agrees=sam)
    return User.objects.get(pk=sam.pk)


def in_room(person: User, room: Room) -> Client:
    """A tablet in which somebody works in a room."""
    client = signed_in(person)
    client.get("/account/", headers=TABLET)
    assert client.post("/rooms/", {"room": room.pk}).status_code == 303
    return client


def room_of(client: Client) -> Room | None:
    """The room in which the browser works now; None where it isn't signed in."""
    answer = client.get("/account/")
    return answer.context["room"] if answer.status_code == 200 else None


def form(person: User, pin: str = PIN, role: str = "host") -> dict[str, Any]:
    return {"badge_number": person.badge_number, "own_pin": pin, "role": role}


# ------------------------------------------------------------------------------------------------------ who is brought


@pytest.mark.parametrize("role", ["host", "manager", "administrator"])
def test_nobody_is_brought_who_has_not_agreed(boss: User, sam: User, other: Room, role: str) -> None:
    page = signed_in(boss)
    for asked in (form(sam, "", role), form(sam, "8520", role)):
        assert page.post("/staff/bring/", asked).status_code == 422
    assert not StaffRole.objects.filter(user=sam, room=other).exists()
    assert page.post("/staff/bring/", form(sam, role=role)).status_code == 303
    assert User.objects.get(pk=sam.pk).roles_in(other) == {role}
    told = AuditEvent.objects.get(verb="staff.role_granted", room=other, by=boss)
    assert (told.after or {})["agreed"] is True


def test_badges_can_not_be_tried_out(boss: User, sam: User) -> None:
    """An unknown badge, a wrong PIN, and people without a PIN or disabled read the same and count the same."""
    without, gone = a_person(a_room(), "host"), a_person(a_room(), "host")
    gone.set_pin(PIN)
    gone.is_active = False
    gone.save()
    page, answers, told = signed_in(boss), [], []
    for number, asked in enumerate(
        [form(sam, "8520"), form(without), form(gone), form(sam) | {"badge_number": "NONE"}]
    ):
        answer = page.post("/staff/bring/", asked)
        answers.append((answer.status_code, answer.context["form"].errors.as_json()))
        event = AuditEvent.objects.latest("pk")
        told.append((event.verb, event.subject_id, event.by, event.after == {"failures": number + 1}))
    assert len(set(answers)) == 1
    assert set(told) == {("badge.wrong", str(boss.pk), boss, True)}


@pytest.mark.parametrize("known", [True, False])
def test_tries_end_in_a_wait_whatever_is_entered_in_between(boss: User, sam: User, known: bool) -> None:
    """Neither the own PIN nor the badge of somebody who helps lets anybody begin anew."""
    helper, page = a_person(a_room(), "host"), signed_in(boss)
    for someone in (helper, boss):
        services.set_own_pin(person=someone, pin=PIN, at=EVENING)
    wrong = form(sam, "8520") | ({} if known else {"badge_number": "NONE"})
    for _ in range(4):
        assert "don’t fit together: let" in text(page.post("/staff/bring/", wrong))
    assert page.post("/staff/bring/", form(helper)).status_code == 303
    assert page.post(reverse("staff:pin"), {"pin": PIN}).status_code == 303
    assert "wait a minute" in text(page.post("/staff/bring/", wrong))
    right = page.post("/staff/bring/", form(sam))
    assert (right.status_code, "wait a minute" in text(right)) == (422, True)


def test_who_left_a_room_for_another_is_not_brought_back_by_the_page_of_before(
    home: Room, other: Room, boss: User, brought: User
) -> None:
    services.end_access(person=brought, room=other, by=boss, at=EVENING, reason="left")
    answer = signed_in(boss).post(f"/staff/{brought.pk}/grant/", {"role": "host"})
    assert (answer.status_code, "with their own badge and PIN" in text(answer)) == (422, True)
    facts = {"person": brought, "room": other, "role": "host", "at": EVENING}
    refused("not_agreed", lambda: services.grant_role(**facts, by=boss, agrees=boss))
    assert services.grant_role(**facts, by=None).role == "host", "whoever owns the machine may"


def test_where_the_own_pin_is_asked_on_the_way_each_pin_is_named(
    boss: User, sam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    services.set_own_pin(person=boss, pin=PIN, at=EVENING)
    page = signed_in(boss)
    asked = text(page.post("/staff/bring/", form(sam)))
    assert "PIN of whom you bring in, once more" in asked
    assert "second person’s PIN" not in asked
    assert page.post("/staff/bring/", form(sam) | {"reauthentication_pin": PIN}).status_code == 303


# --------------------------------------------------------------------------------------------------- where one begins


def enter(person: User) -> Client:
    client = Client()
    assert client.post("/sign-in/", {"username": person.username, "password": PASSWORD}).status_code == 303
    return client


def test_signing_in_opens_the_room_of_before_and_never_the_newest_role(home: Room, brought: User) -> None:
    assert room_of(enter(brought)) == home, "who never signed in begins where the role is held longest"
    assert room_of(signed_in(brought)) == home, "nor does a session that chose no room"


def test_signing_in_opens_the_room_in_which_one_worked_last(home: Room, other: Room, brought: User) -> None:
    client = enter(brought)
    assert client.post("/rooms/", {"room": other.pk}).status_code == 303
    assert room_of(enter(brought)) == other
    assert client.post("/rooms/", {"room": home.pk}).status_code == 303
    assert room_of(enter(brought)) == home
    client.post("/rooms/", {"room": other.pk})
    services.end_access(person=brought, room=other, by=None, at=EVENING, reason="left")
    assert room_to_begin_in(User.objects.get(pk=brought.pk)) == home, "no longer where one works no more"


def test_a_second_factor_of_another_room_stands_before_no_page_of_ones_own(
    home: Room, other: Room, boss: User, sam: User
) -> None:
    Room.objects.filter(pk=other.pk).update(second_factor="everybody")
    services.grant_role(person=sam, room=other, role="manager", by=None, at=EVENING)
    client = enter(sam)
    assert client.get("/reports/morning/").status_code == 200
    assert room_of(client) == home
    assert client.get("/api/v1/players/").status_code == 200
    assert client.get("/api/v1/players/", headers={"Room": home.slug}).status_code == 200
    unshown = client.get("/api/v1/players/", headers={"Room": other.slug})
    assert unshown.status_code == 403, "naming the room leads past no second factor"


# ------------------------------------------------------------------------------------------------------ what one ends


ENDS = {
    "signed out": lambda who, room, boss: services.end_sessions_of(person=who, room=room, by=boss, at=timezone.now()),
    "one role": lambda who, room, boss: services.end_role(
        person=who, room=room, role="host", by=boss, at=timezone.now()
    ),
    "every role": lambda who, room, boss: services.end_access(
        person=who, room=room, by=boss, at=timezone.now(), reason="left"
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", ENDS)
def test_what_one_room_ends_goes_on_in_the_other(home: Room, other: Room, boss: User, brought: User, how: str) -> None:
    at_home, there, plain = in_room(brought, home), in_room(brought, other), signed_in(brought)
    for room in (home, other):
        give_token(person=brought, room=room, scope="read", days=1, by=None, at=EVENING)
    ENDS[how](brought, other, boss)
    assert (room_of(at_home), room_of(plain), room_of(there)) == (home, home, None)
    left = ApiToken.objects.filter(user=brought, ended_at=None)
    assert [token.room for token in left] == [home]


@pytest.mark.parametrize("how", ["signed out", "one role"])
def test_who_works_in_one_room_alone_is_signed_out_of_everything(other: Room, boss: User, how: str) -> None:
    ada = a_person(other, "host")
    client, before = signed_in(ada), ada.session_series
    ENDS[how](ada, other, boss)
    assert room_of(client) is None
    assert User.objects.get(pk=ada.pk).session_series == before + 1


def test_a_tablet_that_was_left_comes_back_by_no_other_room(
    home: Room, other: Room, boss: User, brought: User, evening: time_machine.Traveller
) -> None:
    tablet = in_room(brought, other)
    assert tablet.post("/rooms/", {"room": home.pk}).status_code == 303
    evening.shift(timedelta(minutes=1))
    assert signed_in(boss).post(f"/staff/{brought.pk}/sessions/end/").status_code == 303
    assert room_of(tablet) == home
    back = tablet.post("/rooms/", {"room": other.pk})
    assert (back.status_code, "sign out and in again" in text(back)) == (422, True)
    assert tablet.get("/api/v1/players/", headers={"Room": other.slug}).status_code == 403
    evening.shift(timedelta(minutes=1))
    assert room_of(in_room(brought, other)) == other, "who signs in anew works there as before"


def test_by_oneself_one_is_signed_out_everywhere(home: Room, other: Room, brought: User) -> None:
    at_home, there = in_room(brought, home), in_room(brought, other)
    assert at_home.post("/account/sessions/end/").status_code == 303
    assert (room_of(at_home), room_of(there)) == (home, None)


# -------------------------------------------------------------------------------------------------------- what is seen


def test_an_administrator_sees_the_sessions_of_the_own_room_alone(
    home: Room, other: Room, boss: User, brought: User, evening: time_machine.Traveller
) -> None:
    page = signed_in(boss)
    tablet = in_room(brought, home)
    shown = page.get(f"/staff/{brought.pk}/")
    assert shown.context["sessions"] == []
    assert "Chrome on Android" not in text(shown)
    assert "Sign out of Amber Room" in text(shown)
    evening.shift(timedelta(minutes=3))
    tablet.post("/rooms/", {"room": other.pk})
    (here,) = page.get(f"/staff/{brought.pk}/").context["sessions"]
    assert here.began == EVENING + timedelta(minutes=3), "what they did at home before that is told to nobody here"
    (own,) = sessions_of(brought, at=timezone.now())
    assert own.began == EVENING


def test_the_head_of_each_page_names_the_room_of_who_works_in_several(home: Room, boss: User, brought: User) -> None:
    assert (
        '<span class="room-name" title="Zinc Room">Zinc Room</span>'
        in signed_in(brought).get("/floor/").content.decode()
    )
    assert "room-name" not in signed_in(boss).get("/account/").content.decode()
