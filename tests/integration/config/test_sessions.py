"""The length of a session, and what ends it at once."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from config.staff import reauthentication, services
from config.staff.models import User
from config.staff.open_sessions import sessions_of
from config.staff.sessions import device_in_words
from players.models import Player
from tests.support.people import PASSWORD, a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
POLL = {"HX-Request": "true", "HX-Trigger": "seats", "HX-Target": "seats"}


@pytest.fixture
def room() -> Room:
    return a_room()


def is_in(client: Client, **headers: str) -> bool:
    return client.get("/account/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("roles", "minutes"), [(["cashier"], 10), (["manager"], 30), (["floor", "cashier"], 10), (["floor"], 12 * 60)]
)
def test_idling_ends_the_session_after_the_shortest_limit_of_the_roles(
    room: Room, roles: list[str], minutes: int
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        client = signed_in(a_person(room, *roles))
        assert is_in(client)
        clock.shift(timedelta(minutes=minutes) - timedelta(seconds=1))
        assert is_in(client)
        clock.shift(timedelta(minutes=minutes, seconds=1))
        assert not is_in(client)


def test_every_session_ends_after_twelve_hours_however_busy(room: Room) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        client = signed_in(a_person(room, "cashier"))
        for _ in range(12 * 60 // 9):
            assert is_in(client)
            clock.shift(timedelta(minutes=9))
        clock.move_to(NOON + timedelta(hours=12, seconds=1))
        assert not is_in(client)


def test_a_part_that_refreshes_itself_keeps_nobody_signed_in(room: Room) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        client = signed_in(a_person(room, "cashier"))
        assert is_in(client)
        for _ in range(9):
            clock.shift(timedelta(minutes=1))
            assert is_in(client, **POLL)
        clock.shift(timedelta(seconds=61))
        assert not is_in(client, **POLL)


def test_a_form_that_shows_itself_again_is_a_touch(room: Room) -> None:
    """Its trigger is its target too, but somebody pressed the button."""
    with time_machine.travel(NOON, tick=False) as clock:
        client = signed_in(a_person(room, "cashier"))
        for _ in range(3):
            assert client.post("/account/pin/", headers=POLL).status_code == 422
            clock.shift(timedelta(minutes=9))
        assert is_in(client)


def test_an_htmx_call_on_an_ended_session_is_sent_to_the_sign_in_page(client: Client) -> None:
    current = {"HX-Request": "true", "HX-Current-URL": "http://testserver/account/?x=1"}
    response = client.get("/account/", headers=current)
    assert response.status_code == 401
    assert response["HX-Redirect"] == "/sign-in/?next=%2Faccount%2F%3Fx%3D1"
    assert not response.content


@pytest.mark.parametrize(
    ("minutes", "busy", "why"), [(11, False, "nothing was touched"), (12 * 60 + 1, True, "ends after twelve hours")]
)
def test_the_sign_in_page_says_why_the_session_ended(room: Room, minutes: int, *, busy: bool, why: str) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        client = signed_in(a_person(room, "cashier"))
        assert is_in(client)
        if busy:
            for _ in range(12 * 60 // 9):
                clock.shift(timedelta(minutes=9))
                is_in(client)
        clock.move_to(NOON + timedelta(minutes=minutes))
        sent_to = client.get("/account/")
        assert sent_to.status_code == 302
        assert why in client.get(sent_to["Location"]).content.decode()


def test_whoever_is_signed_out_elsewhere_reads_so(room: Room) -> None:
    ada = a_person(room, "floor")
    client = signed_in(ada)
    assert is_in(client)
    services.end_own_sessions(person=ada, at=NOON)
    door = client.get("/account/")["Location"]
    assert "signed out elsewhere" in client.get(door).content.decode()


def test_a_browser_without_a_session_is_told_nothing(client: Client) -> None:
    assert "ended" not in client.get("/account/")["Location"]


def test_an_htmx_call_lends_no_foreign_address_to_the_way_back(client: Client) -> None:
    foreign = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/x"}
    assert client.get("/account/", headers=foreign)["HX-Redirect"] == "/sign-in/?next=%2F"


def test_whoever_is_disabled_is_out_at_once(room: Room) -> None:
    boss, ada = a_person(room, "administrator"), a_person(room, "floor")
    client = signed_in(ada)
    assert is_in(client)
    services.disable(person=ada, room=room, by=boss, at=NOON, reason="left")
    assert not is_in(client)


def test_whoever_loses_a_role_signs_in_anew(room: Room) -> None:
    boss, ada = a_person(room, "administrator"), a_person(room, "floor", "cashier")
    client = signed_in(ada)
    assert is_in(client)
    services.end_role(person=ada, room=room, role="cashier", by=boss, at=NOON)
    assert not is_in(client)


def test_a_new_password_ends_every_other_session_and_keeps_this_one(room: Room) -> None:
    ada = a_person(room, "floor", password=PASSWORD)
    here, elsewhere = signed_in(ada), signed_in(ada)
    new = "a kettle full of quiet stars"
    assert here.post("/account/password/", {"current": PASSWORD, "new": new, "again": new}).status_code == 303
    assert is_in(here)
    assert not is_in(elsewhere)


def test_other_sessions_can_be_ended_by_hand(room: Room) -> None:
    ada = a_person(room, "floor")
    here, elsewhere = signed_in(ada), signed_in(ada)
    assert here.post("/account/sessions/end/").status_code == 303
    assert is_in(here)
    assert not is_in(elsewhere)


TABLET = "Mozilla/5.0 (Linux; Android 14; Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"


def test_ones_sessions_are_listed_one_by_one_with_their_device(room: Room) -> None:
    ada = a_person(room, "floor")
    with time_machine.travel(NOON, tick=False) as clock:
        tablet = signed_in(ada)
        tablet.get("/account/", headers={"User-Agent": TABLET})
        clock.shift(timedelta(minutes=20))
        here = signed_in(ada)
        signed_in(a_person(room, "floor")).get("/account/")
        here.get("/account/")
        found = sessions_of(ada, at=NOON + timedelta(minutes=20), this=here.session.session_key)
        said = here.get("/account/").content.decode()
    told = [(each.device, each.began, each.is_this) for each in found]
    assert told == [("", NOON + timedelta(minutes=20), True), ("Chrome on Android", NOON, False)]
    assert not {each.mark for each in found} & {here.session.session_key, tablet.session.session_key}
    assert said.count("touched last at") == 2
    assert said.count("Sign out<span") == 1, "the one that one works in is left by signing out"


def test_a_session_that_is_over_or_of_another_password_is_not_listed(room: Room) -> None:
    cashier, ada = a_person(room, "cashier"), a_person(room, "floor")
    with time_machine.travel(NOON, tick=False):
        for person in (cashier, ada):
            signed_in(person).get("/account/")
    assert len(sessions_of(cashier, at=NOON + timedelta(minutes=10))) == 1
    assert sessions_of(cashier, at=NOON + timedelta(minutes=10, seconds=1)) == []
    assert len(sessions_of(ada, at=NOON + timedelta(hours=12, seconds=-1))) == 1
    assert sessions_of(ada, at=NOON + timedelta(hours=12, seconds=1)) == []
    again = services.end_own_sessions(person=ada, at=NOON)
    assert sessions_of(again, at=NOON) == []


def test_one_session_is_ended_and_the_others_go_on(room: Room) -> None:
    ada = a_person(room, "floor")
    here, lost, other = signed_in(ada), signed_in(ada), signed_in(ada)
    assert all(map(is_in, (here, lost, other)))
    (mark,) = (each.mark for each in sessions_of(ada, at=timezone.now(), this=lost.session.session_key) if each.is_this)
    assert here.post(f"/account/sessions/{mark}/end/").status_code == 303
    assert (is_in(here), is_in(lost), is_in(other)) == (True, False, True)
    assert AuditEvent.objects.filter(verb="staff.session_ended", by=ada).count() == 1
    assert here.post(f"/account/sessions/{mark}/end/").status_code == 422


def test_nobody_ends_the_session_of_somebody_else_by_its_mark(room: Room) -> None:
    ada, ben = a_person(room, "floor"), a_person(room, "floor")
    first, other = signed_in(ada), signed_in(ben)
    assert is_in(first)
    assert is_in(other)
    (open_one,) = sessions_of(ada, at=timezone.now())
    assert other.post(f"/account/sessions/{open_one.mark}/end/").status_code == 422
    assert is_in(first)


def test_the_session_that_one_works_in_is_left_by_signing_out(room: Room) -> None:
    ada = a_person(room, "floor")
    client = signed_in(ada)
    assert is_in(client)
    (own,) = sessions_of(ada, at=timezone.now())
    answer = client.post(f"/account/sessions/{own.mark}/end/")
    assert (answer.status_code, "sign out instead" in answer.content.decode()) == (422, True)
    assert is_in(client)


def test_an_administrator_sees_where_a_colleague_is_signed_in_and_signs_them_out(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    boss, ada = a_person(room, "administrator"), a_person(room, "floor")
    tablet, office = signed_in(ada), signed_in(boss)
    tablet.get("/account/", headers={"User-Agent": TABLET})
    assert "Chrome on Android" in office.get(f"/staff/{ada.pk}/").content.decode()
    assert office.post(f"/staff/{ada.pk}/sessions/end/").status_code == 303
    assert not is_in(tablet)
    event = room_events(room).filter(verb="staff.signed_out_by").get()
    assert (event.by, event.subject_id) == (boss, str(ada.pk))
    with pytest.raises(DomainError, match="your own account"):
        services.end_sessions_of(person=boss, room=room, by=boss, at=NOON)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (TABLET, "Chrome on Android"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", "Safari on iPad"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        ("curl/8.5.0", ""),
    ],
)  # fmt: skip
def test_a_browser_is_told_in_words(said: str, words: str) -> None:
    assert device_in_words(said) == words


def test_pages_of_signed_in_people_are_not_kept_by_the_browser(room: Room) -> None:
    response = signed_in(a_person(room, "floor")).get("/account/")
    assert response["Cache-Control"] == "no-store"
    assert "HX-Request" in response["Vary"]


def test_a_person_of_two_rooms_works_in_the_one_they_chose(room: Room) -> None:
    other, ada = a_room(), a_person(room, "floor")
    services.grant_role(person=ada, room=other, role="auditor", by=None, at=NOON)
    client = signed_in(ada)
    assert client.get("/account/").context["room"] == room
    assert client.post("/rooms/", {"room": other.pk}).status_code == 303
    assert client.get("/account/").context["room"] == other


def _token(client: Client, address: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', client.get(address).content.decode())
    assert found
    return found[1]


def _of_two_rooms(room: Room) -> tuple[Room, Client]:
    """A second room, and a browser that holds forms to their token, of somebody of both who works in the first."""
    other, ada = a_room(), a_person(room, "floor", password=PASSWORD)
    services.grant_role(person=ada, room=other, role="floor", by=None, at=NOON)
    client = Client(enforce_csrf_checks=True)
    enter = {"username": ada.username, "password": PASSWORD, "csrfmiddlewaretoken": _token(client, "/sign-in/")}
    assert client.post("/sign-in/", enter).status_code == 303
    assert client.get("/account/").context["room"] == room
    return other, client


def _register(client: Client, token: str) -> int:
    return client.post("/players/new/", {"display_name": "Ann", "csrfmiddlewaretoken": token}).status_code


def test_a_form_of_another_tab_does_not_act_in_the_room_that_was_chosen_since(room: Room) -> None:
    other, client = _of_two_rooms(room)
    stale = _token(client, "/players/new/")
    chosen = {"room": other.pk, "csrfmiddlewaretoken": _token(client, "/rooms/")}
    assert client.post("/rooms/", chosen).status_code == 303
    assert _register(client, stale) == 403
    assert not Player.objects.exists()
    assert _register(client, _token(client, "/players/new/")) == 303
    assert Player.objects.get().registered_in == other


def test_a_room_that_is_chosen_again_keeps_its_pages(room: Room) -> None:
    _, client = _of_two_rooms(room)
    page = _token(client, "/players/new/")
    assert client.post("/rooms/", {"room": room.pk, "csrfmiddlewaretoken": page}).status_code == 303
    assert _register(client, page) == 303


def test_nobody_chooses_a_room_in_which_they_do_not_work(room: Room) -> None:
    client = signed_in(a_person(room, "floor"))
    assert client.post("/rooms/", {"room": a_room().pk}).status_code == 422
    assert client.get("/account/").context["room"] == room


def test_what_was_refused_is_in_the_trail_even_though_nothing_else_happened(room: Room) -> None:
    ada = a_person(room, "floor")
    assert signed_in(ada).get("/audit/").status_code == 403
    event = room_events(room)[0]
    assert (event.verb, event.by, event.after) == (
        "access.refused", ada, {"permission": "audit.view", "path": "/audit/", "method": "GET"},
    )  # fmt: skip
    assert event.device == "127.0.0.1"


def room_events(room: Room) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.filter(room=room)


@pytest.mark.django_db(transaction=True)
def test_a_refused_access_is_committed(committed_db: str) -> None:
    room = a_room()
    signed_in(a_person(room, "host")).get("/staff/")
    assert [event.verb for event in room_events(room)][:1] == ["access.refused"]


def test_a_signed_in_request_costs_a_fixed_number_of_queries(
    room: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ada = a_person(room, "floor", "cashier", "auditor")
    for _ in range(3):
        services.grant_role(person=ada, room=a_room(), role="floor", by=None, at=NOON)
    client = signed_in(User.objects.get(pk=ada.pk))
    client.get("/account/")
    with django_assert_num_queries(6):  # session, person, roles with rooms; the page: sessions, failed tries, devices
        client.get("/account/")
