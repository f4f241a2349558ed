"""A runner's sale at the table, and a player's bank at the window, in a real browser held either way."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from cage.models import Drawer
from cage.selectors.banks import bank_of, kept_in
from config.staff.models import User
from tests.support.arranged import arranged_to_commit
from tests.support.banks import BANK_PIN, a_runner, papers
from tests.support.browser import SIZES, one_way
from tests.support.browser import Drawer as Tablets
from tests.support.desk import Desk, open_desk_now, person


@arranged_to_commit
def desk() -> Desk:
    """A room at play now, with a player in a seat and a runner with a bank."""
    desk = open_desk_now()
    desk.seated(100_00, player=desk.player("Bo Lund"))
    desk.player("Leif", **papers())
    a_runner(desk, by=person(desk.room, "runner"))
    return desk


@pytest.mark.parametrize("held", one_way(SIZES, said="sale"))
def test_a_runner_sells_in_three_taps_from_the_table(
    desk: Desk, tablets: Tablets, held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cage.services.same_again.A_MOMENT", timedelta())  # the sale before was a while ago
    runner = User.objects.get(staff_roles__role="runner")
    tablet = tablets.take(runner, size=SIZES[held])
    tablet.go(reverse("runner_table", args=[desk.session.pk]))
    tablet.look()
    tablet.tap("Seat 1: Bo Lund")
    tablet.look()
    tablet.tap(tablet.page.locator(".quick").get_by_role("button", name="100", exact=True))
    tablet.tap("Take the cash")
    expect(tablet.page.get_by_text("100 sold to Bo Lund")).to_be_visible()
    assert tablet.taps == 3
    assert desk.stack(desk.session.sittings.get()) == 200_00
    tablet.tap("Void receipt")
    tablet.look()
    tablet.go(reverse("runner"))
    tablet.look()


@pytest.mark.parametrize("held", one_way(SIZES, said="bank"))
def test_a_bank_is_opened_filled_and_bought_from(desk: Desk, tablets: Tablets, held: str) -> None:
    window = tablets.take(desk.cashier, size=SIZES[held])
    page = window.page
    window.go(reverse("cage"))
    window.type("bank leif +500")
    expect(page.locator("#results[data-found='bank leif +500'] a")).to_have_count(1)
    window.press("Enter")
    expect(page).to_have_url(re.compile("bank_put"))
    window.look()
    page.locator("#open_form_number").fill("F-12")
    page.locator("#open_bank_pin").fill(BANK_PIN)
    window.tap("Open the bank")
    window.tap("Put cash in")
    page.locator("#bank_amount").fill("500")
    page.locator("#bank_bank_pin").fill(BANK_PIN)
    window.look()
    window.tap("Take the cash")
    expect(page.locator(".receipt")).to_contain_text("$500")
    window.look()
    window.tap("Bank of Leif")
    window.tap("Buy chips from it")
    page.locator("#bank_amount").fill("200")
    page.locator("#bank_bank_pin").fill(BANK_PIN)
    window.tap("Hand over the chips")
    expect(page.locator(".receipt")).to_contain_text("From the bank")
    leif = desk.room.player_banks.get().player
    found = bank_of(desk.room, leif)
    assert found is not None
    assert (kept_in(found), desk.rack(leif)) == (300_00, 200_00)
    for address in (reverse("bank_account_statement", args=[leif.pk]), reverse("banks"), reverse("tokes")):
        window.go(address)
        window.look()


def test_the_floor_leads_a_runner_to_the_seats(desk: Desk, tablets: Tablets) -> None:
    tablet = tablets.take(User.objects.get(staff_roles__role="runner"))
    tablet.go(reverse("table", args=[desk.session.table_id]))
    tablet.tap("Sell chips")
    tablet.tap("Seat 1: Bo Lund")
    expect(tablet.page.get_by_role("button", name="Take the cash")).to_be_visible()
    assert Drawer.objects.filter(kind=Drawer.Kind.RUNNER).count() == 1
