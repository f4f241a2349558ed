"""Money of promotional pools in bank accounts of their own: deposited by two, awarded once it is, if a room asks."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from cage import services as cage
from cage.models import PoolDeposit, PromoPool
from cage.selectors.drawers import vault
from cage.selectors.pool_money import money_in, overdue
from cage.selectors.pools import pool_figures
from cage.selectors.vault_moves import vault_moves, vault_paper
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.days.selectors import corrected_since, notes_of, open_items
from config.rooms.models import Room
from players.models import AccountKind, MoneyAct, Transfer
from tests.support.arranged import arranged
from tests.support.awards import (
    a_pool,
    declared,
    deposit_taken_back,
    deposited,
    feed,
    recovered,
    seeded,
    stocked,
    taken_back,
)
from tests.support.days import end_day, lock_day, open_drawers, tie_out
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.vault import begun

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table that feeds a pool of 6 with a reserve of 4, as counted; the vault has 90 in chips and 80 in cash."""
    table = open_hand_table()
    stocked(table.desk, chips=90_00, cash=80_00)
    a_pool(table.desk, seed=50_00)
    feed(table)
    return table


@pytest.fixture
def desk(table: HandTable) -> Desk:
    return table.desk


@pytest.fixture
def pool(desk: Desk) -> PromoPool:
    return PromoPool.objects.get(room=desk.room, name="Bad beat")


def asks(desk: Desk, *, within: int = 0) -> None:
    """The room lets awards wait for their deposit."""
    Room.objects.filter(pk=desk.room.pk).update(awards_need_deposit=True, pool_deposit_within=within)
    desk.room.refresh_from_db()


def state(pool: PromoPool) -> tuple[int, int, int]:
    """The money of a pool that was deposited, that is deposited and not awarded, and that is not deposited."""
    money = money_in(pool)
    return money.deposited, money.not_awarded, money.not_deposited


def the_books_hold() -> None:
    connection.check_constraints()
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


class TestDeposited:
    def test_cash_of_the_vault_goes_to_the_bank(self, desk: Desk, pool: PromoPool) -> None:
        given = deposited(desk, pool, 7_00)
        row = Transfer.objects.get(request_key=given.request_key)
        assert (row.kind, row.source.kind, row.target.kind, row.amount) == ("funding", "vault_cash", "bank", 7_00)
        assert vault(desk.room) == (90_00, 73_00)
        assert MoneyAct.objects.get(request_key=given.request_key).second == desk.cashier
        assert state(pool) == (7_00, 7_00, 3_00)
        assert (desk.held(AccountKind.POOL_PRIMARY), desk.held(AccountKind.POOL_RESERVE)) == (6_00, 4_00)
        the_books_hold()

    def test_no_more_than_lies_there_and_isn_t_deposited(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        assert refused("deposited_already", lambda: deposited(desk, pool, 10_01)).allowed == {"most": 10_00}
        deposited(desk, pool, 6_00)
        error = refused("deposited_already", lambda: deposited(desk, pool, 4_01))
        assert "4 of what was counted for Bad beat lies there and isn’t deposited" in error.message
        deposited(desk, pool, 4_00)
        refused("deposited_already", lambda: deposited(desk, pool, 1))
        seeded(desk, pool, 2_00)
        feed(table, 100)
        assert state(pool) == (10_00, 10_00, 3_00)

    def test_the_administration_s_part_is_none_of_it(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        a_pool(desk, admin_percent=50)
        feed(table)
        assert money_in(pool).counted == 15_00
        assert state(pool) == (0, 0, 15_00)

    def test_it_takes_two_and_the_bank_s_number(self, desk: Desk, pool: PromoPool) -> None:
        refused("second_needed", lambda: deposited(desk, pool, 1_00, second=None))
        refused("second_is_first", lambda: deposited(desk, pool, 1_00, second=desk.manager))
        refused("second_may_not", lambda: deposited(desk, pool, 1_00, second=person(desk.room, "floor")))
        refused("amount_missing", lambda: deposited(desk, pool, 0))
        refused("reference_missing", lambda: deposited(desk, pool, 1_00, reference=" – "))
        assert deposited(desk, pool, 1_00, reference=" 7 ").reference == "7"

    def test_the_vault_has_it_and_isn_t_counted(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        cage.bank_cash(room=desk.room, amount=75_00, key=key(), reason="slip 12", **desk.at_the_vault())
        refused("vault_short", lambda: deposited(desk, pool, 6_00))
        given = deposited(desk, pool, 5_00)
        begun(desk)
        refused("vault_counting", lambda: deposited(desk, pool, 1_00))
        refused("vault_counting", lambda: deposit_taken_back(desk, given))

    def test_the_default_pool_and_one_that_ended_are_deposited_too(self, table: HandTable, desk: Desk) -> None:
        a_pool(desk, tables=())
        feed(table)
        for each in PromoPool.objects.filter(room=desk.room):
            deposited(desk, each, 10_00)
        the_books_hold()

    def test_one_key_moves_it_once(self, desk: Desk, pool: PromoPool) -> None:
        same = key()
        first = deposited(desk, pool, 2_00, key=same)
        assert deposited(desk, pool, 2_00, key=same) == first
        assert vault(desk.room) == (90_00, 78_00)

    def test_the_vault_has_a_slip_of_it_that_is_not_voided_there(self, desk: Desk, pool: PromoPool) -> None:
        deposited(desk, pool, 2_00)
        (move, *_) = vault_moves(desk.room, desk.room.gaming_day(desk.now))
        facts = dict(vault_paper(move, desk.room).facts)
        assert (facts["Why"], facts["Confirmed by"]) == ("Bad beat: deposit, slip 4711", desk.cashier.with_badge)
        void = {"room": desk.room, "number": move.number, "reason": "a mistake", "key": key()} | desk.at_the_vault()
        error = refused("not_voidable", lambda: cage.void_vault_move(**void))
        assert "a pool’s deposit is taken back on the pool’s" in error.message


class TestAwards:
    def test_nothing_is_awarded_before_it_is_deposited(self, desk: Desk, pool: PromoPool) -> None:
        asks(desk)
        error = refused("award_not_funded", lambda: declared(desk, pool, 5_00, desk.player()))
        assert error.allowed == {"most": 0}
        assert "10 of Bad beat isn’t deposited in its bank account" in error.message
        assert "Let two people deposit it on the pool’s page first" in error.message
        deposited(desk, pool, 6_00)
        assert refused("award_not_funded", lambda: declared(desk, pool, 7_00, desk.player())).allowed == {"most": 6_00}
        declared(desk, pool, 4_00, desk.player())
        assert state(pool) == (6_00, 2_00, 4_00)
        assert refused("award_not_funded", lambda: declared(desk, pool, 3_00, desk.player())).allowed == {"most": 2_00}
        declared(desk, pool, 2_00, desk.player())
        the_books_hold()

    def test_a_room_that_doesn_t_ask_awards_what_was_counted(self, desk: Desk, pool: PromoPool) -> None:
        assert not desk.room.awards_need_deposit, "not asked for at first"
        declared(desk, pool, 10_00, desk.player())

    def test_a_pool_goes_whole_once_it_is_deposited(self, desk: Desk, pool: PromoPool) -> None:
        asks(desk)
        a_pool(desk, tables=())
        whole = {"kind": "disposition", "table": None, "what": "to the food bank"}
        refused("award_not_funded", lambda: declared(desk, pool, 10_00, desk.player(), **whole))
        deposited(desk, pool, 10_00)
        declared(desk, pool, 10_00, desk.player(), **whole)

    def test_a_share_that_went_back_is_deposited_still(self, desk: Desk, pool: PromoPool) -> None:
        asks(desk)
        deposited(desk, pool, 6_00)
        award = declared(desk, pool, 6_00, desk.player())
        assert state(pool) == (6_00, 0, 4_00)
        taken_back(desk, award)
        assert state(pool) == (6_00, 6_00, 4_00)

    def test_what_was_awarded_before_anything_was_deposited_takes_nothing_of_it(
        self, table: HandTable, desk: Desk, pool: PromoPool
    ) -> None:
        """A room that deposits from now on doesn't make up for the awards of years."""
        early = declared(desk, pool, 8_00, desk.player())
        assert state(pool) == (0, 0, 2_00)
        deposited(desk, pool, 2_00)
        feed(table)
        asks(desk)
        assert state(pool) == (2_00, 2_00, 10_00)
        taken_back(desk, early)
        assert state(pool) == (2_00, 2_00, 18_00)
        refused("award_not_funded", lambda: declared(desk, pool, 3_00, desk.player()))

    def test_seed_that_comes_back_after_its_deposit_covers_what_is_counted_next(
        self, table: HandTable, desk: Desk, pool: PromoPool
    ) -> None:
        seeded(desk, pool, 5_00)
        deposited(desk, pool, 15_00)
        recovered(desk, pool, 5_00)
        assert state(pool) == (15_00, 15_00, 0)
        feed(table, 300)
        assert state(pool) == (15_00, 15_00, 0)
        feed(table, 300)
        assert state(pool) == (15_00, 15_00, 1_00)


class TestTakenBack:
    def test_both_stay_and_the_cash_is_in_the_vault(self, desk: Desk, pool: PromoPool) -> None:
        wrong = deposited(desk, pool, 7_00)
        void = deposit_taken_back(desk, wrong)
        assert (vault(desk.room), state(pool)) == ((90_00, 80_00), (0, 0, 10_00))
        back = Transfer.objects.get(request_key=void.request_key)
        assert (back.reverses.request_key, back.reason) == (wrong.request_key, "it was another pool’s")
        assert PoolDeposit.objects.get() == wrong
        refused("already_reversed", lambda: deposit_taken_back(desk, wrong))
        deposited(desk, pool, 10_00)
        the_books_hold()

    def test_it_takes_two_and_a_reason(self, desk: Desk, pool: PromoPool) -> None:
        wrong = deposited(desk, pool, 7_00)
        refused("second_needed", lambda: deposit_taken_back(desk, wrong, second=None))
        refused("second_may_not", lambda: deposit_taken_back(desk, wrong, second=person(desk.room, "floor")))
        refused("reason_missing", lambda: deposit_taken_back(desk, wrong, reason=""))

    def test_of_a_locked_day_it_is_booked_today_and_told_on_both(self, desk: Desk, pool: PromoPool) -> None:
        wrong = deposited(desk, pool, 7_00)
        day = end_day(desk)
        tie_out(desk, day)
        lock_day(desk, day)
        open_drawers(desk)
        void = deposit_taken_back(desk, wrong)
        assert void.gaming_day > day
        assert AuditEvent.objects.get(verb="pool.deposit_taken_back").after["of_day"] == day.isoformat()
        told = f"The deposit of Bad beat, slip 4711: 7 taken back on the gaming day {void.gaming_day:%-d %B %Y} by "
        assert [note.sentence for note in corrected_since(desk.room, day) if note.sentence.startswith(told)]
        today = [note.sentence for note in notes_of(desk.room, void.gaming_day)]
        said = f"{desk.manager} and {desk.cashier} took the deposit of 7 of Bad beat, slip 4711, back: it was another "
        assert f"{said}pool’s." in today

    def test_an_award_that_relied_on_it_stands_and_the_next_waits(self, desk: Desk, pool: PromoPool) -> None:
        asks(desk)
        wrong = deposited(desk, pool, 7_00)
        declared(desk, pool, 5_00, desk.player())
        deposit_taken_back(desk, wrong)
        assert state(pool) == (0, 0, 5_00)
        refused("award_not_funded", lambda: declared(desk, pool, 1_00, desk.player()))
        the_books_hold()


class TestOverdue:
    def items(self, desk: Desk, day: date) -> list[str]:
        return [item.sentence for item in open_items(desk.room, day) if item.code == "pool_not_deposited"]

    def test_a_day_waits_for_what_was_counted_so_long_before(self, desk: Desk, pool: PromoPool) -> None:
        asks(desk, within=2)
        first = end_day(desk)
        second = end_day(desk)
        third = end_day(desk)
        assert [self.items(desk, day) for day in (first, second)] == [[], []]
        said = "10 of Bad beat is not deposited in its bank account: let two people deposit it."
        assert self.items(desk, third) == [said]
        assert overdue(desk.room, third) == [(pool, 10_00)]
        deposited(desk, pool, 4_00)
        assert overdue(desk.room, third) == [(pool, 6_00)]
        deposited(desk, pool, 6_00)
        assert self.items(desk, third) == []

    def test_what_came_since_is_not_late(self, table: HandTable, desk: Desk, pool: PromoPool) -> None:
        asks(desk, within=1)
        deposited(desk, pool, 7_00)
        first = end_day(desk)
        open_drawers(desk)
        feed(table, 300)
        seeded(desk, pool, 2_00)
        today = desk.room.gaming_day(desk.now)
        assert today > first
        assert overdue(desk.room, today) == [(pool, 3_00)]

    @pytest.mark.parametrize(("need", "within"), [(False, 1), (True, 0)])
    def test_no_room_is_asked_that_doesn_t_say_so(self, desk: Desk, *, need: bool, within: int) -> None:
        asks(desk, within=within)
        Room.objects.filter(pk=desk.room.pk).update(awards_need_deposit=need)
        desk.room.refresh_from_db()
        end_day(desk)
        assert self.items(desk, end_day(desk)) == []


def test_the_file_of_the_day_keeps_it(desk: Desk, pool: PromoPool) -> None:
    deposit_taken_back(desk, deposited(desk, pool, 3_00))
    deposited(desk, pool, 4_00)
    (figures,) = pool_figures(desk.room, desk.room.gaming_day(desk.now))
    assert figures["deposited"] == 4_00


def row_of(desk: Desk, pool: PromoPool, **facts: Any) -> PoolDeposit:
    given = {"room": desk.room, "pool": pool, "amount": 1_00, "reference": "12", "by": desk.manager}
    given |= {"second": desk.cashier, "gaming_day": desk.room.gaming_day(desk.now), "at": desk.at()}
    return PoolDeposit.objects.create(**given | {"request_key": key()} | facts)


@pytest.mark.parametrize(
    ("amount", "said"),
    [(1_00, "moves otherwise than its rows say"), (10_01, "more is deposited than a pool holds")],
)
def test_the_database_refuses_rows_that_nothing_moved_for(desk: Desk, pool: PromoPool, amount: int, said: str) -> None:
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        committed(lambda: row_of(desk, pool, amount=amount))


def committed(act: Callable[[], Any]) -> None:
    """Something done, and looked at as on commit."""
    act()
    connection.check_constraints()


def test_the_database_refuses_an_award_of_what_is_not_deposited(
    desk: Desk, pool: PromoPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(desk)
    monkeypatch.setattr("cage.services.awards._refuse_undeposited", lambda *_: None)
    with pytest.raises(DatabaseError, match="an award is of money that is not deposited"), transaction.atomic():
        declared(desk, pool, 1_00, desk.player())


def test_the_database_refuses_a_deposit_that_comes_back_without_its_void(
    desk: Desk, pool: PromoPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = deposited(desk, pool, 1_00)
    number = Transfer.objects.get(request_key=given.request_key).chain_number
    monkeypatch.setattr("cage.selectors.vault_moves.deposit_moved", lambda *_: None)
    void = {"room": desk.room, "number": number, "reason": "a mistake", "key": key()} | desk.at_the_vault()
    with pytest.raises(DatabaseError, match="moves otherwise than its rows say"), transaction.atomic():
        committed(lambda: cage.void_vault_move(**void))
