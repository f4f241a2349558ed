"""The cage in a real browser: a buy-in by keyboard alone, nothing overflows, everything is reachable."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from cage.models import BuyIn, CashOut
from players.models import Sitting
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.desk import Desk, open_desk, person

MOST_STROKES = 6
"""Keys for a sale to a known player besides the digits of the amount, from the cage's page to its receipt."""
MOST_TO_REGISTER = 3
"""Keys besides the letters of the name and the digits of the amount: the search, the form and the sale, no tab."""


@arranged_to_commit
def desk() -> Desk:
    """A room that is ready for play, with people of similar names."""
    desk = open_desk()
    desk.room.helpline = "Gambling problem? Call 1-800-GAMBLER."
    desk.room.save()
    for name in ("Annabel Lee", "Hannah Moss", "Bo Lund"):
        desk.player(name, legal_name=f"{name} of Baltimore")
    return desk


@pytest.fixture
def cage(desk: Desk, tablets: Drawer) -> Tablet:
    """The cashier's tablet, at the window."""
    tablet = tablets.take(desk.cashier)
    tablet.go(reverse("cage"))
    expect(tablet.page.get_by_role("searchbox")).to_be_focused()
    return tablet


def found(tablet: Tablet, letters: str, count: int) -> None:
    """The list shows that many for these letters."""
    expect(tablet.page.locator(f"#results[data-found='{letters}'] a")).to_have_count(count)


def test_a_buy_in_takes_six_keys_and_no_finger(cage: Tablet) -> None:
    page = cage.page
    cage.type("bo")
    found(cage, "bo", 1)
    cage.press("Enter")
    expect(page.get_by_text("Sell chips S or pay out P?")).to_be_visible()
    cage.press("s")
    expect(page.locator("#buy_amount")).to_be_focused()
    cage.type("250")
    cage.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("$250")
    assert cage.strokes <= MOST_STROKES + len("250")
    assert cage.taps == 0
    expect(page.locator(".receipt")).to_contain_text("1-800-GAMBLER")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert BuyIn.objects.get().amount == 250_00


def test_arrows_choose_and_a_refusal_keeps_the_focus_in_the_amount(cage: Tablet) -> None:
    page = cage.page
    cage.type("ann")
    found(cage, "ann", 2)
    cage.press("ArrowDown", "ArrowDown", "ArrowUp")
    expect(page.locator("#results a").first).to_be_focused()
    cage.press("Enter")
    expect(page.locator("#serve h2").first).to_be_visible()
    cage.press("s")
    expect(page.locator("#buy_amount")).to_be_focused()
    cage.type("50")
    cage.press("Enter")
    expect(page.get_by_text("50 is a short buy")).to_be_visible()
    expect(page.locator("#buy_amount")).to_be_focused()
    cage.press("Control+a")
    cage.type("250")
    cage.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("$250")


def test_enter_takes_the_first_only_of_what_was_typed(cage: Tablet) -> None:
    cage.type("ann")
    found(cage, "ann", 2)
    cage.type("abel")
    cage.press("Enter")
    expect(cage.page.locator("#serve h2").first).to_have_text("Annabel Lee")


def test_amounts_by_tap_and_a_double_click(cage: Tablet, desk: Desk) -> None:
    page, ann = cage.page, desk.player("Ann")
    cage.go(reverse("cage_player", args=[ann.pk]))
    cage.tap(page.get_by_role("button", name="300", exact=True))
    expect(page.locator("#buy_amount")).to_have_value("300")
    cage.button("Take the cash").dblclick()
    expect(page.locator(".receipt")).to_be_visible()
    assert BuyIn.objects.count() == 1
    cage.tap("Ann again")
    expect(page.get_by_text("Sell chips S or pay out P?")).to_be_visible()
    cage.tap("All, 300")
    cage.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("Cash paid")
    assert CashOut.objects.count() == 1


def test_the_floor_seats_and_lets_leave(desk: Desk, tablets: Drawer) -> None:
    ann = desk.player("Ann")
    desk.buy_in(ann, 250_00)
    floor = tablets.take(person(desk.room, "floor"))
    floor.go(reverse("seat", args=[desk.session.table_id, 3]))
    floor.tap("Ann")
    floor.tap("Sits down")
    floor.page.wait_for_url(f"**/tables/{desk.session.table_id}/")
    assert Sitting.objects.get(player=ann).seat == 3
    floor.go(reverse("seat", args=[desk.session.table_id, 3]))
    floor.page.locator("summary", has_text="Leaves").click()
    floor.tap("Leaves with their chips")
    floor.page.wait_for_url(f"**/tables/{desk.session.table_id}/")
    assert Sitting.objects.get(player=ann).left_with == 250_00


def test_every_page_fits_and_reads(desk: Desk, tablets: Drawer) -> None:
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
        tablet = tablets.take(user)
        for address in addresses:
            tablet.go(address)
            tablet.look()


def test_a_new_player_is_registered_and_served_by_keys_alone(cage: Tablet) -> None:
    page = cage.page
    cage.type("zora moss")
    found(cage, "zora moss", 1)
    cage.press("Enter")
    expect(page.get_by_label("Name at the table")).to_be_focused()
    cage.look()
    page.get_by_label("Name at the table").focus()
    cage.press("Enter")
    expect(page.locator("#buy_amount")).to_be_focused()
    cage.type("250")
    cage.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("$250")
    assert cage.taps == 0
    assert cage.strokes <= len("zora moss") + len("250") + MOST_TO_REGISTER
    assert BuyIn.objects.get().player.display_name == "zora moss"
