"""An auditor signs what a day brought the pools in a real browser: two taps from home, and one PIN."""

from datetime import date

from django.urls import reverse
from playwright.sync_api import expect

from cage.models import PoolReconciliation, PromoPool
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.awards import a_pool, declared, feed, taken_back
from tests.support.browser import Drawer, either_way
from tests.support.days import end_day
from tests.support.desk import person
from tests.support.table import HandTable, open_hand_table

DAY = date(2025, 3, 7)
PIN = "4711"


@arranged_to_commit
def table() -> HandTable:
    """A day that is over, on which two pools rose and one fell."""
    table = open_hand_table()
    feed(table, 400)
    pool = a_pool(table.desk, games="hold’em with quads beaten")
    feed(table)
    feed(table, 500)
    award = declared(table.desk, pool, 700, table.desk.player(), table.desk.player())
    taken_back(table.desk, award, share=award.shares.latest("pk"))
    end_day(table.desk)
    return table


@either_way
def test_the_pools_of_a_day_are_signed(table: HandTable, tablets: Drawer, size: tuple[int, int]) -> None:
    auditor = person(table.desk.room, "auditor")
    set_own_pin(person=auditor, pin=PIN, at=table.desk.at())
    tablet = tablets.take(auditor, size=size)
    page = tablet.page
    tablet.go("/")
    tablet.tap("Reconcile pools")
    expect(page.get_by_role("heading", name="Waits for a signature")).to_be_visible()
    tablet.look()
    tablet.tap(page.locator("main .results a").first)
    expect(page.get_by_role("heading", name="Sign it")).to_be_visible()
    assert tablet.taps == 2
    tablet.go(reverse("pool_day", args=[DAY]))
    for pool in PromoPool.objects.all():
        expect(page.get_by_role("heading", name=pool.name)).to_be_visible()
    tablet.look()
    tablet.tap("Sign the pools of this day")
    page.get_by_role("textbox", name="PIN").fill(PIN)
    tablet.press("Enter")
    expect(page.get_by_text(f"{auditor}, badge {auditor.badge_number}, signed this on")).to_be_visible()
    tablet.look()
    assert PoolReconciliation.objects.get().signed_by == auditor
    tablet.go(reverse("pool_days"))
    tablet.look()
