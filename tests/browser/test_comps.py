"""Points in a real browser: what hours earned is redeemed at the desk, and read by the player without signing in."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from players.models import CompEntry, Player
from tests.support.arranged import arranged_to_commit
from tests.support.browser import SIZES, Drawer
from tests.support.comps import Comps
from tests.support.desk import open_desk


@arranged_to_commit
def room() -> Comps:
    """Five hours of two days ago, which are points since."""
    desk = open_desk()
    desk.now = timezone.now() - timedelta(days=3)
    room = Comps(desk)
    desk.now = desk.room.start_of(room.today) + timedelta(hours=2)
    room.played(player=desk.player("Ann"), hours=5)
    room.end_day()
    desk.now = timezone.now()
    assert room.auditor
    return room


@pytest.mark.parametrize("held", SIZES)
def test_points_are_earned_redeemed_and_read(room: Comps, tablets: Drawer, held: str) -> None:
    ann = Player.objects.get()
    tablet = tablets.take(room.desk.cashier, size=SIZES[held])
    page = tablet.page
    tablet.go(reverse("player", args=[ann.pk]))
    tablet.tap("Comps")
    expect(page.get_by_text("Played 5 h 00 min since")).to_be_visible()
    tablet.look()
    page.locator("#redeem_points").fill("320")
    page.locator("#redeem_what").fill("dinner for two")
    tablet.tap(page.get_by_role("button", name="Redeem"))
    expect(page.get_by_text("320 points redeemed for dinner for two; 180 remain.")).to_be_visible()
    assert CompEntry.objects.get(kind="redeemed").points == -320
    tablet.tap(page.get_by_role("button", name="Make an address"))
    address = page.get_by_label("Opens until").input_value()
    tablet.look()
    page.context.clear_cookies()
    page.goto(address)
    expect(page.get_by_role("heading", name="Statement of points")).to_be_visible()
    expect(page.get_by_text("Redeemed, dinner for two")).to_be_visible()
    tablet.look()
    manager = tablets.take(room.desk.manager, size=SIZES[held])
    for name in ("comps", "comps_rules", "comps_rates"):
        manager.go(reverse(name))
        manager.look()
