"""Dealers in a real browser, both ways of holding it: pushed in a tap, on break, off shift, and their pace."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config.staff.models import User
from games.services import record_tick
from tables.models import Dealer, DealerShift, Down
from tables.services import put_in, register_dealer, start_shift
from tests.support.browser import Drawer, Tablet
from tests.support.desk import Desk, key, person


@pytest.fixture
def floor(desk: Desk) -> User:
    """The supervisor of the room."""
    return person(desk.room, "floor")


def _line(desk: Desk, *names: str) -> None:
    """Dealers on shift; the first of them deals at the table."""
    for number, name in enumerate(names):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **desk.by())
        start_shift(dealer=dealer, **desk.by())
        if not number:
            put_in(session=desk.session, dealer=dealer, **desk.by())


def _at_the_line(tablets: Drawer, floor: User, size: tuple[int, int]) -> Tablet:
    tablet = tablets.take(floor, size=size)
    tablet.go(reverse("dealers"))
    return tablet


def _said(tablet: Tablet, words: str) -> None:
    expect(tablet.page.get_by_role("status")).to_contain_text(words)


def test_the_line_is_pushed_in_one_tap(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    _line(desk, "Kim", "Lee")
    tablet = _at_the_line(tablets, floor, size)
    tablet.look()
    tablet.tap(f"Push: Lee in at {desk.session.table}")
    _said(tablet, f"Pushed: Lee to {desk.session.table}.")
    assert tablet.taps == 1
    assert Down.objects.get(ended_at=None).shift.dealer.display_name == "Lee"


def test_a_new_dealer_is_on_shift_in_two_taps_and_in_the_box_in_two(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    """With the line empty the page says which table has nobody, and its button puts the dealer there."""
    tablet = _at_the_line(tablets, floor, size)
    page = tablet.page
    expect(page.locator("main")).to_contain_text("1 without a dealer")
    tablet.tap(page.locator("summary", has_text="A new dealer"))
    page.locator("[name=badge_number]").fill("D7")
    page.locator("[name=display_name]").fill("Kim")
    tablet.look()
    tablet.tap("Put on the list, on shift now")
    _said(tablet, "Kim")
    assert tablet.taps == 2
    tablet.tap(page.get_by_label(f"Change the dealer of {desk.session.table}"))
    tablet.look()
    tablet.tap("Kim in")
    expect(page.locator("main")).not_to_contain_text("without a dealer")
    assert tablet.taps == 4
    assert Down.objects.get(ended_at=None).shift.dealer.display_name == "Kim"


def test_a_dealer_goes_on_break_in_two_taps_and_home_in_one(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    _line(desk, "Kim", "Lee")
    tablet = _at_the_line(tablets, floor, size)
    page = tablet.page
    tablet.tap(page.get_by_label(f"Change the dealer of {desk.session.table}"))
    tablet.look()
    tablet.tap("Tap Kim out")
    expect(page.locator("main")).to_contain_text("no dealer")
    assert tablet.taps == 2
    assert not Down.objects.filter(ended_at=None).exists()
    tablet.look()
    tablet.tap(page.get_by_label("End the shift of Kim"))
    expect(page.get_by_label("Kim comes on")).to_be_visible()
    assert tablet.taps == 3
    assert DealerShift.objects.get(dealer__display_name="Kim").ended_at is not None
    tablet.tap(page.get_by_label("Kim comes on"))
    expect(page.get_by_label("End the shift of Kim")).to_be_visible()
    assert tablet.taps == 4
    assert Dealer.objects.count() == 2


def test_the_pace_of_dealers_is_a_tap_from_the_line(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    _line(desk, "Kim", "Lee")
    desk.seated(200_00, seat=1)
    desk.seated(200_00, seat=2)
    record_tick(session=desk.session, rake_taken=300, promo_taken=0, key=key(), **desk.by())
    tablet = _at_the_line(tablets, floor, size)
    tablet.tap("Hands per hour")
    expect(tablet.page.get_by_role("region", name="Hands per hour")).to_contain_text("Kim")
    assert tablet.taps == 1
    tablet.look()
