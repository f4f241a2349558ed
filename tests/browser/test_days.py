"""The manager closes a gaming day in a real browser: what keeps it open is a tap away, and two people lock it."""

from datetime import date

from django.urls import reverse
from playwright.sync_api import expect

from config.days.models import DayLock
from config.staff.services import set_own_pin
from tables.models import DealerShift
from tables.services import end_shift
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.days import end_day, second_of, shift_of, tie_out
from tests.support.desk import Desk
from tests.support.table import open_hand_table

DAY = date(2025, 3, 7)
PIN = "2580"


@arranged_to_commit
def desk() -> Desk:
    """A day that is over; one dealer has not gone off."""
    table = open_hand_table()
    table.tick(3_00, pot=60_00, winners=[1])
    shift_of(table.desk, ended=False)
    tie_out(table.desk, end_day(table.desk))
    return table.desk


@either_way
def test_a_day_is_closed(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    second = second_of(desk)
    set_own_pin(person=second, pin=PIN, at=desk.at())
    tablet = tablets.take(desk.manager, size=size)
    page = tablet.page
    tablet.go(reverse("days"))
    tablet.look()
    tablet.tap("7 March 2025")
    expect(page.get_by_role("heading", name="Friday 7 March 2025")).to_be_visible()
    tablet.look()
    tablet.tap(page.get_by_role("link", name="Dora came on that day"))
    page.wait_for_url("**/dealers/")
    end_shift(dealer=DealerShift.objects.get().dealer, **desk.by())
    tablet.go(reverse("day", args=[DAY]))
    tablet.tap(page.get_by_label("Second person’s badge"))
    tablet.type(second.badge_number)
    tablet.press("Tab")
    tablet.type(PIN)
    tablet.tap("Lock the day")
    expect(page.get_by_role("region", name="The lock")).to_contain_text(f"{desk.manager} and {second}")
    tablet.look()
    assert tablet.taps == 4
    assert DayLock.objects.get().gaming_day == DAY
