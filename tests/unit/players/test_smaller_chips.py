"""The room's smallest chip was raised: what people hold in smaller ones can be counted, paid out and taken along."""

import pytest

from cage.models import Drawer
from config.audit.books import audit
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.people import signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    return open_desk()


def raise_chip(desk: Desk) -> None:
    desk.room.smallest_chip = 5_00
    desk.room.save()
    for kept in (desk.session, desk.drawer):
        kept.refresh_from_db()
    assert isinstance(desk.drawer, Drawer)


def faults() -> list[tuple[str, ...]]:
    return [finding.faults for finding in audit() if not finding.holds]


def test_a_rack_of_smaller_chips_is_cashed_out(desk: Desk) -> None:
    whole, parts = desk.player(), desk.player()
    for player in (whole, parts):
        desk.buy_in(player, 259_00)
    raise_chip(desk)
    assert desk.cash_out(whole, 259_00).amount == 259_00
    desk.cash_out(parts, 200_00)
    refused("not_chip_multiple", lambda: desk.cash_out(parts, 57_00))
    desk.cash_out(parts, 9_00)
    desk.cash_out(parts, 50_00)
    assert (desk.rack(whole), desk.rack(parts)) == (0, 0)
    refused("not_chip_multiple", lambda: desk.buy_in(desk.player(), 259_00))
    assert faults() == []


def test_the_window_takes_it_too(desk: Desk) -> None:
    player = desk.player()
    desk.buy_in(player, 259_00)
    raise_chip(desk)
    sent = {"key": key(), "drawer": desk.drawer.pk, "amount": "259"}
    answer = signed_in(desk.cashier).post(f"/cage/players/{player.pk}/cash-out/", sent)
    assert (answer.status_code, desk.rack(player)) == (303, 0)


def test_a_stack_of_smaller_chips_is_counted_and_leaves(desk: Desk) -> None:
    as_booked, less, wrong = (desk.seated(259_00, seat=seat) for seat in (1, 2, 3))
    raise_chip(desk)
    desk.leave(as_booked, counted=259_00)
    desk.leave(less, **desk.counted(254_00))
    refused("not_chip_multiple", lambda: desk.leave(wrong, **desk.counted(256_00)))
    assert (desk.rack(as_booked.player), desk.rack(less.player)) == (259_00, 254_00)
    assert faults() == []


def test_the_least_buy_in_is_told_in_the_larger_chips_and_never_below_the_plaque(desk: Desk) -> None:
    desk.room.smallest_chip = 30_00
    desk.room.save()
    for kept in (desk.session, desk.drawer):
        kept.refresh_from_db()
    refused("short_buy", lambda: desk.buy_in(desk.player(), 90_00), least=120_00, most=300_00)
    assert desk.buy_in(desk.player(), 120_00).amount == 120_00
