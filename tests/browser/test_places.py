"""The places of the bar: each one of them can be reached, whichever way the tablet is held."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Drawer
from tests.support.desk import Desk, person

SCREENS = {"landscape": (1180, 820), "portrait": (820, 1180), "phone": (390, 844)}


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_what_the_bar_has_no_room_for_opens_in_sight(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(person(desk.room, "manager"), size=size)
    tablet.go("/floor/")
    tablet.tap(tablet.page.locator(".places summary"))
    others = tablet.page.locator(".places .menu-item")
    assert others.count() >= 3
    for place in others.all():
        expect(place).to_be_in_viewport(ratio=1)
    tablet.tap(others.first)
    expect(tablet.page.locator(".places [aria-current]").first).to_contain_text("Lists")
    tablet.look()
