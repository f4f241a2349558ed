"""Chips, exchanges and receipts in a real browser: sums as one types, the desk keeps the focus."""

from django.urls import reverse
from playwright.sync_api import expect

from cage.models import ChipSlip, Exchange, PaperPrint
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, either_way
from tests.support.desk import Desk, open_desk_now


@arranged_to_commit
def desk() -> Desk:
    """A room at play whose cashier and supervisor have a PIN."""
    desk = open_desk_now()
    for person in (desk.cashier, desk.second):
        set_own_pin(person=person, pin="4711", at=desk.now)
    return desk


@either_way
def test_a_manager_receives_a_set_by_its_pieces(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(desk.manager, size=size)
    page = tablet.page
    tablet.go(reverse("chip_sets"))
    page.locator("summary", has_text="Receive chips").click()
    tablet.look()
    page.get_by_label("Name of the new set").fill("Blue")
    page.get_by_label("Use of the new set").select_option("secondary")
    form = page.locator("form.pieces").first
    form.get_by_label("100, pieces", exact=True).fill("300")
    tablet.press("Enter")
    expect(form.get_by_label("25, pieces", exact=True)).to_be_focused()
    tablet.type("40")
    expect(form.locator("[data-sum]")).to_have_text("31,000")
    form.get_by_label("Where from, by which papers").fill("delivery note 17")
    form.get_by_label("Second person’s badge").fill(desk.cashier.badge_number)
    form.get_by_label("Their PIN").fill("4711")
    tablet.tap("Into the vault")
    expect(page.locator(".receipt")).to_contain_text("Receipt of chips")
    tablet.look()
    assert ChipSlip.objects.latest("pk").amount == 31_000_00
    tablet.tap(page.get_by_role("navigation", name="The cage").get_by_role("link", name="Chips of the house"))
    expect(page.get_by_role("heading", name="Blue")).to_be_visible()
    tablet.look()


def test_an_exchange_is_typed_in_one_line(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.cashier, size=(1180, 820))
    page = tablet.page
    tablet.go(reverse("cage"))
    tablet.type("x 4x25=1x100")
    expect(page.locator("#results")).to_contain_text("Even exchange")
    tablet.press("Enter")
    expect(page.locator("[data-sum='in']")).to_have_text("100")
    expect(page.locator("[data-sum='out']")).to_have_text("100")
    expect(page.get_by_role("button", name="Exchange")).to_be_focused()
    more = page.locator("input[name='in_2500']")
    more.fill("5")
    expect(page.locator("[data-sum='in']")).to_have_text("125")
    expect(page.locator("[data-sum='out']")).to_have_text("100")
    more.fill("4")
    page.get_by_role("button", name="Exchange").focus()
    tablet.look()
    tablet.press("Enter")
    expect(page.get_by_text("100 exchanged.")).to_be_visible()
    assert Exchange.objects.get().amount == 100_00


@either_way
def test_a_receipt_is_one_tap_away_and_the_desk_keeps_the_focus(
    desk: Desk, tablets: Drawer, size: tuple[int, int]
) -> None:
    bought = desk.buy_in(desk.player("Ann"), 250_00)
    tablet = tablets.take(desk.cashier, size=size)
    page = tablet.page
    page.context.add_init_script("window.close = () => {}; window.print = () => { document.title = 'printed'; };")
    tablet.go(reverse("buy_in_receipt", args=[bought.pk]))
    expect(page.get_by_label("Player: name, document or number")).to_be_focused()
    tablet.look()
    with page.context.expect_page() as opened:
        tablet.tap("Print")
    paper = opened.value
    expect(paper.locator(".receipt")).to_contain_text("$250")
    paper.wait_for_function("() => document.title === 'printed'")
    assert paper.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    paper.close()
    assert tablet.taps == 1
    assert PaperPrint.objects.get().number == 1
    expect(page.locator(".receipt")).to_contain_text("Receipt 1")
    page.get_by_label("Player: name, document or number").press_sequentially("An")
    expect(page.locator("#results")).to_contain_text("Ann")
