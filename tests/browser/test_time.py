"""Time collected in a real browser: one tap for the table, seat by seat, or waived."""

from dataclasses import replace
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from players.models import TimeCharge
from rules.house.fee_schedule import live_time
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.desk import NLH, Desk, open_desk, person


@arranged_to_commit
def desk() -> Desk:
    """A room whose table charges time, with three players who have sat there for half an hour."""
    desk = open_desk(plaque=replace(NLH, fee=live_time(6_00)))
    desk.now, desk.step = timezone.now() - timedelta(minutes=32), timedelta(0)
    for seat in (1, 2, 3):
        desk.seated(200_00, seat=seat)
    return desk


@either_way
def test_time_is_collected_in_one_tap_from_the_table(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    page = tablet.page
    tablet.go(reverse("floor"))
    expect(page.get_by_text("time due")).to_be_visible()
    tablet.look()
    tablet.go(reverse("table", args=[desk.session.table_id]))
    tablet.look()
    tablet.tap(page.get_by_role("button", name="Collect time"))
    expect(page.get_by_text("is collected from 3 players")).to_be_visible()
    assert tablet.taps == 1
    assert set(TimeCharge.objects.values_list("outcome", flat=True)) == {"collected"}


def test_one_player_is_let_off_with_a_reason(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(person(desk.room, "floor"))
    page = tablet.page
    tablet.go(reverse("time", args=[desk.session.pk]))
    tablet.look()
    tablet.tap(page.get_by_label("Seat 2").get_by_text("Waive it"))
    tablet.tap(page.get_by_label("Seat 2").get_by_role("textbox", name="Why"))
    tablet.type("first visit")
    tablet.look()
    tablet.tap(page.get_by_label("Seat 2").get_by_role("button", name="Waive"))
    expect(page.get_by_text("is waived")).to_be_visible()
    assert set(TimeCharge.objects.values_list("outcome", "sitting__seat")) == {("waived", 2)}
