"""A fill from asking to receipt, and a count of a tray, in a real browser: few taps, each act one big button."""

from django.urls import reverse
from playwright.sync_api import expect

from cage.models import TransitSlip, TrayCount
from config.staff.models import User
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet, either_way
from tests.support.desk import open_desk_now
from tests.support.slips import Slips

S = TransitSlip.State


@arranged_to_commit
def slips() -> Slips:
    """A room at play now; whoever signs at another's tablet has a PIN."""
    slips = Slips(open_desk_now())
    for who in (slips.floor, slips.runner, slips.dealer, slips.desk.manager):
        set_own_pin(person=who, pin="4711", at=slips.desk.now)
    return slips


def signs(tablet: Tablet, label: str, who: User, pin: int = 0) -> None:
    """Somebody enters badge and PIN."""
    tablet.page.get_by_label(label).first.fill(who.badge_number)
    tablet.page.get_by_label("Their PIN").nth(pin).fill("4711")


@either_way
def test_a_fill_goes_from_asking_to_receipt(slips: Slips, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(slips.desk.cashier, size=size)
    page = tablet.page
    tablet.go(reverse("drawer", args=[slips.desk.drawer.pk]))
    tablet.tap("Ask for a fill")
    tablet.look()
    page.get_by_label("100, pieces, chips", exact=True).click()
    tablet.taps += 1
    tablet.type("3")
    tablet.tap("Ask for it")
    assert tablet.taps <= 3
    expect(page.get_by_text("is asked for.")).to_be_visible()
    tablet.look()
    signs(tablet, "Badge of who signs", slips.floor)
    tablet.tap("Authorise it")
    signs(tablet, "Badge of who signs", slips.desk.manager)
    signs(tablet, "Badge of who carries it", slips.runner, pin=1)
    tablet.look()
    tablet.tap("Send it from the vault")
    page.get_by_label("100, pieces, chips", exact=True).first.fill("3")
    tablet.look()
    tablet.tap("Received at Window 1")
    expect(page.get_by_text("is received.")).to_be_visible()
    tablet.look()
    assert TransitSlip.objects.get().state == S.RECEIVED


@either_way
def test_a_tray_is_counted_by_two(slips: Slips, tablets: Drawer, size: tuple[int, int]) -> None:
    slips.count(500_00)  # the first count that differs: the next one that finds the same is booked
    tablet = tablets.take(slips.floor, size=size)
    page = tablet.page
    tablet.go(reverse("table", args=[slips.table.pk]))
    tablet.tap("Tray")
    page.get_by_label("100, pieces, chips", exact=True).fill("5")
    expect(page.locator("[data-value='10000'] output").first).to_have_text("500")
    signs(tablet, "Badge of who counted with you", slips.dealer)
    tablet.look()
    tablet.tap("Enter the count")
    expect(page.get_by_text("signed by both")).to_be_visible()
    assert TrayCount.objects.get(is_first=False).chips_amount == 500_00
    tablet.go("/floor/")
    tablet.look()
