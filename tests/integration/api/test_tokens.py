"""The way in for another system: by a token that one command gives and ends."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config.audit.models import AuditEvent
from config.staff.models import User
from tests.support.desk import person
from tests.support.table import HandTable


def said(*arguments: str, **options: Any) -> str:
    """The text that the command prints."""
    out = StringIO()
    call_command("api_token", *arguments, stdout=out, **options)
    return out.getvalue().strip()


def status(token: str) -> int:
    """The status that the API answers to whoever sends the token."""
    return Client().get("/api/v1/tables/", headers={"Authorization": f"Token {token}"}).status_code


@pytest.fixture
def feed(table: HandTable) -> User:
    """The user of another system."""
    return person(table.desk.room, "floor")


def test_a_token_lets_its_system_in(feed: User) -> None:
    token = said(feed.username)
    assert len(token) == 40
    assert status(token) == 200
    assert AuditEvent.objects.filter(verb="token.given", subject_id=str(feed.pk)).count() == 1


def test_a_new_token_ends_the_one_before(feed: User) -> None:
    first, second = said(feed.username), said(feed.username.upper())
    assert (status(first), status(second)) == (401, 200)


def test_an_ended_token_lets_nobody_in(feed: User) -> None:
    token = said(feed.username)
    assert said(feed.username, end=True) == "The token has ended."
    assert status(token) == 401
    assert said(feed.username, end=True) == f"{feed} has no token."
    assert AuditEvent.objects.filter(verb="token.ended").count() == 1


def test_nobody_and_who_is_disabled_get_none(feed: User) -> None:
    with pytest.raises(CommandError, match="Nobody here is called"):
        said("nobody")
    User.objects.filter(pk=feed.pk).update(is_active=False)
    with pytest.raises(CommandError, match="disabled"):
        said(feed.username)


def test_a_disabled_user_is_kept_out_with_their_token(feed: User) -> None:
    token = said(feed.username)
    User.objects.filter(pk=feed.pk).update(is_active=False)
    assert status(token) == 401
