"""Names and waits on tiles and lists: words stay whole, rows stay in their panel, both ways of holding the tablet."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Drawer
from tests.support.desk import person
from tests.support.lists import Lists
from tests.support.table import open_hand_table

SCREENS = {"landscape": (1180, 820), "portrait": (820, 1180)}
LINES = "(each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)"
CUT = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent.trim())"
OUTSIDE = """(all) => all.filter((each) => {
  const [box, frame] = [each, each.parentElement].map((one) => one.getBoundingClientRect());
  return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
}).map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_a_table_with_a_list_and_a_hand_in_play_keeps_its_name(tablets: Drawer, size: tuple[int, int]) -> None:
    table = open_hand_table(seats=range(1, 10))
    table.deal()
    for _ in range(12):
        Lists(table.desk).join(source="phone")
    tablet = tablets.take(person(table.desk.room, "floor"), size=size)
    tablet.go("/floor/")
    expect(tablet.page.locator(".tile .chip")).to_have_text(["12 waiting", "hand 1"])
    assert tablet.page.locator(".tile h2").evaluate(LINES) < 1.5
    tablet.go("/lists/")
    expect(tablet.page.locator(".names .who")).to_have_count(12)
    assert tablet.page.eval_on_selector_all(".names .who > .muted", CUT) == []
    tablet.look()


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_every_table_can_be_sold_for_at_the_window(tablets: Drawer, size: tuple[int, int]) -> None:
    desk = open_hand_table(seats=()).desk
    for _ in range(19):
        desk.open_table()
    tablet = tablets.take(desk.cashier, size=size)
    tablet.go(f"/cage/players/{desk.player('Ann').pk}/")
    tables = tablet.page.locator(".segments[aria-label=Table] a")
    expect(tables).to_have_count(20)
    assert tables.evaluate_all(OUTSIDE) == []
    tablet.tap(tables.last)
    expect(tables.last).to_have_attribute("aria-current", "true")
    tablet.look()
