"""The pages of the guides: for whoever is signed in, with ways to the pages that they may go to."""

import html
import re

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from config.staff.roles import ROLES
from config.web.guides.reading import guides
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
WAY = re.compile(r'class="button small" href="([^"]+)"')


@pytest.mark.parametrize("role", guides())
def test_a_guide_shows_its_steps_with_pictures_and_ways_to_their_pages(role: str) -> None:
    client = signed_in(a_person(a_room(), role))
    listed = client.get(reverse("guides")).content.decode()
    assert f'href="{reverse("guide", args=[role])}"' in listed
    page = html.unescape(client.get(reverse("guide", args=[role])).content.decode())
    for step in guides()[role].steps:
        assert step.title in page
        for name in step.names:
            assert f"<b>{name}</b>" in page
        if step.picture:
            assert finders.find(f"guides/{step.picture}.webp")
            assert f"/guides/{step.picture}." in page
    assert "**" not in page
    for way in WAY.findall(page):
        assert client.get(way).status_code == 200, way


def test_ways_lead_nowhere_that_one_may_not_go() -> None:
    """A host reads the manager's guide as well, and goes to none of its pages."""
    client = signed_in(a_person(a_room(), "host"))
    assert WAY.findall(client.get(reverse("guide", args=["manager"])).content.decode()) == []


def test_every_role_has_a_guide_and_nobody_else() -> None:
    client = signed_in(a_person(a_room(), "host"))
    assert guides().keys() == ROLES.keys()
    assert client.get(reverse("guide", args=["king"])).status_code == 404
