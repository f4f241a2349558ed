"""The dispute desk in a real browser: a case in three taps, its replay with a what-if, and its ruling."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config.staff.services import set_own_pin
from games.disputes.models import Dispute, Ruling
from tests.support.browser import LANDSCAPE, PORTRAIT, Drawer
from tests.support.dispute import DisputeTable, open_dispute_table


@pytest.fixture
def desk(tablets: Drawer) -> DisputeTable:
    return open_dispute_table()


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_a_case_is_opened_from_the_console_in_three_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    desk.table.act(desk.table.deal(), "r 20")
    tablet = tablets.take(desk.table.floor, size=size)
    page = tablet.page
    tablet.go(reverse("console", args=[desk.table.session.table_id]))
    tablet.tap("Dispute")
    page.wait_for_url("**/dispute/")
    tablet.tap(page.locator(".pill", has_text="String bet or raise"))
    page.get_by_label("What happened").focus()
    tablet.type("went back to his stack for a raise")
    tablet.look()
    tablet.tap("Open the case")
    page.wait_for_url(re.compile(r"/disputes/\d+/$"))
    assert tablet.taps == 3
    expect(page.locator("main")).to_contain_text("went back to his stack")
    expect(page.locator(".page-head")).to_contain_text("timely")
    tablet.look()
    assert Dispute.objects.get().kind == "STRING_BET"


def test_a_hand_is_replayed_asked_what_if_and_ruled_so(desk: DisputeTable, tablets: Drawer) -> None:
    """Without the bet of 40 the loser keeps them: 37 come from the winner, 3 from the rake, with a second person."""
    set_own_pin(person=desk.table.floor, pin="2580", at=desk.table.later())
    case = desk.open(desk.showdown(), hold="whole", action_index=8)
    tablet = tablets.take(desk.other)
    page = tablet.page
    tablet.go(reverse("dispute_replay", args=[case.pk]))
    tablet.look()
    bet = page.locator(".acts a", has_text="bets 40")
    tablet.tap(bet)
    expect(page.locator("#what-if")).to_be_visible()
    page.get_by_label("He had done this instead").fill("check")
    tablet.tap("Instead")
    expect(page.get_by_role("region", name="Both outcomes")).to_contain_text("+40")
    tablet.look()
    tablet.tap("Rule so")
    expect(page.locator("[name=amount_1]")).to_have_value("37")
    expect(page.locator("[name=amount_2]")).to_have_value("3")
    tablet.look()
    tablet.tap(page.locator(".pill", has_text="Adjusted between players"))
    page.get_by_label("Badge").fill(desk.table.floor.badge_number)
    page.get_by_label("PIN").fill("2580")
    tablet.tap(page.get_by_role("button", name="Rule", exact=True))
    page.wait_for_url(re.compile(r"/disputes/\d+/$"))
    expect(page.locator(".moves")).to_contain_text("3 from the rake")
    tablet.look()
    assert Ruling.objects.get().moved == 40_00
    for name in ("disputes", "dispute_statistics"):
        tablet.go(reverse(name))
        tablet.look()
