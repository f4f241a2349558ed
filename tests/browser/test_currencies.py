"""Sums that a page adds up itself while somebody types, in rooms whose currency has no decimals, or three."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import Drawer
from tests.support.desk import at_play_now, open_desk
from tests.support.drawers import close_exactly

YEN = {"currency": "JPY", "currency_symbol": "¥", "exponent": 0}
DINAR = {"currency": "KWD", "currency_symbol": "KD", "exponent": 3}


@pytest.mark.parametrize(("money", "sum_of_three"), [(YEN, "300"), (DINAR, "0.300")], ids=["yen", "dinar"])
def test_a_count_adds_up_in_the_rooms_money(money: dict[str, object], sum_of_three: str, tablets: Drawer) -> None:
    desk = open_desk(**money)  # type: ignore[arg-type]  # settings of the room
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at())
    at_play_now(desk)
    tablet = tablets.take(desk.cashier)
    tablet.go(reverse("drawer", args=[desk.drawer.pk]))
    field = tablet.page.locator("[name=chips_100]")
    field.fill("3")
    expect(tablet.page.locator("tr", has=field)).to_contain_text(sum_of_three)
    tablet.look()
