"""Cash that was paid on a debt by mistake is given back; and a debt is collected under every record of its person."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction

from cage import services as cage
from cage.selectors.currency import patron_day
from cage.selectors.day_cash import day_cash
from cage.selectors.drawers import running_session
from cage.selectors.logs import log_csv, transaction_log
from cage.selectors.sheets import sums_by_kind
from cage.selectors.today import today
from config.audit.models import AuditEvent
from config.rooms.models import Room
from disputes import services
from disputes.services import Decision
from players.ledger import rack_account
from players.models import AccountKind, Debt, DebtEntry, Player, TransferKind
from players.selectors.money_today import money_on
from players.services.debts import enter_void
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import NLH, key, open_desk, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly, open_exactly
from tests.support.people import one_person, signed_in
from tests.support.refusals import refused
from tests.support.words import text
from tests.unit.disputes.test_debts import collect, faults, indebted, owed

How = DebtEntry.How


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def pays(desk: DisputeTable, debt: Debt, amount: int = 40_00) -> DebtEntry:
    return collect(desk, debt, How.CASH, amount, drawer=desk.table.desk.drawer)


def void(desk: DisputeTable, paid: DebtEntry, **facts: Any) -> DebtEntry:
    given = {"paid": paid, "reason": "another player paid", "key": key()} | desk.by(desk.table.desk.cashier)
    return cage.void_debt_payment(**(given | facts))


def places(desk: DisputeTable) -> list[int]:
    """The drawer's chips and cash, what waits in the racks, and what debts hold on their way."""
    kinds = (AccountKind.DRAWER_CHIPS, AccountKind.DRAWER_CASH, AccountKind.RACK, AccountKind.RECEIVABLE)
    return [desk.table.desk.held(kind) for kind in kinds]


class TestVoid:
    def test_cash_and_chips_go_back_and_as_much_is_owed_again(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        before = places(desk)
        paid = pays(desk, debt)
        back = void(desk, paid)
        assert (back.how, back.voids, back.amount, back.drawer_id) == (How.VOIDED, paid, 40_00, paid.drawer_id)
        assert places(desk) == before
        assert owed(debt) == 60_00
        assert faults() == []
        assert AuditEvent.objects.get(verb="debt.payment_voided").reason == "another player paid"
        pays(desk, debt, 20_00)
        assert owed(debt) == 40_00

    def test_the_morning_tells_of_the_payment_or_of_its_void(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        paid, room = pays(desk, debt), debt.room
        (line,) = day_cash(room, paid.gaming_day)
        assert (line.words, line.amount) == ("Debts paid in cash", 40_00)
        assert [(row.address, row.pk) for row in line.rows] == [("debt", debt.pk)]
        void(desk, paid)
        (line,) = day_cash(room, paid.gaming_day)
        assert (line.words, line.amount, line.alone) == ("Sales and payments voided", 40_00, 40_00)

    def test_what_was_voided_takes_nothing_of_what_is_collected_alone(self, desk: DisputeTable) -> None:
        """Each by its own limit: after one void a cashier could take no payment on a debt all evening."""
        debt, window = indebted(desk), desk.table.desk
        paid = pays(desk, debt, 20_00)
        sold = window.buy_in(window.player(), 100_00)
        cage.void_buy_in(bought=sold, reason="typed twice", key=key(), **window.by())
        pays(desk, debt, 20_00)
        refused("second_needed", lambda: void(desk, paid))
        assert faults() == []

    def test_once_with_a_reason_and_of_cash_alone(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        paid, same = pays(desk, debt), key()
        refused("reason_missing", lambda: void(desk, paid, reason=" "))
        first = void(desk, paid, key=same)
        assert void(desk, paid, key=same) == first
        refused("already_voided", lambda: void(desk, paid))
        refused("not_paid_in_cash", lambda: void(desk, first))

    def test_above_the_room_s_limit_two_people_do_and_the_second_took_it_not(self, desk: DisputeTable) -> None:
        """Who does so all night long is stopped where the sums of the day come to the limit."""
        debt, room = indebted(desk), desk.table.desk.room
        room.void_alone = 60_00
        room.save()
        void(desk, pays(desk, debt))
        floor = person(room, "floor")
        paid = collect(desk, debt, How.CASH, 40_00, drawer=desk.table.desk.drawer, second=floor)
        refused("second_needed", lambda: void(desk, paid))
        refused("second_made_it", lambda: void(desk, paid, second=floor))
        assert void(desk, paid, second=desk.other).second == desk.other
        assert faults() == []

    def test_after_its_day_two_people_do_and_it_lies_on_the_day_that_runs(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        paid = pays(desk, debt, 1_00)
        house.step = timedelta(0)
        day = paid.gaming_day
        house.now += timedelta(days=1)
        refused("second_needed", lambda: void(desk, paid, at=house.at()))
        back = void(desk, paid, at=house.at(), second=desk.other)
        assert back.gaming_day == day + timedelta(days=1)
        assert today(house.room, back.gaming_day).cash_in == -1_00

    def test_only_at_the_drawer_that_took_it_by_whoever_works_it_now(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        paid = pays(desk, debt)
        close_exactly(house.drawer, by=house.cashier, second=house.second, at=house.at())
        refused("drawer_closed", lambda: void(desk, paid))
        next_one = person(house.room, "cashier")
        open_exactly(house.drawer, by=next_one, at=house.at())
        refused("not_your_drawer", lambda: void(desk, paid))
        assert void(desk, paid, by=next_one).by == next_one

    def test_chips_that_the_winner_has_no_more_are_asked_for_first(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        paid, winner = pays(desk, debt), desk.sitting(desk.loser).player
        house.cash_out(winner, 30_00)
        refusal = refused("chips_moved_on", lambda: void(desk, paid), most=10_00)
        assert "holds 10 of the 40 that were paid" in refusal.message
        assert owed(debt) == 20_00

    def test_no_cash_is_somebody_s_that_was_given_back(self, desk: DisputeTable) -> None:
        debt, room = indebted(desk), desk.table.desk.room
        day = room.gaming_day(desk.table.desk.now)
        before = (
            money_on(debt.player, room, day),
            patron_day(room, debt.player, day).currency_in,
            today(room, day).cash_in,
        )
        void(desk, pays(desk, debt))
        after = (
            money_on(debt.player, room, day),
            patron_day(room, debt.player, day).currency_in,
            today(room, day).cash_in,
        )
        assert after == before
        rows = [(row.amount, row.is_voided) for row in today(room, day).rows if row.address == "debt"]
        assert rows == [(-40_00, False), (40_00, True)]

    def test_what_went_to_the_rack_with_its_ruling_is_not_given_back_in_cash_too(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        paid, case = pays(desk, debt, 10_00), desk.table.session.disputes.get(pk=debt.case_id)
        desk.appeal(case)
        decision = Decision(outcome="Award stands", rule_code="best_hand")
        given = {"dispute": case, "decision": decision, "takes_back": True, "key": key(), "second": desk.other}
        services.rule_on_appeal(**given, **desk.by(person(house.room, "manager")))
        rack = house.rack(debt.player)
        refused("debt_taken_back", lambda: void(desk, paid))
        assert house.rack(debt.player) == rack

    def test_not_from_another_room(self, desk: DisputeTable) -> None:
        paid = pays(desk, indebted(desk))
        address = f"/cage/debts/payments/{paid.pk}/void/"
        assert signed_in(open_desk().cashier).get(address).status_code == 404


def test_the_page_of_the_debt_leads_to_the_void_and_tells_it(desk: DisputeTable) -> None:
    paid = pays(desk, indebted(desk))
    address = f"/cage/debts/payments/{paid.pk}/void/"
    with time_machine.travel(desk.table.desk.now, tick=False):
        cashier = signed_in(desk.table.desk.cashier)
        assert f'href="{address}">Give this payment back</a>' in cashier.get(f"/debts/{paid.debt_id}/").content.decode()
        shown = text(cashier.get(address))
        assert cashier.post(address, {"key": key(), "reason": ""}).status_code == 422
    assert "All of it goes back" in shown
    assert ("You void it alone" in shown, "Their PIN" in shown) == (True, False)


def test_the_drawer_s_sheet_has_the_payment_in_a_row_of_its_own(desk: DisputeTable) -> None:
    """Its cash stood under chips sold, beside the chips of a debt without any."""
    debt, house = indebted(desk), desk.table.desk
    before = {each.kind: (each.chips, each.cash) for each in sums_by_kind(running_session(house.drawer))}
    paid = pays(desk, debt, 17_00)
    after = {each.kind: (each.chips, each.cash) for each in sums_by_kind(running_session(house.drawer))}
    assert after == before | {TransferKind.DEBT: (-17_00, 17_00)}
    void(desk, paid)
    again = {each.kind: (each.chips, each.cash) for each in sums_by_kind(running_session(house.drawer))}
    assert again == before | {TransferKind.DEBT: (0, 0)}


def test_the_log_tells_what_was_paid_on_a_debt_from_a_sale(desk: DisputeTable) -> None:
    debt, room = indebted(desk), desk.table.desk.room
    Room.objects.filter(pk=room.pk).update(log_from=1_00)
    room.log_from = 1_00
    paid = pays(desk, debt, 17_00)
    lines = [line.move for each in transaction_log(room, paid.gaming_day) for line in each.lines]
    assert [move.what for move in lines if move.amount == 17_00] == ["debt paid in cash"]
    assert {move.what for move in lines if move.amount != 17_00} == {"chips sold", "chips redeemed"}
    assert ",debt paid in cash,17," in "".join(log_csv(room, paid.gaming_day))


def test_its_page_asks_for_a_second_person_where_one_is_needed(desk: DisputeTable) -> None:
    paid = pays(desk, indebted(desk))
    shown = text(signed_in(desk.table.desk.cashier).get(f"/cage/debts/payments/{paid.pk}/void/"))
    assert ("A second person confirms it" in shown, "Their PIN" in shown) == (True, True)
    assert "You void it alone" not in shown


def test_the_page_of_what_went_back_already_asks_for_nothing(desk: DisputeTable) -> None:
    paid = pays(desk, indebted(desk))
    void(desk, paid)
    shown = text(signed_in(desk.table.desk.cashier).get(f"/cage/debts/payments/{paid.pk}/void/"))
    assert ("It was given back already" in shown, "What was wrong" in shown) == (True, False)


class TestByHand:
    def test_the_database_gives_no_payment_back_by_the_void_of_another(
        self, desk: DisputeTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        debt = indebted(desk)
        paid, other = pays(desk, debt, 10_00), pays(desk, debt, 10_00)
        monkeypatch.setattr("cage.services.debt_voids.enter_void", lambda _, **facts: enter_void(other, **facts))
        with pytest.raises(DatabaseError, match="taken back without its void"), transaction.atomic():
            at_the_commit(lambda: void(desk, paid))

    def test_nor_one_by_no_entry_at_all(self, desk: DisputeTable, monkeypatch: pytest.MonkeyPatch) -> None:
        paid = pays(desk, indebted(desk))
        monkeypatch.setattr("cage.services.debt_voids.enter_void", lambda paid, **facts: paid)
        with pytest.raises(DatabaseError, match=r"no entry tells of|without its void"), transaction.atomic():
            at_the_commit(lambda: void(desk, paid))


def at_the_commit(act: Callable[[], object]) -> None:
    """The state that an act leaves behind, looked at as the commit looks at it."""
    act()
    connection.check_constraints()


class TestEveryRecord:
    def another(self, desk: DisputeTable, debt: Debt, chips: int) -> Player:
        """Another record of the debtor, with so many chips off the table."""
        other = desk.table.desk.player("Bo")
        desk.table.desk.buy_in(other, 100_00)
        desk.table.desk.cash_out(other, 100_00 - chips)
        one_person(debt.room, debt.player, other, by=desk.manager, at=desk.table.later())
        return other

    def test_chips_of_another_record_s_rack_are_collected(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        other = self.another(desk, debt, 50_00)
        collect(desk, debt, How.RACK, 50_00)
        assert (house.rack(other), owed(debt)) == (0, 10_00)
        assert faults() == []

    def test_the_record_that_owes_gives_first(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        other = self.another(desk, debt, 30_00)
        house.now += timedelta(hours=1)
        session = house.open_table(replace(NLH, buy_in_min=40_00))
        house.buy_in(debt.player, 100_00, session=session)
        house.seat(debt.player, 1, 80_00, session=session)
        own = house.rack(debt.player)
        collect(desk, debt, How.RACK, own + 10_00)
        assert (house.rack(debt.player), house.rack(other)) == (0, 20_00)
        assert faults() == []

    def test_what_all_of_them_lack_is_refused(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        self.another(desk, debt, 30_00)
        refused("insufficient_chips", lambda: collect(desk, debt, How.RACK, 31_00))
        assert owed(debt) == 60_00

    def test_chips_in_front_of_another_record_are_collected(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        other = house.player("Bo")
        session = house.open_table()
        house.buy_in(other, 100_00, session=session)
        sitting = house.seat(other, 1, 100_00, session=session)
        one_person(debt.room, debt.player, other, by=desk.manager, at=desk.table.later())
        collect(desk, debt, How.SEAT, 60_00)
        assert (house.stack(sitting), owed(debt)) == (40_00, 0)
        assert faults() == []

    def test_a_stranger_s_chips_are_not(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        stranger = house.player("Cy")
        house.buy_in(stranger, 100_00)
        refused("insufficient_chips", lambda: collect(desk, debt, How.RACK, 60_00))
        assert house.rack(stranger) == 100_00

    def test_nor_by_the_database(self, desk: DisputeTable, monkeypatch: pytest.MonkeyPatch) -> None:
        debt, house = indebted(desk), desk.table.desk
        stranger = house.player("Cy")
        house.buy_in(stranger, 100_00)
        rack = rack_account(house.room, stranger)
        monkeypatch.setattr("players.services.debts._from_racks", lambda debt, amount: [(rack, amount)])
        with pytest.raises(DatabaseError, match="by somebody else"), transaction.atomic():
            at_the_commit(lambda: collect(desk, debt, How.RACK, 60_00))
