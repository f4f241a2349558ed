"""The page of the API: for whoever is signed in, of our own files, under the policy of every page."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/docs/"


@pytest.mark.parametrize("roles", [("host",), ("manager",), ()])
def test_whoever_is_signed_in_reads_it_with_any_role_or_none(roles: tuple[str, ...]) -> None:
    answer = signed_in(a_person(a_room() if roles else None, *roles)).get(ADDRESS)
    assert answer.status_code == 200
    assert b'data-schema="/api/v1/schema/?format=json"' in answer.content


def test_whoever_is_not_is_led_to_the_door_and_a_token_opens_it() -> None:
    answer = Client().get(ADDRESS)
    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={ADDRESS}")


def test_every_file_of_the_page_is_ours_and_none_of_it_stands_in_the_page() -> None:
    answer = signed_in(a_person(a_room(), "host")).get(ADDRESS)
    page = answer.content.decode()
    files = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', page)
    assert len([name for name in files if "swagger-ui" in name]) == 2
    for name in files:
        assert name.startswith("/static/")
        assert finders.find(name.removeprefix("/static/").partition("?")[0]), name
    assert not re.findall(r"<script(?![^>]*src)", page)
    assert not re.findall(r"<style|\sstyle=", page)
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy


def test_the_page_asks_by_get_alone() -> None:
    script = Path(str(finders.find("api-docs.js"))).read_text(encoding="utf-8")
    assert 'supportedSubmitMethods: ["get"]' in script
    assert "validatorUrl: null" in script
