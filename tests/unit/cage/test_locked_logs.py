"""The logs of a locked day stay as they were locked, whatever is voided later (C-6)."""

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import CashOut
from cage.selectors.currency import patron_day
from cage.selectors.logs import later_voids, log_csv, presented_chips, presented_csv, transaction_log
from tests.support.arranged import arranged
from tests.support.days import end_day, lock_day, locked_day, open_drawers, tie_out
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import signed_in
from tests.support.window import a_void, before_manager, present
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A room that logs from 100.00."""
    return open_desk(log_from=100_00, void_alone=100_00)


def a_cash_out(desk: Desk) -> CashOut:
    """Cash for chips off the table: 300.00 bought, 200.00 paid."""
    player = desk.player()
    desk.buy_in(player, 300_00)
    return desk.cash_out(player, 200_00)


def void(desk: Desk, paid: CashOut) -> None:
    """Void it, by two: its day is over or it is much."""
    cage.void_cash_out(paid=paid, reason="typed twice", key=key(), second=desk.manager, **desk.by())


def test_a_void_before_the_lock_takes_its_slip_off_the_day(desk: Desk) -> None:
    paid = a_cash_out(desk)
    day = end_day(desk)
    void(desk, paid)
    tie_out(desk, day)
    lock_day(desk, day)
    open_drawers(desk)
    assert patron_day(desk.room, paid.player, day).currency_out == 0
    assert later_voids(desk.room, desk.room.gaming_day(desk.at())) == []


def test_a_void_after_the_lock_leaves_its_slip_on_the_day(desk: Desk) -> None:
    paid = a_cash_out(desk)
    day = locked_day(desk)
    before = list(log_csv(desk.room, day))
    void(desk, paid)
    assert list(log_csv(desk.room, day)) == before
    (patron,) = transaction_log(desk.room, day)
    assert (patron.day.currency_in, patron.day.currency_out) == (300_00, 200_00)
    assert [bool(line.move.voided_at) for line in patron.lines] == [False, True]


def test_the_day_of_the_void_tells_of_it_and_sums_nothing(desk: Desk) -> None:
    paid = a_cash_out(desk)
    locked_day(desk)
    void(desk, paid)
    today = desk.room.gaming_day(desk.now)
    ((player, line),) = later_voids(desk.room, today)
    assert (player, line.move.receipt, line.move.amount) == (paid.player, paid.receipt, 200_00)
    assert patron_day(desk.room, paid.player, today).by_kind == {}


def test_chips_that_were_presented_stay_in_the_list_of_a_locked_day(desk: Desk) -> None:
    slip = present(desk, desk.player(), 50_00, **before_manager(desk, 50_00))
    day = locked_day(desk)
    before = list(presented_csv(desk.room, day))
    a_void(desk, slip, second=person(desk.room, "manager"))
    assert list(presented_csv(desk.room, day)) == before
    assert presented_chips(desk.room, day).amount == 50_00


def test_both_days_say_so_on_their_pages(desk: Desk) -> None:
    paid = a_cash_out(desk)
    day = locked_day(desk)
    void(desk, paid)
    manager, address = signed_in(desk.manager), reverse("transaction_log")
    assert "voided after the lock" in text(manager.get(address, {"day": day.isoformat()}))
    today = desk.room.gaming_day(desk.now).isoformat()
    assert "Slips of locked days, voided on this day" in text(manager.get(address, {"day": today}))
