"""Revenue and the journal in a real browser: from the rake report to a month, to a cell's transfers, to an export."""

from django.urls import reverse
from playwright.sync_api import expect

from rake.revenue_models import DayJournal
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.desk import Desk
from tests.support.revenue import DAY, a_day_of_revenue, locked_at_once


@arranged_to_commit
def desk() -> Desk:
    """A room with a locked day of everything."""
    desk = a_day_of_revenue().table.desk
    locked_at_once(desk)
    return desk


@either_way
def test_from_the_rake_report_to_the_export_of_a_journal(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(desk.manager, size=size)
    page = tablet.page
    tablet.go(reverse("rake_report", args=[DAY]) + "?look=yes")
    tablet.tap("Revenue")
    expect(page.get_by_role("heading", name="Washington gross receipts")).to_be_visible()
    tablet.look()
    row = page.get_by_role("row", name="Fri 7 Mar 2025")
    tablet.tap(row.get_by_role("link").first)
    expect(page.get_by_role("heading", name="Rake recorded")).to_be_visible()
    tablet.look()
    tablet.tap("Revenue")
    tablet.tap(page.get_by_role("link", name="Journal of 7 March 2025"))
    tablet.look()
    tablet.tap("Export and keep it")
    expect(page.get_by_text("Every later export is the same")).to_be_visible()
    assert DayJournal.objects.get().digest in page.locator("main").inner_text()
    tablet.look()
    assert tablet.taps == 5
    for name in ("revenue_definitions", "revenue_definition_add", "journal_accounts"):
        tablet.go(reverse(name))
        tablet.look()
    tablet.go(reverse("revenue_definition", args=["as_counted"]))
    tablet.look()
