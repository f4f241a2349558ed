"""The cage in a real browser: a buy-in by keyboard alone, nothing overflows, everything is reachable."""

import os
import time
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connections
from django.urls import reverse
from playwright.sync_api import Page, expect, sync_playwright

from players.models import BuyIn, CashOut, Sitting
from tests.support.desk import Desk, open_desk, person
from tests.support.people import signed_in

SIZES = ((1024, 768), (768, 1024))
FASTEST = 10.0  # seconds for a buy-in, by a script that types like a person


@pytest.fixture
def desk(committed_db: str, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A room that is ready for play; the browser's loop runs beside the database's connection, not in it."""
    monkeypatch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    desk = open_desk()
    desk.room.helpline = "Gambling problem? Call 1-800-GAMBLER."
    desk.room.save()
    for name in ("Annabel Lee", "Hannah Moss", "Bo Lund"):
        desk.player(name, legal_name=f"{name} of Baltimore")
    return desk


@pytest.fixture
def page(desk: Desk, live_server: object, chromium: str) -> Iterator[Page]:
    """The cashier's tablet; what the browser complains of fails the test."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(base_url=live_server.url, viewport={"width": 1024, "height": 768})  # type: ignore[attr-defined]
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        sign_in(opened, desk.cashier)
        yield opened
        context.close()
        browser.close()
        connections.close_all()  # those made beside the browser's loop, which no other fixture sees
    assert [text for text in complaints if "422" not in text] == []


def sign_in(page: Page, user: object) -> None:
    """Take over the session of somebody who has signed in."""
    address = page.context.request.get("/healthz/").url.removesuffix("healthz/")
    cookies = signed_in(user).cookies  # type: ignore[arg-type]
    page.context.add_cookies([{"name": name, "value": kept.value, "url": address} for name, kept in cookies.items()])


def test_a_buy_in_needs_a_keyboard_and_no_time(page: Page, desk: Desk) -> None:
    page.goto(reverse("cage"))
    began = time.monotonic()
    page.keyboard.type("ann", delay=60)
    expect(page.locator("#results a")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#results a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#buy_amount")).to_be_focused()
    page.keyboard.type("50", delay=60)
    page.keyboard.press("Enter")
    expect(page.get_by_text("50 is a short buy")).to_be_visible()
    expect(page.locator("#buy_amount")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("250", delay=60)
    page.keyboard.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("$250")
    assert time.monotonic() - began < FASTEST
    expect(page.locator(".receipt")).to_contain_text("1-800-GAMBLER")
    expect(page.locator("input[name=q]")).to_be_focused()
    assert BuyIn.objects.get().amount == 250_00


def test_enter_takes_the_first_only_of_what_was_typed(page: Page, desk: Desk) -> None:
    page.goto(reverse("cage"))
    page.keyboard.type("ann")
    expect(page.locator("#results a")).to_have_count(2)
    page.keyboard.type("abel")
    page.keyboard.press("Enter")
    expect(page.locator("#serve h2").first).to_have_text("Annabel Lee")


def test_amounts_by_tap_and_a_double_click(page: Page, desk: Desk) -> None:
    ann = desk.player("Ann")
    page.goto(reverse("cage_player", args=[ann.pk]))
    page.get_by_role("button", name="300", exact=True).click()
    expect(page.locator("#buy_amount")).to_have_value("300")
    page.get_by_role("button", name="Take the cash").dblclick()
    expect(page.locator(".receipt")).to_be_visible()
    assert BuyIn.objects.count() == 1
    page.get_by_role("link", name="Ann again").click()
    expect(page.locator("#cash_amount")).to_be_focused()
    page.get_by_role("button", name="All, 300").click()
    page.keyboard.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("Cash paid")
    assert CashOut.objects.count() == 1


def test_the_floor_seats_and_lets_leave(page: Page, desk: Desk) -> None:
    ann = desk.player("Ann")
    desk.buy_in(ann, 250_00)
    sign_in(page, person(desk.room, "floor"))
    page.goto(reverse("seat", args=[desk.session.table_id, 3]))
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Sits down").click()
    page.wait_for_url(f"**/tables/{desk.session.table_id}/")
    assert Sitting.objects.get(player=ann).seat == 3
    page.goto(reverse("seat", args=[desk.session.table_id, 3]))
    page.locator("summary", has_text="Leaves").click()
    page.get_by_role("button", name="Leaves with his chips").click()
    page.wait_for_url(f"**/tables/{desk.session.table_id}/")
    assert Sitting.objects.get(player=ann).left_with == 250_00


def test_every_page_fits_and_reads(page: Page, desk: Desk) -> None:
    sitting = desk.seated(
        200_00, seat=2, player=desk.player("Somebody With Quite A Long Name Indeed", legal_name="A B C")
    )
    waiting = desk.player("Waiting")
    bought = desk.buy_in(waiting, 150_00)
    paid = desk.cash_out(waiting, 50_00)
    table = desk.session.table_id
    desk.open_table()
    pages = {
        desk.cashier: [
            reverse("cage"), f"{reverse('cage')}?q=a", reverse("players"), reverse("player_new"),
            reverse("cage_player", args=[sitting.player_id]), reverse("cage_player", args=[waiting.pk]),
            reverse("buy_in_receipt", args=[bought.pk]), reverse("cash_out_receipt", args=[paid.pk]),
        ],
        desk.manager: [
            reverse("drawers"), reverse("player", args=[sitting.player_id]), reverse("player_edit", args=[waiting.pk]),
            reverse("seat", args=[table, 1]), reverse("seat", args=[table, 2]),
            f"{reverse('seat', args=[table, 1])}?player={waiting.pk}",
        ],
    }  # fmt: skip
    for user, addresses in pages.items():
        sign_in(page, user)
        for address in addresses:
            fits_and_reads(page, address)


def fits_and_reads(page: Page, address: str) -> None:
    """No sideways scrolling, targets of 44 px, no accessibility fault, at both ways of holding a tablet."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.goto(address).ok, address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        small = page.evaluate(SMALL_TARGETS)
        assert small == [], address
        if folder := os.environ.get("CARDROOM_SHOTS"):
            name = address.strip("/").replace("/", "-").replace("?", "-")
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
    assert Axe().run(page).response["violations"] == [], address


SMALL_TARGETS = """() => {
  const targets = "main button, main input:not([type=hidden]), main select, main summary, main .button";
  return [...document.querySelectorAll(targets)]
    .filter((each) => each.checkVisibility() && !each.matches(".small"))
    .filter((each) => each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML.slice(0, 120));
}"""
