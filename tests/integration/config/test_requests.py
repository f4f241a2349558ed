"""The treatment of every request: named, refused where unreadable, answered in style, with strict headers."""

import json
from unittest import mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.test import Client
from django.urls import path
from django.views.decorators.http import require_http_methods
from pytest_django import Settings

from config import urls
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, public, staff
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
FAULTS: dict[str, Exception] = {
    "refused": DomainError("too_short", "Buy in for 100 or more.", rule="No short buys.", citation="live: Buy-In"),
    "busy": OperationalError("server closed the connection unexpectedly"),
    "full": MemoryError(),
    "broken": RuntimeError("secret detail"),
}


@public
@require_http_methods(["GET", "POST"])
def breaks(request: HttpRequest, what: str) -> HttpResponse:
    raise FAULTS[what]


@staff(Permission.FLOOR_VIEW)
def changes(request: RoomRequest) -> HttpResponse:
    return done(request, "/account/", "Done.") if request.method == "POST" else page(request, "jobs/job.html")


urlpatterns = [
    path("breaks/<str:what>/", breaks),
    path("api/v1/breaks/<str:what>/", breaks),
    path("changes/", changes),
    *urls.urlpatterns,
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture(autouse=True)
def with_breaking_views(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def ada(room: Room) -> User:
    return a_person(room, "floor")


@pytest.fixture
def calm() -> Client:
    """A browser that gets the answer instead of the exception."""
    return Client(raise_request_exception=False)


# ---------------------------------------------------------------------------------------------------- unreadable


@pytest.mark.parametrize("address", ["/account/?q=%00", "/account/?%00=1", "/%00/", "/account/?a=1&b=x%00y"])
def test_nul_in_path_or_query_is_refused(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 400
    assert "can’t be read" in response.content.decode()


@pytest.mark.parametrize("data", [{"username": "a\x00"}, {"a\x00": "1"}, {"f": SimpleUploadedFile("x", b"1")}])
def test_nul_in_a_form_is_refused(client: Client, data: dict[str, object]) -> None:
    if isinstance(upload := data.get("f"), SimpleUploadedFile):
        upload._name = "a\x00b"
    assert client.post("/sign-in/", data).status_code in (400, 422 if "f" in data else 400)


def test_the_api_says_so_in_json(client: Client) -> None:
    response = client.get("/api/v1/breaks/refused/?q=%00")
    assert (response.status_code, response.json()["code"]) == (400, "unreadable")


def test_too_many_fields_are_refused(client: Client) -> None:
    assert client.post("/sign-in/", {f"f{number}": "1" for number in range(500)}).status_code == 400


def test_a_body_that_breaks_off_is_refused(client: Client) -> None:
    with mock.patch("config.web.middleware._texts", side_effect=UnreadablePostError("connection reset")):
        assert client.post("/sign-in/", {"a": "1"}).status_code == 400


def test_an_id_beyond_every_column_is_not_found(room: Room) -> None:
    client = signed_in(a_person(room, "administrator"))
    assert client.get(f"/staff/{10**30}/").status_code == 404


# ------------------------------------------------------------------------------------------------------ in style


def test_a_refusal_that_no_form_caught_is_a_sentence_with_rule_and_citation(client: Client) -> None:
    response = client.get("/breaks/refused/")
    assert response.status_code == 422
    for words in ("Buy in for 100 or more.", "No short buys.", "live: Buy-In"):
        assert words in response.content.decode()


def test_the_api_gets_the_refusal_as_json(client: Client) -> None:
    response = client.get("/api/v1/breaks/refused/")
    assert response.status_code == 409
    assert response.json() == FAULTS["refused"].to_json()  # type: ignore[attr-defined]  # a DomainError


@pytest.mark.parametrize("address", ["/breaks/broken/", "/api/v1/breaks/broken/"])
def test_our_own_fault_shows_no_detail(calm: Client, address: str) -> None:
    response = calm.get(address)
    assert response.status_code == 500
    assert "secret" not in response.content.decode()
    assert response["X-Request-ID"]


@pytest.mark.parametrize("address", ["/breaks/busy/", "/api/v1/breaks/busy/", "/breaks/full/", "/api/v1/breaks/full/"])
def test_a_database_that_is_away_is_503_and_says_to_try_again(calm: Client, address: str) -> None:
    response = calm.get(address)
    assert (response.status_code, response["Retry-After"]) == (503, "2")


def test_a_database_that_dies_before_the_view_is_503_too(ada: User) -> None:
    client = signed_in(ada)
    client.raise_request_exception = False
    with mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=OperationalError("gone")):
        assert client.get("/account/").status_code == 503


def test_what_is_not_there_is_404_in_the_rooms_frame(ada: User) -> None:
    response = signed_in(ada).get("/nothing/here/")
    assert response.status_code == 404
    assert "nothing at this address" in response.content.decode()
    assert Client().get("/api/v1/nothing/").json()["code"] == "not_found"


def test_a_missing_right_is_403_in_the_rooms_frame(ada: User) -> None:
    response = signed_in(ada).get("/audit/")
    assert response.status_code == 403
    assert "don’t cover this" in response.content.decode()


# ------------------------------------------------------------------------------------------------------- headers


def test_every_answer_carries_the_headers(client: Client, ada: User) -> None:
    for response in (client.get("/sign-in/"), signed_in(ada).get("/account/"), signed_in(ada).get("/audit/")):
        policy = response["Content-Security-Policy"]
        for directive in (
            "default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'",
            "form-action 'self'",
        ):  # fmt: skip
            assert directive in policy
        assert "unsafe" not in policy
        assert "nonce" not in policy
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["X-Frame-Options"] == "DENY"
        assert response["Referrer-Policy"] == "same-origin"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "camera=()" in response["Permissions-Policy"]


def test_cookies_keep_to_themselves(ada: User) -> None:
    client = signed_in(ada)
    client.get("/account/")
    session = client.cookies["sessionid"]
    assert session["httponly"]
    assert session["samesite"] == "Lax"


def test_a_request_has_an_id_that_nobody_outside_chooses(client: Client, settings: Settings) -> None:
    mine = {"X-Request-ID": "abcdefgh-1234"}
    first, second = client.get("/sign-in/")["X-Request-ID"], client.get("/sign-in/", headers=mine)["X-Request-ID"]
    assert len(first) == len(second) == 32
    assert first != second
    settings.PROXIES = 1
    assert client.get("/sign-in/", headers=mine)["X-Request-ID"] == "abcdefgh-1234"
    assert client.get("/sign-in/", headers={"X-Request-ID": "a b"})["X-Request-ID"] != "a b"


# ------------------------------------------------------------------------------------------------------- answers


def test_a_change_is_answered_with_where_to_go(ada: User) -> None:
    client = signed_in(ada)
    plain, htmx = client.post("/changes/"), client.post("/changes/", headers={"HX-Request": "true"})
    assert (plain.status_code, plain["Location"]) == (303, "/account/")
    assert (htmx.status_code, htmx["HX-Redirect"]) == (200, "/account/")
    assert "Done." in client.get("/account/").content.decode()


def test_the_home_is_the_floor(ada: User) -> None:
    assert signed_in(ada).get("/")["Location"] == "/floor/"


def test_metrics_are_for_named_addresses_only(client: Client) -> None:
    from config.web import metrics  # noqa: PLC0415 - the page exists only where it is asked for

    factory = client.get("/sign-in/").wsgi_request
    assert not any(json.dumps(str(pattern.pattern)) == '"metrics"' for pattern in urls.urlpatterns)
    assert metrics.metrics.permission is None
    with pytest.raises(Http404):
        metrics.metrics(factory)
