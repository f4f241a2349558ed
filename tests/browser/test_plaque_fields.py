"""The fields of a plaque: every label and every choice can be read, and nothing leaves the panel, whatever the game."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import Drawer
from tests.support.desk import Desk

SCREENS = {"landscape": (1180, 820), "portrait": (820, 1180)}
FAULTS = """() => {
  const form = document.querySelector(".plaque-form");
  const panel = form.closest(".panel").getBoundingClientRect();
  const faults = [];
  const labels = [...form.querySelectorAll("label, legend")].filter((each) => each.checkVisibility());
  const boxes = labels.map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  boxes.forEach((box, index) => boxes.slice(index + 1).forEach((other, offset) => {
    const beside = box.right <= other.left + 0.5 || other.right <= box.left + 0.5;
    const apart = beside || box.bottom <= other.top + 1 || other.bottom <= box.top + 1;
    if (!apart) faults.push(`${labels[index].textContent.trim()} on ${labels[index + 1 + offset].textContent.trim()}`);
  }));
  const pen = document.createElement("canvas").getContext("2d");
  form.querySelectorAll("select").forEach((each) => {
    if (!each.checkVisibility()) return;
    const style = getComputedStyle(each);
    pen.font = style.font;
    const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const words = pen.measureText(each.selectedOptions[0]?.textContent ?? "").width;
    if (words > room) faults.push(`cut: ${each.selectedOptions[0].textContent}`);
  });
  form.querySelectorAll("input, select, textarea").forEach((each) => {
    const right = each.checkVisibility() ? each.getBoundingClientRect().right : 0;
    if (right > panel.right) faults.push(`outside: ${each.name}`);
  });
  return faults;
}"""


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_every_field_can_be_read_and_stays_in_its_panel(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(desk.manager, size=size)
    page = tablet.page
    tablet.go(reverse("plaque", args=[desk.session.table_id]))
    faults = []
    for game in ("holdem", "stud"):
        with page.expect_response("**/check/"):
            page.locator("#id_game").select_option(game)
        expect(page.locator("#id_game")).to_have_value(game)
        page.wait_for_timeout(300)
        for closed in page.locator(".plaque-form details:not([open]) > summary").all():
            closed.click()
        faults += page.evaluate(FAULTS)
        frame = page.evaluate(
            "document.activeElement?.id === 'sign-form' && getComputedStyle(document.activeElement).outlineStyle"
        )
        faults += [f"frame: {frame}"] if frame not in (False, "none") else []
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=f"{folder}/plaque-{size[0]}.png", full_page=True)
    assert faults == []


def test_the_fields_follow_game_and_structure_as_often_as_they_change(desk: Desk, tablets: Drawer) -> None:
    """After one swap the lists that were swapped in ask for the fields of the next choice as well."""
    tablet = tablets.take(desk.manager)
    form = tablet.page.locator("#sign-form")
    tablet.go(reverse("plaque", args=[desk.session.table_id]))
    for field, choice, asked, gone in (
        ("game", "stud", "bring_in", "blinds"),
        ("structure", "spread", "spread_max", "small_bet"),
        ("structure", "fixed_limit", "small_bet", "spread_max"),
        ("game", "holdem", "blinds", "bring_in"),
        ("structure", "spread", "spread_max", "small_bet"),
    ):
        form.locator(f"#id_{field}").select_option(choice)
        expect(form.locator(f"[name={asked}]").first).to_be_visible()
        expect(form.locator(f"[name={gone}]")).to_have_count(0)
