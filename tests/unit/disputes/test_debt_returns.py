"""Chips that were collected on a debt from the wrong person go back to them, and as much is owed again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction

from config.audit.models import AuditEvent
from players.ledger import rack_account
from players.models import AccountKind, Debt, DebtEntry, Player
from players.services import part_record
from players.services.debt_returns import return_collected
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import NLH, key, open_desk, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import one_person, signed_in
from tests.support.refusals import refused
from tests.support.words import text
from tests.unit.disputes.test_debt_voids import at_the_commit
from tests.unit.disputes.test_debts import collect, faults, indebted, owed

How = DebtEntry.How


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def give_back(desk: DisputeTable, collected: DebtEntry, **facts: Any) -> DebtEntry:
    given = {"collected": collected, "reason": "they are two people", "key": key()} | desk.by(desk.manager)
    return return_collected(**(given | facts))


def collected_and_committed(desk: DisputeTable, debt: Debt, how: How, amount: int) -> DebtEntry:
    """A collection that the database has taken, before the records are linked no more."""
    entry = collect(desk, debt, how, amount)
    connection.check_constraints()
    return entry


def taken_for_one(desk: DisputeTable, debt: Debt, chips: int = 50_00) -> Player:
    """Somebody with so many chips off the table, who is taken for the debtor."""
    house, other = desk.table.desk, desk.table.desk.player("Bo")
    house.buy_in(other, 100_00)
    house.cash_out(other, 100_00 - chips)
    one_person(debt.room, debt.player, other, by=desk.manager, at=desk.table.later())
    return other


def parted(desk: DisputeTable, player: Player) -> None:
    facts = {"room": desk.table.desk.room, "reason": "two passports", "second": person(desk.table.desk.room, "floor")}
    part_record(player=player, **facts, **desk.by(desk.manager))


class TestReturn:
    def test_chips_of_a_wrongly_linked_record_go_back(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        winner, other = desk.sitting(desk.loser).player, taken_for_one(desk, debt)
        collected = collected_and_committed(desk, debt, How.RACK, 50_00)
        assert (house.rack(other), house.rack(winner), owed(debt)) == (0, 50_00, 10_00)
        parted(desk, other)
        back = give_back(desk, collected)
        assert (back.how, back.voids, back.amount, back.drawer_id) == (How.VOIDED, collected, 50_00, None)
        assert (house.rack(other), house.rack(winner), owed(debt)) == (50_00, 0, 60_00)
        assert faults() == []
        event = AuditEvent.objects.get(verb="debt.collection_voided")
        assert (event.reason, event.after["back_to"]) == ("they are two people", {str(other.pk): 50_00})

    def test_each_rack_gets_its_own(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        other = taken_for_one(desk, debt, 30_00)
        house.now += timedelta(hours=1)
        session = house.open_table(replace(NLH, buy_in_min=40_00))
        house.buy_in(debt.player, 100_00, session=session)
        house.seat(debt.player, 1, 80_00, session=session)
        own = house.rack(debt.player)
        collected = collect(desk, debt, How.RACK, own + 10_00)
        give_back(desk, collected)
        assert (house.rack(debt.player), house.rack(other)) == (own, 30_00)
        assert faults() == []

    def test_what_lay_on_a_table_goes_to_the_rack_of_who_sat_there(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        other = house.player("Bo")
        session = house.open_table()
        house.buy_in(other, 100_00, session=session)
        house.seat(other, 1, 100_00, session=session)
        one_person(debt.room, debt.player, other, by=desk.manager, at=desk.table.later())
        collected = collected_and_committed(desk, debt, How.SEAT, 60_00)
        parted(desk, other)
        give_back(desk, collected)
        assert (house.rack(other), owed(debt)) == (60_00, 60_00)
        assert faults() == []


class TestRefused:
    def test_once_with_a_reason_and_of_chips_alone(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        taken_for_one(desk, debt)
        collected, same = collect(desk, debt, How.RACK, 20_00), key()
        paid = collect(desk, debt, How.CASH, 10_00, drawer=desk.table.desk.drawer)
        refused("reason_missing", lambda: give_back(desk, collected, reason=" "))
        refused("not_chips_collected", lambda: give_back(desk, paid))
        first = give_back(desk, collected, key=same)
        assert give_back(desk, collected, key=same) == first
        refused("already_voided", lambda: give_back(desk, collected))
        assert owed(debt) == 50_00

    def test_chips_that_the_winner_has_no_more_are_asked_for_first(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        taken_for_one(desk, debt)
        collected = collect(desk, debt, How.RACK, 40_00)
        house.cash_out(desk.sitting(desk.loser).player, 30_00)
        refused("chips_moved_on", lambda: give_back(desk, collected), most=10_00)
        assert owed(debt) == 20_00

    def test_above_the_room_s_limit_or_after_its_day_two_people_do(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        taken_for_one(desk, debt)
        debt.room.void_alone = 10_00
        debt.room.save()
        floor = person(house.room, "floor")
        collected = collect(desk, debt, How.RACK, 20_00, second=floor)
        refused("second_needed", lambda: give_back(desk, collected))
        refused("second_made_it", lambda: give_back(desk, collected, second=floor))
        small = collect(desk, debt, How.RACK, 1_00, by=desk.other)
        house.now += timedelta(days=1)
        refused("second_needed", lambda: give_back(desk, small, at=house.at()))
        assert give_back(desk, small, at=house.at(), second=floor).second == floor

    def test_the_database_gives_chips_back_to_nobody_else(
        self, desk: DisputeTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        debt, house = indebted(desk), desk.table.desk
        taken_for_one(desk, debt)
        collected, stranger = collect(desk, debt, How.RACK, 40_00), house.player("Cy")
        rack = rack_account(house.room, stranger)
        monkeypatch.setattr("players.services.debt_returns._racks", lambda collected: {rack: collected.amount})
        with pytest.raises(DatabaseError, match="by somebody else"), transaction.atomic():
            at_the_commit(lambda: give_back(desk, collected))


class TestPage:
    def test_the_debt_leads_there_and_tells_it(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        taken_for_one(desk, debt, 60_00)
        collected = collect(desk, debt, How.RACK, 60_00)
        address = f"/debts/collections/{collected.pk}/return/"
        with time_machine.travel(desk.table.desk.now, tick=False):
            floor = signed_in(desk.manager)
            assert f'href="{address}">Give these chips back</a>' in floor.get(f"/debts/{debt.pk}/").content.decode()
            assert "Give these chips back" in text(floor.get(address))
            assert floor.post(address, {"key": key(), "reason": ""}).status_code == 422
            assert floor.post(address, {"key": key(), "reason": "they are two people"}).status_code == 303
            assert "given back" in text(floor.get(f"/debts/{debt.pk}/"))
            again = text(floor.get(address))
            assert ("It was given back already" in again, "Give these chips back" in again) == (True, False)
        assert desk.table.desk.held(AccountKind.RECEIVABLE) == 0

    def test_not_from_another_room(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        taken_for_one(desk, debt)
        collected = collect(desk, debt, How.RACK, 20_00)
        manager = signed_in(open_desk().manager)
        assert manager.get(f"/debts/collections/{collected.pk}/return/").status_code == 404
