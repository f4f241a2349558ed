"""An address that only takes a form, opened by a browser: a page with a way back, and the status says why."""

import pytest
from django.test import Client

from tests.support.desk import open_desk_now
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Client:
    return signed_in(open_desk_now().manager)


@pytest.mark.parametrize(
    ("address", "back"),
    [("/cage/chips/retire/", "/cage/chips/"), ("/cage/drawer-sessions/1/count/", "/cage/"), ("/sign-out/", "/")],
)
def test_a_browser_gets_a_page_with_a_way_back(office: Client, address: str, back: str) -> None:
    answer = office.get(address)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This page only takes what was entered on it" in text(answer)
    assert f'<a class="button primary" href="{back}">Back</a>' in answer.content.decode()
    assert office.get(back, follow=True).status_code == 200


def test_scripts_and_programs_get_what_they_got(office: Client) -> None:
    part = office.get("/cage/chips/retire/", headers={"HX-Request": "true"})
    assert (part.status_code, part.content) == (405, b"")
    assert office.put("/cage/chips/").content == b""


def test_whoever_is_not_signed_in_gets_it_too() -> None:
    answer = Client().get("/sign-out/")
    assert answer.status_code in (302, 405)
    assert answer.status_code == 302 or "Back" in text(answer)
