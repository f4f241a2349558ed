"""The floor changes the game of a table on its own tablet, the manager beside it with badge and PIN."""

import os

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from config.staff.services import set_own_pin
from tables.services import newest_plaque
from tests.support.browser import Drawer
from tests.support.desk import Desk, person
from tests.support.lists import O8


def test_the_floor_posts_another_plaque_of_the_room(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    desk.open_table(O8)
    set_own_pin(person=desk.manager, pin="4711", at=desk.at())
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    page = tablet.page
    tablet.go(reverse("table", args=[desk.session.table_id]))
    tablet.tap("Change the game")
    tablet.look()
    tablet.tap(page.get_by_text("Limit O8 4/8").or_(page.get_by_text("O8 4/8")).first)
    page.get_by_label("Badge").fill(desk.manager.badge_number)
    page.get_by_role("textbox", name="PIN").fill("0000")
    tablet.tap("Post this plaque")
    expect(page.locator("main")).to_contain_text("That is not the PIN")
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=f"{folder}/change-{size[0]}.png")
    page.get_by_role("textbox", name="PIN").fill("4711")
    tablet.tap("Post this plaque")
    expect(page.get_by_role("status")).to_contain_text("is posted at")
    standing = newest_plaque(desk.session.table, timezone.now())
    assert standing
    assert standing.plaque.game == "omaha8"
