"""What one person is short or over on a gaming day counts together, wherever they were: nobody takes a little under the
notice all night and is asked nothing (R28)."""

from typing import Any

import pytest

from cage import services as cage
from cage.models import Drawer, Investigation, TrayCount
from cage.selectors.regulator_notes import not_told
from config.staff.models import User
from players.ledger import tray_account
from tables.models import Table
from tables.services import add_table, put_in, register_dealer, start_shift, tap_out
from tests.support.arranged import arranged
from tests.support.desk import key, open_desk, person
from tests.support.drawers import by_the_books, close_exactly, open_exactly, opened
from tests.support.slips import Slips, open_slips_desk

pytestmark = pytest.mark.django_db
P = TrayCount.Part


@arranged
def slips() -> Slips:
    """A table whose tray holds 500."""
    slips = open_slips_desk()
    slips.received(chips=500_00, table=slips.table)
    return slips


def asked() -> int:
    """The number of variances that somebody is asked about."""
    return Investigation.objects.count()


def carry_short(slips: Slips, by: int, runner: User | None = None) -> None:
    """A fill of the drawer of which so much less came than was sent."""
    slip = slips.send(slips.authorise(slips.ask()), runner=runner or slips.runner)
    slips.receive(slip, chips=slip.chips_amount - by)


def close_short(slips: Slips, by: int, second: User | None = None) -> None:
    """The drawer is closed by so much short in chips, and opened again."""
    desk = slips.desk
    close_exactly(desk.drawer, by=desk.cashier, second=second or desk.second, at=desk.at(), chips=-by)
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())


class TestWhoCarries:
    def test_a_little_on_the_way_of_each_slip_adds_up(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        assert asked() == 0
        carry_short(slips, 4_00)
        assert [each.carried is not None for each in Investigation.objects.all()] == [True]

    def test_each_begins_anew_by_person_and_by_day(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        carry_short(slips, 4_00, runner=person(slips.desk.room, "floor"))
        slips.desk.now = slips.desk.now.replace(day=slips.desk.now.day + 1)
        carry_short(slips, 4_00)
        assert asked() == 0

    def test_what_came_as_sent_asks_nothing(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        carry_short(slips, 0)
        assert asked() == 0

    def test_the_regulator_is_told_of_what_comes_to_it_together(self, slips: Slips) -> None:
        carry_short(slips, 120_00)
        assert not_told(slips.desk.room) == []
        carry_short(slips, 120_00)
        assert len(not_told(slips.desk.room)) == 1


class TestWhoIsSeveral:
    def test_who_carries_and_counts_a_tray_is_one_person(self, slips: Slips) -> None:
        carry_short(slips, 4_00)
        slips.count(496_00, P.SHIFT, by=slips.runner)
        assert Investigation.objects.get().tray is not None

    def test_a_chip_runner_s_bank_counts_with_what_they_carry(self) -> None:
        slips = open_slips_desk()
        desk, runner = slips.desk, person(slips.desk.room, "runner")
        facts: dict[str, Any] = {"by": desk.manager, "at": desk.at()}
        bank = opened(desk.room, "Runner 1", cashier=runner, kind=Drawer.Kind.RUNNER, **facts)
        cage.fund_drawer(drawer=bank, chips=100_00, cash=0, key=key(), second=desk.cashier, **facts)
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-4_00)
        assert asked() == 0
        open_exactly(bank, by=runner, at=desk.at())
        close_exactly(bank, by=runner, second=desk.second, at=desk.at(), chips=-4_00)
        assert asked() == 1


class TestTrays:
    def tray(self, slips: Slips) -> Table:
        desk = slips.desk
        table = add_table(room=desk.room, name=f"Table {key()[:6]}", seats=9, by=desk.manager, at=desk.at())
        cage.set_tray(table=table, imprest=500_00, by=desk.manager, at=desk.at())
        slips.received(chips=500_00, table=table)
        return table

    def test_who_verifies_a_little_short_at_each_table_is_asked(self, slips: Slips) -> None:
        for table, expected in ((slips.table, 0), (self.tray(slips), 1)):
            host = person(slips.desk.room, "host")
            slips.count(tray_account(table).balance - 4_00, P.SHIFT, table=table, second=host)
            assert asked() == expected

    def test_what_makes_up_for_it_at_another_table_of_others_does_not(self, slips: Slips) -> None:
        slips.count(496_00, P.SHIFT)
        other = {"by": slips.other_floor, "second": person(slips.desk.room, "host")}
        slips.count(504_00 - 12_00, P.SHIFT, **other)
        assert asked() == 1, "the tray itself is short by 8 in the day"

    def test_a_dealer_is_short_at_whatever_table(self, slips: Slips) -> None:
        desk = slips.desk
        dora = register_dealer(room=desk.room, badge_number="D7", display_name="Dora", **desk.by())
        start_shift(dealer=dora, **desk.by())
        for session, expected in ((desk.session, 0), (desk.open_table(), 1)):
            table = session.table
            if session != desk.session:
                cage.set_tray(table=table, imprest=500_00, by=desk.manager, at=desk.at())
                slips.received(chips=500_00, table=table)
            put_in(session=session, dealer=dora, **desk.by())
            two = {"by": person(desk.room, "floor"), "second": person(desk.room, "host")}
            slips.count(496_00, P.SHIFT, table=table, **two)
            assert asked() == expected
            tap_out(session=session, **desk.by())


def test_who_closed_a_drawer_that_opens_short_is_asked_too() -> None:
    """Whoever takes a little after each close is named by each opening, whoever opens."""
    desk = open_desk()
    for expected in (0, 1):
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        other = person(desk.room, "cashier")
        facts: dict[str, Any] = {"by": other, "at": desk.at()}
        sheet = by_the_books(desk.drawer, cash=-4_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), **facts)
        cage.accept_opening(session=session, key=key(), second=desk.second, **facts)
        assert asked() == expected
        close_exactly(desk.drawer, by=other, second=desk.second, at=desk.at())
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
