"""A sale, a mistake and its void in a real browser: which way the money goes is typed or asked, never guessed."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from cage.models import BuyIn, CashOut, SlipVoid
from tests.support.arranged import arranged_to_commit
from tests.support.browser import SIZES, Drawer, Tablet, one_way
from tests.support.desk import Desk, open_desk_now

MOST = 6
"""Keys for a sale to a known player besides the digits of the amount."""


@arranged_to_commit
def desk() -> Desk:
    """A room at play now, with a few people whom it knows."""
    desk = open_desk_now()
    for name in ("Leif", "Bo Lund"):
        desk.player(name)
    return desk


@pytest.fixture(params=list(one_way(SIZES, said=__name__)))
def window(desk: Desk, tablets: Drawer, request: pytest.FixtureRequest) -> Tablet:
    """The cashier's tablet, at the window, held either way."""
    tablet = tablets.take(desk.cashier, size=SIZES[request.param])
    tablet.go(reverse("cage"))
    expect(tablet.page.get_by_role("searchbox")).to_be_focused()
    return tablet


def by_letters(window: Tablet) -> None:
    window.type("lei")
    _found(window, "lei")
    window.press("Enter")
    expect(window.page.get_by_text("Sell chips S or pay out P?")).to_be_visible()
    window.press("s")
    expect(window.page.locator("#buy_amount")).to_be_focused()
    window.type("100")
    window.press("Enter")


def by_plus(window: Tablet) -> None:
    window.type("leif")
    _found(window, "leif")
    window.press("+")
    expect(window.page.locator("#buy_amount")).to_be_focused()
    window.type("100")
    window.press("Enter")


def by_one_line(window: Tablet) -> None:
    window.type("le+100")
    _found(window, "le+100")
    window.press("Enter")
    expect(window.page.get_by_role("button", name="Take the cash")).to_be_focused()
    window.press("Enter")


def _found(window: Tablet, letters: str) -> None:
    expect(window.page.locator(f"#results[data-found='{letters}'] a")).to_have_count(1)


@pytest.mark.parametrize("way", [by_letters, by_plus, by_one_line])
def test_a_sale_to_a_known_player_takes_six_keys(desk: Desk, tablets: Drawer, way: Callable[[Tablet], None]) -> None:
    window = tablets.take(desk.cashier)
    window.go(reverse("cage"))
    expect(window.page.get_by_role("searchbox")).to_be_focused()
    way(window)
    expect(window.page.locator(".receipt")).to_contain_text("$100")
    assert (window.strokes <= MOST + len("100"), window.taps) == (True, 0), window.strokes
    assert BuyIn.objects.get().player.display_name == "Leif"


def test_the_same_line_twice_never_sells_and_pays(window: Tablet) -> None:
    for _ in range(2):
        window.type("leif 100")
        _found(window, "leif 100")
        window.press("Enter")
        expect(window.page.get_by_text("Sell chips S or pay out P?")).to_be_visible()
        window.press("Enter")
        window.go(reverse("cage"))
    assert (BuyIn.objects.count(), CashOut.objects.count()) == (0, 0)


def test_a_mistake_is_voided_and_put_right_by_keys_alone(window: Tablet) -> None:
    page = window.page
    by_plus(window)
    expect(page.locator(".receipt")).to_contain_text("$100")
    page.locator("#receipt-title").click()
    window.press("v")
    expect(page.get_by_role("heading", name="Void receipt")).to_be_visible()
    window.look()
    page.get_by_label("What was wrong").focus()
    window.type("the wrong player")
    window.press("Enter")
    expect(page.locator(".receipt").first).to_contain_text("VOID")
    expect(page.locator(".receipt").first).to_contain_text("the wrong player")
    window.look()
    voided = SlipVoid.objects.get()
    page.get_by_role("searchbox").focus()
    window.type("bo+100")
    _found(window, "bo+100")
    window.press("Enter")
    expect(page.get_by_role("button", name="Take the cash")).to_be_focused()
    window.press("Enter")
    expect(page.locator(".receipt")).to_contain_text(f"voided by {voided.receipt}")
    right = BuyIn.objects.get(player__display_name="Bo Lund")
    assert right.corrects == voided
