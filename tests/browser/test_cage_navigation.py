"""The cage's sub-navigation in a real browser: the same place on every page, one line each, and no finger needed."""

import os

from django.urls import reverse
from playwright.sync_api import expect

from cage.navigation import GROUPS, Entry
from tests.support.browser import Drawer, Tablet, either_way
from tests.support.desk import Desk

MOST_ACTS = 3
"""Buttons in the header of a page."""
LINES = """() => [...document.querySelectorAll(".ways .tabs")].map((row) => {
  const tops = [...row.children].map((link) => Math.round(link.getBoundingClientRect().top));
  return [new Set(tops).size, Math.round(row.getBoundingClientRect().top)];
})"""
"""The number of lines that each row of the navigation takes, and where it begins."""


def pages_of_the_cage(desk: Desk) -> list[str]:
    """The addresses that the navigation offers a manager, and pages below them."""
    today = desk.room.gaming_day(desk.now)
    entries: list[Entry] = [entry for group in GROUPS for entry in group.entries]
    outside = ("days", "ledger_accounts", "acts", "petty")
    below = [reverse("drawer", args=[desk.drawer.pk]), reverse("tray", args=[desk.session.table_id])]
    return [entry.href(today) for entry in entries if entry.name not in outside] + below


def tops(tablet: Tablet) -> list[int]:
    """Where the rows of the navigation begin; each takes one line."""
    found = tablet.page.evaluate(LINES)
    assert [lines for lines, _ in found] == [1, 1], tablet.page.url
    return [top for _, top in found]


@either_way
def test_it_stands_at_one_place_on_every_page(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(desk.manager, size=size)
    places = set()
    for number, address in enumerate(pages_of_the_cage(desk)):
        tablet.go(address)
        places.add(tuple(tops(tablet)))
        here = tablet.page.locator(".ways .lesser [aria-current]")
        expect(here).to_have_count(1)
        acts = tablet.page.locator(".page-head .actions > *:visible")
        assert acts.count() <= MOST_ACTS, address
        if to := os.environ.get("SHOTS"):
            tablet.page.screenshot(path=f"{to}/{number:02}-{size[0]}.png")
    assert len(places) == 1


def test_its_links_are_reached_by_keyboard(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager)
    tablet.go(reverse("drawers"))
    ways = tablet.page.get_by_role("navigation", name="The cage")
    ways.get_by_role("link", name="Drawers", exact=True).focus()
    for name in ("Slips", "Boxes", "Chips and vault"):
        tablet.press("Tab")
        expect(ways.get_by_role("link", name=name, exact=True)).to_be_focused()
    tablet.press("Enter")
    expect(tablet.page.get_by_role("heading", name="Vault", exact=True)).to_be_visible()
    expect(ways.get_by_role("link", name="Vault", exact=True)).to_have_attribute("aria-current", "page")
    tablet.look()


def test_it_needs_no_script_and_fits_a_narrow_tablet(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager, size=(768, 1024), script=False)
    tablet.go(reverse("boxes"))
    tops(tablet)
    tablet.tap(tablet.page.get_by_role("navigation", name="The cage").get_by_role("link", name="Day", exact=True))
    expect(tablet.page.get_by_role("heading", name="Log of transactions")).to_be_visible()
    tops(tablet)
