"""A drawer opened, closed and handed over in a real browser: few taps, and no sum beside the sheet."""

from django.urls import reverse
from playwright.sync_api import expect

from cage.models import DrawerSession, DrawerVariance
from cage.services.drawers import tills_of
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.desk import Desk, open_desk_now
from tests.support.drawers import close_exactly, running

S = DrawerSession.State


@arranged_to_commit
def desk() -> Desk:
    """A room whose drawer was closed with 50,000 in chips and 10,000 in cash; a supervisor has a PIN."""
    desk = open_desk_now()
    set_own_pin(person=desk.second, pin="4711", at=desk.now)
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.now)
    return desk


@either_way
def test_a_cashier_opens_and_closes_with_a_few_taps(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(desk.cashier, size=size)
    page = tablet.page

    def count() -> None:
        """A hundred hundreds in cash, ten chips of five thousand: the first line of each."""
        page.get_by_label("100, pieces, cash").click()
        tablet.type("100")
        page.get_by_label("5,000, pieces, chips").click()
        tablet.type("10")
        tablet.taps += 2

    tablet.go(reverse("cage"))
    tablet.tap("Open Window 1")
    tablet.look()
    count()
    expect(page.locator("[data-value='10000'] output").first).to_have_text("10,000")
    expect(page.locator("form.count-sheet")).not_to_contain_text("60,000")
    tablet.tap("Open the drawer")
    expect(page.get_by_text("is open, and you work it")).to_be_visible()
    assert tablet.taps <= 6
    assert running(desk.drawer).state == S.OPEN

    tablet.look()
    tablet.tap("Count the drawer")
    count()
    tablet.tap("Enter the count")
    expect(page.get_by_text("Somebody else counts now")).to_be_visible()
    tablet.look()
    count()
    page.get_by_label("Second person’s badge").fill(desk.second.badge_number)
    page.get_by_label("Their PIN").fill("4711")
    tablet.tap("Enter the count")
    expect(page.get_by_text("Window 1 is closed.")).to_be_visible()
    assert not DrawerSession.objects.exclude(state=S.CLOSED).exists()
    assert not DrawerVariance.objects.exists()
    assert [till.balance for till in tills_of(desk.drawer)] == [50_000_00, 10_000_00]


def test_enter_goes_on_to_the_next_line_and_a_count_is_given_up(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.cashier)
    page = tablet.page
    tablet.go(reverse("drawer", args=[desk.drawer.pk]))
    page.get_by_label("100, pieces, cash").click()
    tablet.type("99")
    tablet.press("Enter")
    expect(page.get_by_label("50, pieces, cash", exact=True)).to_be_focused()
    page.get_by_label("Racks of 100 chips", exact=True).click()
    tablet.type("2")
    tablet.press("Enter")
    expect(page.get_by_label("100, pieces, chips", exact=True)).to_be_focused()
    tablet.type("35")
    expect(page.locator("[data-value='10000'] output").last).to_have_text("23,500")
    tablet.press("Enter")
    expect(page.get_by_label("25, pieces, chips", exact=True)).to_be_focused()
    tablet.tap("Open the drawer")
    expect(page.get_by_role("heading", name="Not what the last close left")).to_be_visible()
    tablet.look()
    tablet.tap("Give the count up")
    expect(page.get_by_text("The count is given up")).to_be_visible()
    assert not DrawerSession.objects.exclude(state=S.CLOSED).exists()
