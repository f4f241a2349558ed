"""A full table's page, both ways of holding the tablet: the quick hand is on the first screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import Drawer
from tests.support.desk import person
from tests.support.table import open_hand_table

SCREENS = {"landscape": (1180, 820), "portrait": (820, 1180)}
BAR = 60
"""The height of the bar, which lies at the foot of a tablet that is held upright."""


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_the_quick_hand_of_a_full_table_is_on_the_first_screen(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(seats=tuple(range(1, 10)))
    for _ in range(12):
        table.tick(300)
    tablet = tablets.take(person(table.desk.room, "floor"), size=size)
    tablet.go(reverse("table", args=[table.session.table_id]))
    button = tablet.page.locator("#tick button[type=submit]").first
    expect(button).to_be_visible()
    box, hands = button.bounding_box(), tablet.page.locator("#last-hands").bounding_box()
    assert box
    assert hands
    is_upright = size[0] < size[1]
    assert box["y"] + box["height"] <= size[1] - (BAR if is_upright else 0)
    assert (hands["y"] > box["y"]) or not is_upright, "what was played comes after it"
    assert hands["y"] < size[1] or is_upright, "beside it, under the felt"
    tablet.look()
