"""Chips in use in a real browser: what is owed, what covers it, and a statement entered with few taps."""

from django.urls import reverse
from playwright.sync_api import expect

from cage.models import BankStatement
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.desk import Desk, open_desk_now, person


@arranged_to_commit
def desk() -> Desk:
    """A room with chips on a table, whose house asks for more than its cash."""
    desk = open_desk_now()
    desk.seated(300_00)
    desk.room.cover_asked = 5000
    desk.room.save()
    return desk


@either_way
def test_a_statement_covers_what_was_lacking(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    auditor = person(desk.room, "auditor")
    set_own_pin(person=auditor, pin="2580", at=desk.now)
    tablet = tablets.take(desk.manager, size=size)
    page = tablet.page
    tablet.go(reverse("drawers"))
    ways = page.get_by_role("navigation", name="The cage")
    tablet.tap(ways.get_by_role("link", name="Chips and vault"))
    tablet.tap(ways.get_by_role("link", name="Chips in use"))
    tablet.tap(page.get_by_role("link", name="Look, and don’t count them"))
    expect(page.get_by_role("alert")).to_contain_text("4,700 more is needed")
    tablet.look()
    tablet.tap(page.get_by_label("Bank account"))
    tablet.type("First Bank")
    tablet.press("Tab")
    tablet.type("5000")
    page.get_by_label("On the day").fill(f"{desk.now.date():%Y-%m-%d}")
    page.get_by_label("Second person’s badge").fill(auditor.badge_number)
    page.get_by_label("Their PIN").fill("2580")
    tablet.tap(page.get_by_role("button", name="Enter"))
    expect(page.get_by_role("status").filter(has_text="covers 300")).to_be_visible()
    expect(page.get_by_role("row", name="First Bank")).to_contain_text("5,000")
    tablet.look()
    assert tablet.taps == 5
    assert BankStatement.objects.get(room=desk.room).amount == 5_000_00
