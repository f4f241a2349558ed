"""The ledger in a real browser: from a search to a transfer, its group and its account, and the way of a hand."""

from django.urls import reverse
from playwright.sync_api import expect

from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.desk import person
from tests.support.table import HandTable, open_hand_table


@arranged_to_commit
def table() -> HandTable:
    """A table at which somebody won a hand."""
    table = open_hand_table()
    table.record(table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f"))
    return table


@either_way
def test_an_auditor_follows_the_chips(table: HandTable, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(person(table.desk.room, "auditor"), size=size)
    page, sitting = tablet.page, table.sittings[1]
    tablet.go(reverse("audit"))
    tablet.tap("Ledger")
    tablet.look()
    page.get_by_label("Player (name or number)").fill(str(sitting.player))
    page.get_by_label("Kind").select_option("buy_in")
    tablet.tap("Search")
    row = page.get_by_role("row", name="Buy-in")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(f"from {sitting.player}’s rack to seat 1 of {table.session.table}")
    tablet.look()
    tablet.tap(row.get_by_role("link").first)
    expect(page.get_by_role("heading", name="What moved")).to_be_visible()
    tablet.look()
    tablet.tap("Its group of 1")
    expect(page.get_by_text("balanced", exact=True)).to_be_visible()
    tablet.look()
    tablet.tap(page.get_by_role("link", name=f"seat 1 of {table.session.table}").first)
    expect(page.get_by_role("region", name="Entries")).to_be_visible()
    tablet.look()
    tablet.tap(page.get_by_role("link", name=f"hand 1 of {table.session.table}").first)
    expect(page.get_by_role("heading", name="3. The boxes it fell into")).to_be_visible()
    tablet.look()
    tablet.go(reverse("ledger_accounts"))
    tablet.look()
