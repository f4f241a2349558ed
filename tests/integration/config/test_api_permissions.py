"""The users of the API, and in which room: by token or session, and every refusal in the trail."""

from typing import Any

import pytest
from django.test import Client
from django.urls import path
from django.utils import timezone
from pytest_django import Settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config import urls
from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.services import disable, grant_role
from config.staff.tokens import give_token
from tests.support.people import LONG_AGO, a_person, a_room, signed_in

pytestmark = pytest.mark.django_db


class Floor(APIView):
    permission = {"get": Permission.FLOOR_VIEW, "post": Permission.TABLE_OPEN}

    def get(self, request: Request) -> Response:
        return Response({"room": request._request.room.slug})  # type: ignore[attr-defined]  # put there by the permission

    post = get


class Silent(APIView):
    def get(self, request: Request) -> Response:
        return Response({})


urlpatterns = [path("api/v1/floor/", Floor.as_view()), path("api/v1/silent/", Silent.as_view()), *urls.urlpatterns]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture(autouse=True)
def with_views(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def host(room: Room) -> User:
    return a_person(room, "host")


def call(person: User | None = None, method: str = "get", **headers: str) -> Any:
    if person is not None:
        headers["Authorization"] = f"Token {_token(person, headers.get('Room', ''))}"
    act = getattr(Client(), method)
    return act("/api/v1/floor/", content_type="application/json", headers=headers)


def _token(person: User, slug: str) -> str:
    """A new token in the room of that slug if the person works there, else in the first."""
    User.forget_postings(person)
    room = next((each for each in person.rooms_of_work() if each.slug == slug), person.room_of_work())
    assert room is not None
    return give_token(person=person, room=room, scope="record", days=1, by=None, at=timezone.now())


def test_nobody_is_asked_to_sign_in_and_not_led_to_a_page() -> None:
    response = call()
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Token")
    assert response.json()["code"] == "not_authenticated"


def test_a_token_and_a_session_both_let_in(room: Room, host: User) -> None:
    assert call(host).json() == {"room": room.slug}
    assert signed_in(host).get("/api/v1/floor/").json() == {"room": room.slug}


def test_what_ones_roles_dont_allow_is_refused_and_in_the_trail(room: Room, host: User) -> None:
    assert call(host, "post").status_code == 403
    event = AuditEvent.objects.filter(room=room).latest("id")
    assert (event.verb, event.by) == ("access.refused", host)
    assert event.after == {"permission": "table.open", "path": "/api/v1/floor/", "method": "POST"}


def test_the_header_names_the_room_and_only_ones_own(room: Room, host: User) -> None:
    other = a_room()
    assert call(host, Room=other.slug).status_code == 403
    grant_role(person=host, room=other, role="floor", by=None, at=LONG_AGO)
    assert call(host, Room=other.slug).json() == {"room": other.slug}
    assert call(host, "post", Room=room.slug).status_code == 403
    assert call(host, "post", Room=other.slug).status_code == 200


def test_a_disabled_person_has_no_token_left(room: Room, host: User) -> None:
    token = _token(host, "")
    boss = a_person(room, "administrator")
    disable(person=host, room=room, by=boss, at=LONG_AGO, reason="left")
    headers = {"Authorization": f"Token {token}"}
    assert Client().get("/api/v1/floor/", headers=headers).status_code == 401


def test_a_session_needs_the_token_of_its_form(host: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(host, backend="config.staff.backends.StaffBackend")
    assert client.post("/api/v1/floor/", content_type="application/json").status_code == 403


def test_a_view_that_states_nothing_lets_nobody_in(host: User) -> None:
    client = signed_in(host)
    client.raise_request_exception = False
    assert client.get("/api/v1/silent/").status_code == 500
