"""The way in: throttled before anything is hashed, the same words for every wrong pair, a new session each time."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import throttle
from config.staff.models import User
from tests.support.people import PASSWORD, a_person, a_room

pytestmark = pytest.mark.django_db
NOWHERE = "https://evil.example"


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def ada(room: Room) -> User:
    return a_person(room, "floor", password=PASSWORD)


@pytest.fixture
def hashings() -> Iterator[mock.Mock]:
    """Counts how often any password is hashed or checked."""
    with (
        mock.patch.object(Argon2PasswordHasher, "verify", return_value=False) as verified,
        mock.patch.object(Argon2PasswordHasher, "encode", return_value="argon2$x") as encoded,
    ):
        both = mock.Mock()
        both.attach_mock(verified, "verify")
        both.attach_mock(encoded, "encode")
        yield both


def enter(client: Client, username: str, password: str = PASSWORD, **extra: str) -> Any:
    return client.post("/sign-in/", {"username": username, "password": password, **extra})


def test_the_right_password_leads_in_under_a_new_session_key(client: Client, ada: User) -> None:
    session = client.session
    session["planted"] = "yes"
    session.save()
    client.cookies["sessionid"] = planted = session.session_key or ""
    response = enter(client, ada.username.upper())
    assert (response.status_code, response["Location"]) == (303, "/")
    assert client.session.session_key != planted
    assert AuditEvent.objects.filter(verb="staff.signed_in", by=ada).count() == 1


def test_unknown_wrong_and_disabled_are_answered_with_the_same_words(client: Client, ada: User, room: Room) -> None:
    gone = a_person(room, "floor", password=PASSWORD)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    answers = []
    for username, password in ((ada.username, "wrong"), ("nobody", PASSWORD), (gone.username, PASSWORD)):
        response = enter(client, username, password)
        assert response.status_code == 422
        answers.append(response.context["form"].non_field_errors())
    assert answers[0] == answers[1] == answers[2]


def test_an_unknown_name_costs_as_much_hashing_as_a_known_one(client: Client, ada: User, hashings: mock.Mock) -> None:
    enter(client, ada.username, "wrong")
    known = len(hashings.mock_calls)
    enter(client, "nobody", "wrong")
    assert known == 1
    assert len(hashings.mock_calls) == 2 * known


def test_past_the_limit_nothing_is_hashed_and_the_right_password_waits_too(client: Client, ada: User) -> None:
    for _ in range(5):
        enter(client, ada.username, "wrong")
    with (
        mock.patch.object(Argon2PasswordHasher, "verify") as verify,
        mock.patch.object(User, "check_password") as check,
    ):
        response = enter(client, ada.username)
    assert response.status_code == 429
    assert "quarter of an hour" in response.content.decode()
    verify.assert_not_called()
    check.assert_not_called()


def test_writing_the_name_otherwise_buys_no_further_attempts(client: Client, ada: User, hashings: mock.Mock) -> None:
    for name in (ada.username, ada.username.upper(), ada.username.title()) * 2:
        enter(client, name, "wrong")
    assert len(hashings.mock_calls) == 5
    assert AccessAttempt.objects.values("username").distinct().count() == 1


def test_another_browser_at_the_same_address_buys_none_either(ada: User, hashings: mock.Mock) -> None:
    for number in range(7):
        enter(Client(headers={"User-Agent": f"browser {number}"}), ada.username, "wrong")
    assert len(hashings.mock_calls) == 5


def test_one_address_trying_many_names_is_stopped(
    client: Client, hashings: mock.Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "MOST_FROM_AN_ADDRESS", 8)
    codes = [enter(client, f"name{number}", "wrong").status_code for number in range(10)]
    assert codes == [422] * 8 + [429] * 2
    assert len(hashings.mock_calls) == 8


def test_one_name_tried_from_many_addresses_is_stopped(hashings: mock.Mock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_FOR_A_NAME", 6)
    codes = [enter(Client(REMOTE_ADDR=f"10.0.0.{number}"), "ada", "wrong").status_code for number in range(1, 9)]
    assert codes == [422] * 6 + [429] * 2


def test_the_lock_opens_after_the_cooling_off_even_if_somebody_went_on_guessing(client: Client, ada: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(5):
            enter(client, ada.username, "wrong")
        clock.shift(timedelta(minutes=14))
        assert enter(client, ada.username).status_code == 429
        clock.shift(timedelta(minutes=1, seconds=1))
        assert enter(client, ada.username).status_code == 303


def test_a_sign_in_forgets_the_failures_before_it(client: Client, ada: User) -> None:
    for _ in range(4):
        enter(client, ada.username, "wrong")
    assert enter(client, ada.username).status_code == 303
    assert not AccessAttempt.objects.exists()


def test_the_password_stands_in_no_attempt_that_is_kept(client: Client, ada: User) -> None:
    enter(client, ada.username, "my secret mistake")
    attempt = AccessAttempt.objects.get()
    assert "mistake" not in f"{attempt.get_data} {attempt.post_data}"


@pytest.mark.parametrize(
    "to",
    [NOWHERE, "//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)",
           "\t//evil.example", "http:///evil.example"]
)  # fmt: skip
def test_next_leads_nowhere_else(client: Client, ada: User, to: str) -> None:
    assert enter(client, ada.username, next=to)["Location"] == "/"


def test_next_leads_where_one_wanted_to_go(client: Client, ada: User) -> None:
    wanted = client.get("/account/")
    assert wanted["Location"] == "/sign-in/?next=/account/"
    assert 'name="next" value="/account/"' in client.get(wanted["Location"]).content.decode()
    assert enter(client, ada.username, next="/account/")["Location"] == "/account/"


@pytest.mark.parametrize("is_demo", [True, False])
def test_only_a_demo_shows_whom_one_may_sign_in_as(client: Client, settings: Settings, is_demo: bool) -> None:
    settings.DEMO = is_demo
    assert ("This is a demo room" in client.get("/sign-in/").content.decode()) is is_demo


def test_a_megabyte_of_password_is_refused_without_hashing(client: Client, ada: User, hashings: mock.Mock) -> None:
    assert enter(client, ada.username, "x" * 900_000).status_code == 413
    assert enter(client, ada.username, "x" * 100_000).status_code == 422
    assert not hashings.mock_calls


def test_signing_out_ends_the_session_and_clears_the_browser(client: Client, ada: User) -> None:
    enter(client, ada.username)
    stolen = client.cookies["sessionid"].value
    response = client.post("/sign-out/")
    assert (response.status_code, response["Location"]) == (303, "/sign-in/")
    assert response["Clear-Site-Data"] == '"cache", "storage"'
    assert [response.cookies[name].value for name in ("sessionid", "csrftoken")] == ["", ""]
    client.cookies["sessionid"] = stolen
    assert client.get("/account/").status_code == 302
    assert AuditEvent.objects.filter(verb="staff.signed_out", by=ada).count() == 1


def test_signing_out_takes_a_form_not_a_link(client: Client, ada: User) -> None:
    enter(client, ada.username)
    assert client.get("/sign-out/").status_code == 405


def test_a_form_without_its_token_is_refused(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    response = enter(client, ada.username)
    assert response.status_code == 403
    assert "open too long" in response.content.decode()


def test_whoever_holds_no_role_is_let_in_only_to_their_account(client: Client) -> None:
    nobody = a_person(password=PASSWORD)
    enter(client, nobody.username)
    assert client.get("/account/").status_code == 200
    assert client.get("/rooms/").status_code == 200
    assert client.get("/")["Location"] == "/account/"
    refused = client.get("/floor/")
    assert (refused.status_code, 'href="/account/"' in refused.content.decode()) == (403, True)
    assert client.get("/audit/").status_code == 403
    assert client.post("/sign-out/").status_code == 303
