"""The console's head and controls on a tablet of 1180 by 820, both ways of holding it: nothing printed over another
thing, nothing cut, while a kill is on, while a hand is corrected, and after a refusal."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Hand
from rules.house.house import STANDARD
from tests.browser.test_console import console, turn
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.table import O8_KILL, HandTable, open_hand_table

SIZES = {"landscape": (1180, 820), "portrait": (820, 1180)}
LAID = """() => {
  const box = (each) => each.getBoundingClientRect(), seen = (each) => each.checkVisibility();
  const head = [...document.querySelectorAll(".console-head > *")].filter(seen);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > .5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > .5;
  const both = ".console-head :is(a, summary), .console-controls :is(button, a, input)";
  const pressed = [...document.querySelectorAll(both)];
  const cut = (at) => at.left < -.5 || at.right > innerWidth + .5 || at.top < -.5 || at.bottom > innerHeight + .5;
  const words = (each) => each.textContent.trim() || each.outerHTML.slice(0, 60);
  return {
    over: head.filter((a) => head.some((b) => a !== b && over(box(a), box(b)))).map(words),
    cut: pressed.filter((each) => seen(each) && each.type !== "hidden" && cut(box(each))).map(words),
    scrolled: scrollY,
    head: head.map(words),
  };
}"""


HINT = """() => {
  const field = document.querySelector("#notation input[list]"), style = getComputedStyle(field);
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room - pen.measureText(field.placeholder).width;
}"""
"""The room that the hint of the type field has left, pixels."""
SCROLLED = """() => {
  const side = document.querySelector(".console-log");
  return side.getBoundingClientRect().top - side.firstElementChild.getBoundingClientRect().top;
}"""
"""The height by which the side panel's first part stands above its top, pixels."""


@arranged_to_commit
def table() -> HandTable:
    """Omaha hi-lo after a pot that started a half-kill."""
    table = open_hand_table(O8_KILL, house=STANDARD)
    table.tick(300, pot=60_00, winners=[3])
    return table


def laid_out(tablet: Tablet) -> list[str]:
    """The texts in the head, where nothing of it or of the controls is covered or cut."""
    tablet.page.wait_for_load_state()
    found: dict[str, Any] = tablet.page.evaluate(LAID)
    assert (found["over"], found["cut"], found["scrolled"]) == ([], [], 0)
    return list(found["head"])


def refused(tablet: Tablet) -> None:
    """Somebody types what can't be."""
    tablet.page.locator("#notation input[list]").click()
    tablet.type("1 f")
    tablet.press("Enter")
    expect(tablet.page.locator(".refusal")).to_be_visible()
    laid_out(tablet)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_nothing_is_covered_under_a_kill(table: HandTable, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = console(tablets, table, size=size)
    assert any("HALF-KILL" in words for words in laid_out(tablet))
    assert tablet.page.evaluate(SCROLLED) <= 0
    tablet.tap("Deal hand 2")
    turn(tablet, 4)
    assert tablet.page.evaluate(HINT) >= 0
    assert {"⋯", "Dispute"} <= {words.splitlines()[0] for words in laid_out(tablet)}
    refused(tablet)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_nothing_is_covered_while_a_kill_hand_is_corrected(
    table: HandTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    tablet = console(tablets, table, size=size)
    tablet.tap("Deal hand 2")
    turn(tablet, 4)
    tablet.tap("All fold")
    tablet.tap("Record hand 2")
    expect(tablet.page.locator("body")).to_contain_text("Hand 2 is recorded")
    tablet.go(f"/hands/{Hand.objects.get(number=2).pk}/")
    tablet.tap("Correct")
    expect(tablet.page.get_by_label("What was wrong")).to_be_focused()
    tablet.type("the pot was counted wrong")
    tablet.tap("Open it on the console")
    head = laid_out(tablet)
    assert any("corrects version 1" in words for words in head)
    assert any("HALF-KILL" in words for words in head)
    refused(tablet)
