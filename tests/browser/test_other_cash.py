"""Chips that the books don't know, and a patron without a document, at the window of a real browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from cage.models import BuyIn, CashOut, CashSlip
from tests.support.arranged import arranged_to_commit
from tests.support.browser import SIZES, Drawer, Tablet, one_way
from tests.support.desk import Desk, open_desk_now


@arranged_to_commit
def desk() -> Desk:
    """A room at play now, with somebody whom it knows, who has bought chips."""
    desk = open_desk_now()
    desk.buy_in(desk.player("Leif"), 100_00)
    return desk


@pytest.fixture(params=list(one_way(SIZES, said=__name__)))
def window(desk: Desk, tablets: Drawer, request: pytest.FixtureRequest) -> Tablet:
    """The cashier's tablet, at the window, held either way."""
    tablet = tablets.take(desk.cashier, size=SIZES[request.param])
    tablet.go(reverse("cage"))
    expect(tablet.page.get_by_role("searchbox")).to_be_focused()
    return tablet


def test_chips_from_abroad_and_a_patron_without_a_document(window: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    enough_is_out: tuple[dict[str, object], str] = {}, ""  # chips of days before, which the test's books don't have
    monkeypatch.setattr("cage.services.presented.ask_about_more_than_is_out", lambda *_, **__: enough_is_out)
    page = window.page
    window.type("leif -250")
    expect(page.locator("#results[data-found='leif -250'] a")).to_have_count(1)
    window.press("Enter")
    expect(page.get_by_role("heading", name="Chips that the books don’t know")).to_be_visible()
    expect(page.locator("#serve")).to_contain_text("Beyond the books")
    window.look()
    page.locator("#present-title").click()
    window.press("2")
    expect(page.locator(".receipt")).to_contain_text("brought back")
    assert (CashOut.objects.get().amount, CashSlip.objects.get().amount) == (100_00, 150_00)
    assert window.strokes <= 2 + len("leif -250")

    page.locator("#receipt-title").click()
    window.press("d")
    expect(page.get_by_role("heading", name="A patron without a document")).to_be_visible()
    before = window.taps
    for words in ("woman", "30–44", "short", "red hair"):
        window.tap(page.get_by_role("radio", name=words, exact=True))
    window.look()
    window.tap(page.get_by_role("button", name="That is the patron"))
    expect(page.locator("#buy_amount")).to_be_focused()
    assert window.taps - before == 5
    window.type("100")
    window.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("woman, 30–44, short")
    assert BuyIn.objects.latest("pk").player.is_described

    window.go(reverse("petty") + "?kind=po&amount=5&what=taxi")
    window.look()


LINES = {
    "te 120 leif": ("Take the entry", "", 120_00),
    "tp 30 leif": ("Pay the prize", "", 30_00),
    "pp 20 leif": ("Pay the promotion", "Aces cracked", 20_00),
    "cp 20 leif": ("Pay the comp", "dinner", 20_00),
}


@pytest.mark.parametrize("line", list(LINES))
def test_a_line_and_enter_do_what_the_button_says_once(desk: Desk, tablets: Drawer, line: str) -> None:
    button, words, amount = LINES[line]
    window = tablets.take(desk.cashier)
    page = window.page
    window.go(reverse("cage"))
    window.type(line)
    expect(page.locator(f"#results[data-found='{line}'] a")).to_have_count(1)
    page.keyboard.down("Enter")
    waiting = page.locator("#other_what") if words else page.get_by_role("button", name=button)
    expect(waiting).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.reload()
    expect(waiting).to_be_focused()
    assert not CashSlip.objects.exists(), "a key that is held down takes nothing"
    if words:
        window.type(words)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".receipt")).to_be_visible()
    assert [slip.amount for slip in CashSlip.objects.all()] == [amount]


def test_enter_presses_the_button_from_anywhere_on_the_page(window: Tablet, desk: Desk) -> None:
    window.go(reverse("cage_player", args=[desk.player("Tess").pk]) + "?do=te&amount=40")
    window.page.locator("#other-title").click()
    window.press("Enter")
    expect(window.page.locator(".receipt")).to_be_visible()
    assert CashSlip.objects.get().amount == 40_00
