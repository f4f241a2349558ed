"""The API's document in a browser: of our own files alone, read and asked."""

from playwright.sync_api import Route, expect

from config.web.examples import examples
from tests.support.browser import Drawer
from tests.support.desk import Desk


def test_the_document_of_the_api_is_shown_and_asked_under_our_own_policy(tablets: Drawer, desk: Desk) -> None:
    tablet = tablets.take(desk.manager)
    page, elsewhere = tablet.page, list[str]()

    def watch(route: Route) -> None:
        if not route.request.url.startswith((tablets.address, "data:")):
            elsewhere.append(route.request.url)
        route.continue_()

    page.route("**/*", watch)
    tablet.go("/api/v1/docs/")
    tables = page.locator("#operations-tables-tables_list")
    expect(page.locator(".opblock")).to_have_count(len({each["operation"] for each in examples()}))
    tables.locator("button").first.click()
    tables.get_by_role("button", name="Try it out").click()
    tables.get_by_role("button", name="Execute").click()
    expect(tables.locator(".live-responses-table tbody .response-col_status")).to_contain_text("200")
    expect(tables.locator(".live-responses-table")).to_contain_text(desk.session.table.name)
    recorded = page.locator(".opblock-post").first
    recorded.locator("button").first.click()
    expect(recorded.locator(".opblock-body")).to_be_visible()
    expect(recorded.get_by_role("button", name="Try it out")).to_have_count(0)
    assert elsewhere == []
