"""Fields that a name is typed into before the script is there search as soon as it is: every one that looks as one
types."""

import re
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.support.browser import Drawer
from tests.support.desk import Desk, person
from tests.support.lists import NLH_LIST

TEMPLATES = Path("templates")
SEARCHES = {"players": "#results", "cage": "#results", "list_add": "#found", "seat": "#candidates"}
"""The pages with such a field, and where it shows what it found."""


def test_every_search_that_looks_as_one_types_is_tried() -> None:
    fields = [
        re.findall(r"<input[^>]*type=\"search\"[^>]*hx-get", path.read_text()) for path in TEMPLATES.rglob("*.html")
    ]
    assert sum(map(len, fields)) == len(SEARCHES)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_name_typed_before_the_script_is_ready_is_found(desk: Desk, tablets: Drawer, name: str) -> None:
    desk.player("Annabel Lee")
    given = {"list_add": [NLH_LIST.key], "seat": [desk.session.table_id, 1]}
    page = tablets.take(person(desk.room, "cashier" if name == "cage" else "floor")).page
    late: list[Route] = []
    page.route("**/*.js*", lambda route: late.append(route))  # noqa: PLW0108  # Playwright marks what it is given
    page.goto(reverse(name, args=given.get(name, [])), wait_until="commit")
    field = page.locator("main input[type=search]")
    field.fill("nabel")
    expect(field).to_have_value("nabel")
    for route in late:
        route.continue_()
    page.unroute("**/*.js*")
    expect(page.locator(SEARCHES[name])).to_contain_text("Annabel Lee")
    assert late
