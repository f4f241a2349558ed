"""Questions that a list asks before it does something, both ways of holding it: to close it, and who a guest is."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from players.models import Ban, ListEntry
from players.services import bar_player
from tests.support.browser import SIZES, Drawer
from tests.support.desk import Desk, person
from tests.support.lists import NLH_LIST, Lists


def test_a_list_is_closed_in_two_taps(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    for name in ("Ann", "Ben"):
        Lists(desk).join(desk.player(name))
    tablet = tablets.take(desk.manager, size=size)
    tablet.go(reverse("lists"))
    tablet.look()
    tablet.tap(tablet.page.get_by_role("link", name="Close", exact=True))
    tablet.look()
    tablet.tap("Close the list and tell them")
    expect(tablet.page.get_by_role("status")).to_contain_text("2 off it")
    assert tablet.taps == 2
    assert not ListEntry.objects.filter(state__in=ListEntry.LIVE).exists()


@pytest.mark.parametrize("where", ["the list", "a seat", "the cage"])
def test_who_was_chosen_stays_when_the_page_is_reloaded(desk: Desk, tablets: Drawer, where: str) -> None:
    ann = desk.player("Ann")
    desk.buy_in(ann, 200_00)
    other = desk.open_table()
    tablet = tablets.take(desk.cashier if where == "the cage" else desk.manager, size=SIZES["landscape"])
    if where == "the cage":
        tablet.go(reverse("cage_player", args=[ann.pk]))
        tablet.page.get_by_role("group", name="Table").get_by_role("link", name=str(other.table)).click()
        chosen = tablet.page.locator("[aria-current=true]", has_text=str(other.table))
    else:
        page = reverse("list_add", args=[NLH_LIST.key]) if where == "the list" else f"/tables/{other.table_id}/seats/2/"
        tablet.go(page)
        tablet.type("Ann")
        tablet.page.locator("a[href*='?player=']", has_text="Ann").click()
        chosen = tablet.page.get_by_role("button", name="On the list" if where == "the list" else "Sits down")
    expect(chosen).to_be_visible()
    tablet.page.reload()
    expect(chosen).to_be_visible()


def test_whoever_a_guest_may_be_stands_above_the_question(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    barred = desk.player("Jo Delacroix", legal_name="Josephine Marchand")
    facts = {"room": desk.room, "player": barred, "kind": Ban.Kind.BARRED, "reason": "test"}
    bar_player(**facts, by=desk.manager, at=desk.at())
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    tablet.go(f"{reverse('list_add', args=[NLH_LIST.key])}?guest=Jo+Delacroi")
    expect(tablet.page.locator("#add")).to_contain_text("barred by the house")
    tablet.look()
    tablet.tap("On the list")
    tablet.tap("Decide who it is")
    tablet.look()
    tablet.page.get_by_label("How you know").fill("the passport says so")
    tablet.tap("Another person")
    tablet.tap("On the list")
    expect(tablet.page.get_by_role("status")).to_contain_text("Jo Delacroi is on the list")
    assert tablet.taps == 4
