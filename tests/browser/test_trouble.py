"""Trouble around a tablet: it dies in mid-hand, a finger presses twice, somebody goes back, no script."""

import gzip

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Response, expect

from cage.models import BuyIn
from games.models import Hand
from players.models import Sitting
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.felt import enter, expect_turn, pick
from tests.support.lists import Lists
from tests.support.table import HandTable, open_hand_table

LARGEST_PART = 14_000  # bytes of a swap, as they travel
MOST_SCRIPT = 50_000


@arranged_to_commit
def table() -> HandTable:
    """Three players with 200 each; seat 3 has the first button."""
    return open_hand_table(seats=(1, 2, 3))


def console(tablets: Drawer, table: HandTable, *, script: bool = True) -> Tablet:
    tablet = tablets.take(table.floor, script=script)
    tablet.go(reverse("console", args=[table.session.table_id]))
    return tablet


def fold_to_the_big_blind(tablet: Tablet) -> None:
    """The shortest hand: everybody gives way before the flop."""
    enter(tablet, "Deal hand", turn=3)
    enter(tablet, "Fold", turn=1)
    tablet.tap("Fold")
    expect(tablet.page.locator("#console")).to_contain_text("The hand is over")


def test_a_tablet_that_dies_loses_nothing(tablets: Drawer, table: HandTable) -> None:
    first = console(tablets, table)
    enter(first, "Deal hand", turn=3)
    enter(first, "Call 3", turn=1)
    first.page.context.close()
    second = console(tablets, table)
    expect(second.page.locator(".log")).to_contain_text("calls 3")
    second.tap("Undo")
    expect_turn(second.page, 3)


def test_a_lost_line_takes_no_page_away(tablets: Drawer, table: HandTable) -> None:
    """Neither a link nor a form without a live part gives the page away for the browser's own words."""
    Lists(table.desk).join(table.desk.player("Annabel Lee"))
    tablet = tablets.take(table.floor)
    tablet.go(reverse("lists"))
    banner = tablet.page.locator("#offline")
    with tablet.out_of_reach():
        tablet.tap(tablet.page.get_by_role("link", name="Annabel Lee"))
        expect(banner).to_contain_text("Connection lost")
        tablet.tap(tablet.button("Call"))
        expect(banner).to_contain_text("this can’t wait in the tablet")
        assert tablet.page.url.endswith(reverse("lists"))
    expect(banner).to_be_hidden()
    tablet.tap("Call")
    expect(tablet.page.get_by_role("status")).to_contain_text("Annabel Lee is called")


def test_a_page_of_an_earlier_sign_in_says_so(tablets: Drawer, table: HandTable) -> None:
    """Another tab signed in anew: the token of this page is no good any more, and no manager can help."""
    tablet = console(tablets, table)
    tablet.page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    tablet.tap("Deal hand")
    expect(tablet.page.locator("#offline")).to_contain_text("reload the page")
    expect(tablet.button("Deal hand")).to_be_visible()
    assert all("403" in complaint for complaint in tablet.complaints)
    tablet.complaints.clear()
    tablet.go(tablet.page.url)
    enter(tablet, "Deal hand", turn=3)


def test_pressing_record_twice_records_one_hand(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    fold_to_the_big_blind(tablet)
    tablet.button("Record hand 1").dblclick()
    expect(tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")
    expect(tablet.button("Deal hand 2")).to_be_visible()
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_going_back_after_recording_records_nothing_twice(tablets: Drawer, table: HandTable, script: bool) -> None:
    tablet = console(tablets, table, script=script)
    fold_to_the_big_blind(tablet)
    tablet.tap("Record hand 1")
    expect(tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")
    tablet.page.go_back()
    again = tablet.button("Record hand 1")
    if again.is_visible():
        tablet.tap(again)
        expect(tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")
    tablet.go(reverse("console", args=[table.session.table_id]))
    expect(tablet.button("Deal hand 2")).to_be_visible()
    assert Hand.objects.count() == 1


def test_chips_are_sold_and_a_player_seated_without_a_script(tablets: Drawer, table: HandTable) -> None:
    dee = table.desk.player("Dee Okafor", legal_name="Dee Okafor")
    cage = tablets.take(table.desk.cashier, script=False)
    cage.go(reverse("cage"))
    cage.page.locator("input[name=q]").fill("dee")
    cage.press("Enter")
    cage.page.wait_for_url("**/cage/players/*/")
    cage.page.locator("#buy_amount").fill("50")
    cage.tap("Take the cash")
    expect(cage.page.locator("#serve")).to_contain_text("50 is a short buy")
    cage.page.locator("#buy_amount").fill("200")
    cage.tap("Take the cash")
    expect(cage.page.locator(".receipt")).to_contain_text("$200")
    floor = tablets.take(table.floor, script=False)
    floor.go(reverse("seat", args=[table.session.table_id, 7]))
    floor.tap(floor.page.locator("#candidates").get_by_role("link", name="Dee Okafor"))
    floor.tap("Sits down")
    floor.page.wait_for_url(f"**/tables/{table.session.table_id}/")
    assert BuyIn.objects.filter(player=dee).get().amount == 200_00
    assert Sitting.objects.get(player=dee).seat == 7


def test_what_travels_is_small(tablets: Drawer, table: HandTable) -> None:
    """Every answer to a tap, through all stages of a hand, and all scripts of the page."""
    tablet = tablets.take(table.floor)
    parts: list[int] = []
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.request.resource_type == "script":
            scripts[answer.url] = len(gzip.compress(answer.body()))
        elif "hx-request" in answer.request.headers:
            parts.append(len(gzip.compress(answer.body())))

    tablet.page.on("response", weigh)
    tablet.go(reverse("console", args=[table.session.table_id]))
    play_to_the_showdown(tablet)
    assert len(parts) > 10
    assert max(parts) <= LARGEST_PART
    assert len(scripts) >= 3
    assert sum(scripts.values()) <= MOST_SCRIPT


def play_to_the_showdown(tablet: Tablet) -> None:
    """Two players check a hand down; every card is named."""
    enter(tablet, "Deal hand", turn=3)
    enter(tablet, "Fold", turn=1)
    enter(tablet, "Call 2", turn=2)
    for street in ("Ah 7d 2c", "9s", "3h"):
        enter(tablet, "Check", turn=None)
        pick(tablet, *street.split())
        expect_turn(tablet.page, 1)
        enter(tablet, "Check", turn=2)
    enter(tablet, "Check", turn=None)
    pick(tablet, "As", "Kd")
    expect(tablet.page.locator("#cards input[name=place]")).to_have_value("2")
    pick(tablet, "Qs", "Qd")
    tablet.tap("Record hand 1")
    expect(tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")


def test_the_floor_stands_still_while_it_lives(tablets: Drawer, table: HandTable) -> None:
    """A hand that is ticked elsewhere appears by itself, and nothing jumps."""
    tablet = tablets.take(table.floor)
    tablet.go(reverse("floor"))
    last = tablet.page.locator(".tile .figures div", has_text="last").locator("dd")
    expect(last).to_have_text("–")

    def tick_elsewhere() -> None:
        table.tick(3_00)
        expect(last).not_to_have_text("–")

    assert tablet.shifts(tick_elsewhere) == 0
