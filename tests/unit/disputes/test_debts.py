"""Debts of what a ruling could not take: owed to the case, and whoever won it waits: collected in parts and paid on,
paid and written off by two people of the house, undone on appeal."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage import services as cage
from config.audit.books import audit
from config.audit.models import AuditEvent
from disputes import audit_checks as checks
from disputes import services
from disputes.services import Decision, Payment
from players.checks.books import wrong_debt_entries
from players.ledger.routes import is_route
from players.models import AccountKind, Debt, DebtEntry, Player
from players.selectors.debts import claims_of, debts_of, debts_of_case
from players.selectors.money_today import money_on
from players.services.debts import collect_debt, write_off_debt
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import key, open_desk, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import one_person
from tests.support.refusals import refused

How = DebtEntry.How


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def indebted(desk: DisputeTable) -> Debt:
    """The winner of 119 has left with 259 and cashed out 200: 59 are paid, and 60 owed."""
    case = desk.open(desk.showdown())
    desk.table.desk.leave(desk.sitting(desk.winner))
    desk.table.desk.cash_out(desk.sitting(desk.winner).player, 200_00)
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 119_00), second=desk.other)
    return Debt.objects.get()


def collect(desk: DisputeTable, debt: Debt, how: How, amount: int, **facts: Any) -> DebtEntry:
    given = {"debt": debt, "how": how, "amount": amount, "key": key()} | desk.by(desk.table.desk.cashier)
    service = cage.pay_debt if how == How.CASH else collect_debt
    return service(**(given | facts))


def write_off(desk: DisputeTable, debt: Debt, **facts: Any) -> DebtEntry:
    given = {"debt": debt, "reason": "has left the country", "second": desk.other, "key": key()}
    return write_off_debt(**(given | desk.by(desk.manager) | facts))


def faults() -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.check.title, finding.faults) for finding in audit() if not finding.holds]


def owed(debt: Debt) -> int:
    return Debt.objects.get(pk=debt.pk).owed


def test_a_shortfall_is_the_players_debt_to_the_case(desk: DisputeTable) -> None:
    debt = indebted(desk)
    assert (debt.player, debt.amount, debt.owed) == (desk.sitting(desk.winner).player, 60_00, 60_00)
    assert [row.owed for row in debts_of_case(debt.case_id)] == [60_00]
    assert [row.debt for row in debts_of(debt.player, desk.table.desk.room)] == [debt]
    assert faults() == []


def test_who_won_it_waits_and_no_chip_comes_from_nothing(desk: DisputeTable) -> None:
    debt, house = indebted(desk), desk.table.desk
    winner = desk.sitting(desk.loser).player
    assert desk.table.stack(desk.loser) == 140_00 + 59_00
    assert [row.debt for row in claims_of(winner, house.room)] == [debt]
    assert (debt.winner, house.rack(winner)) == (str(winner), 0)
    collect(desk, debt, How.CASH, 10_00, drawer=house.drawer)
    assert (house.rack(winner), desk.table.stack(desk.loser)) == (10_00, 199_00)
    assert [row.owed for row in claims_of(winner, house.room)] == [50_00]
    assert faults() == []


def test_the_database_pays_nobody_out_of_what_is_owed(desk: DisputeTable) -> None:
    debt = indebted(desk)
    with connection.cursor() as cursor:
        cursor.execute(
            "select players_route('ruling', 'receivable', 'pot'), players_route('correction', 'receivable', 'pot')"
        )
        assert cursor.fetchone() == (False, False)
    facts = {
        "room": debt.room,
        "player": debt.player,
        "case_id": debt.case_id,
        "ruling_id": 0,
        "number": 1,
        "amount": 5,
    }
    with pytest.raises(IntegrityError, match="goes_to_id"), transaction.atomic():
        Debt.objects.create(**facts, incurred_at=desk.table.later())


def test_a_room_tells_what_is_owed_to_its_own_cases(desk: DisputeTable) -> None:
    debt, elsewhere = indebted(desk), open_desk().room
    winner, own = desk.sitting(desk.loser).player, desk.table.desk.room
    assert [len(told) for told in (debts_of(debt.player, own), claims_of(winner, own))] == [1, 1]
    assert [*debts_of(debt.player, elsewhere), *claims_of(winner, elsewhere)] == []


def test_it_is_collected_in_parts_from_rack_cash_and_seat(desk: DisputeTable) -> None:
    debt = indebted(desk)
    house = desk.table.desk
    chips, cash = house.held(AccountKind.DRAWER_CHIPS), house.held(AccountKind.DRAWER_CASH)
    collect(desk, debt, How.CASH, 10_00, drawer=house.drawer)
    assert house.held(AccountKind.DRAWER_CHIPS) == chips - 10_00
    assert house.held(AccountKind.DRAWER_CASH) == cash + 10_00
    assert money_on(debt.player, house.room, house.room.gaming_day(house.now)).on_debts == 10_00
    house.now += timedelta(hours=1)
    house.buy_in(debt.player, 150_00)
    collect(desk, debt, How.RACK, 20_00)
    assert (house.rack(debt.player), owed(debt), desk.owed()) == (130_00, 30_00, 30_00)
    assert faults() == []
    sitting = house.seat(debt.player, 7, 130_00)
    collect(desk, debt, How.SEAT, 30_00)
    assert (house.stack(sitting), owed(debt), desk.owed()) == (100_00, 0, 0)
    assert debts_of(debt.player, house.room) == []
    refused("nothing_owed", lambda: collect(desk, debt, How.SEAT, 1_00))
    assert faults() == []


def test_what_can_not_be_collected_is_refused(desk: DisputeTable) -> None:
    debt, house = indebted(desk), desk.table.desk
    refused("above_debt", lambda: collect(desk, debt, How.CASH, 61_00, drawer=house.drawer), most=60_00)
    refused("not_chip_multiple", lambda: collect(desk, debt, How.CASH, 0, drawer=house.drawer))
    refused("drawer_missing", lambda: collect(desk, debt, How.CASH, 1_00))
    elsewhere = open_desk()
    sitting = elsewhere.seated(player=debt.player)
    refused("drawer_missing", lambda: collect(desk, debt, How.CASH, 1_00, drawer=elsewhere.drawer))
    refused("insufficient_chips", lambda: collect(desk, debt, How.RACK, 1_00))
    refused("not_seated", lambda: collect(desk, debt, How.SEAT, 1_00))
    elsewhere.leave(sitting, counted=200_00)
    house.now += timedelta(hours=1)
    house.buy_in(debt.player, 100_00)
    house.seat(debt.player, 7, 100_00)
    desk.table.deal()
    refused("mid_hand", lambda: collect(desk, debt, How.SEAT, 1_00))
    assert (owed(debt), DebtEntry.objects.count(), faults()) == (60_00, 0, [])


class TestUnderAnotherRecord:
    """Who owes under one name and cashes out under another is one person: the window is told."""

    def another(self, desk: DisputeTable, debt: Debt) -> Player:
        other = desk.table.desk.player("Bo")
        one_person(debt.room, debt.player, other, by=desk.manager, at=desk.table.later())
        return other

    def test_the_debt_and_the_claim_are_told_of_every_record(self, desk: DisputeTable) -> None:
        debt, room = indebted(desk), desk.table.desk.room
        assert [row.debt for row in debts_of(self.another(desk, debt), room)] == [debt]
        same = desk.table.desk.player("Cy")
        winner = desk.sitting(desk.loser).player
        one_person(room, winner, same, by=desk.manager, at=desk.table.later())
        assert [row.debt for row in claims_of(same, room)] == [debt]


def test_the_same_key_collects_once(desk: DisputeTable) -> None:
    debt, same = indebted(desk), key()
    first = collect(desk, debt, How.CASH, 10_00, drawer=desk.table.desk.drawer, key=same)
    assert collect(desk, debt, How.CASH, 10_00, drawer=desk.table.desk.drawer, key=same) == first
    assert owed(debt) == 50_00


class TestWriteOff:
    def test_two_people_give_up_what_is_left_and_the_vault_bears_it(self, desk: DisputeTable) -> None:
        debt, house = indebted(desk), desk.table.desk
        from_vault(desk)
        collect(desk, debt, How.CASH, 10_00, drawer=house.drawer)
        vault = house.held(AccountKind.VAULT_CHIPS)
        entry = write_off(desk, debt)
        assert (entry.amount, entry.second, entry.by) == (50_00, desk.other, desk.manager)
        assert (owed(debt), desk.owed(), house.held(AccountKind.VAULT_CHIPS)) == (0, 0, vault - 50_00)
        assert house.rack(desk.sitting(desk.loser).player) == 60_00, "the winner is paid by the house"
        event = AuditEvent.objects.filter(verb="debt.settled").latest("pk")
        assert (event.after["how"], event.reason) == ("written_off", "has left the country")
        assert faults() == []
        refused("nothing_owed", lambda: write_off(desk, debt))

    def test_not_by_one_alone_without_a_reason_or_by_a_supervisor(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        refused("second_needed", lambda: write_off(desk, debt, second=None))
        refused("second_is_first", lambda: write_off(desk, debt, second=desk.manager))
        refused("second_may_not", lambda: write_off(desk, debt, second=person(desk.table.desk.room, "cashier")))
        refused("reason_missing", lambda: write_off(desk, debt, reason=" "))
        refused("write_off_not_yours", lambda: write_off(desk, debt, by=desk.table.floor))
        assert owed(debt) == 60_00

    def test_not_out_of_an_empty_vault(self, desk: DisputeTable) -> None:
        debt = indebted(desk)
        refused("vault_short", lambda: write_off(desk, debt))

    @pytest.mark.parametrize("facts", [{"second": None}, {"reason": ""}, {"second": "same"}])
    def test_the_database_says_so_too(self, desk: DisputeTable, facts: dict[str, Any]) -> None:
        debt = indebted(desk)
        row = {"debt": debt, "how": How.WRITTEN_OFF, "amount": 1, "at": desk.table.later(), "request_key": key()}
        row |= {"gaming_day": "2025-03-07", "by": desk.manager, "second": desk.other, "reason": "gone"} | facts
        if facts.get("second") == "same":
            row["second"] = desk.manager
        with pytest.raises(IntegrityError, match="debt_written_off_by_two"), transaction.atomic():
            DebtEntry.objects.create(**row)


def from_vault(desk: DisputeTable) -> None:
    """Chips in the vault, to bear a loss."""
    facts = {"chips": 100_00, "cash": 0, "key": key(), "reason": "delivery"}
    cage.stock_vault(room=desk.table.desk.room, **facts, **desk.table.desk.at_the_vault())


def test_a_ruling_that_is_taken_back_gives_back_what_was_collected(desk: DisputeTable) -> None:
    debt, house = indebted(desk), desk.table.desk
    from_vault(desk)
    collect(desk, debt, How.CASH, 10_00, drawer=house.drawer)
    vault = house.held(AccountKind.VAULT_CHIPS)
    write_off(desk, debt)
    ruling = debt.player.debts.get()
    case = desk.table.session.disputes.get(pk=ruling.case_id)
    desk.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand")
    given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
    services.rule_on_appeal(**given, second=desk.other, **desk.by(person(house.room, "manager")))
    assert (owed(debt), desk.owed()) == (0, 0)
    assert (house.rack(debt.player), house.held(AccountKind.VAULT_CHIPS)) == (59_00 + 10_00, vault)
    assert faults() == []


def test_what_was_paid_on_and_is_gone_is_not_taken_back(desk: DisputeTable) -> None:
    debt, house = indebted(desk), desk.table.desk
    collect(desk, debt, How.CASH, 10_00, drawer=house.drawer)
    house.cash_out(desk.sitting(desk.loser).player, 10_00)
    case = desk.table.session.disputes.get(pk=debt.case_id)
    desk.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand")
    given = {"dispute": case, "decision": decision, "takes_back": True, "key": key(), "second": desk.other}
    refused("insufficient_chips", lambda: services.rule_on_appeal(**given, **desk.by(desk.manager)))
    assert owed(debt) == 50_00


def test_books_that_say_otherwise_are_named(desk: DisputeTable) -> None:
    debt = indebted(desk)
    entry = collect(desk, debt, How.CASH, 10_00, drawer=desk.table.desk.drawer)
    fields = {field.name: getattr(entry, field.name) for field in entry._meta.concrete_fields if field.name != "id"}
    again = DebtEntry.objects.create(**(fields | {"request_key": key()}))
    case = debt.case_id
    assert list(wrong_debt_entries()) == [f"request {again.request_key}: 1000 of a debt is settled, 0 was moved"]
    facts = {"room": debt.room, "player": debt.player, "case_id": case, "ruling_id": 0, "number": 1, "amount": 5}
    Debt.objects.create(**facts, goes_to=debt.goes_to, incurred_at=desk.table.later())
    assert list(checks.nobodys_debts()) == ["ruling 0 could not take 0; its debtor owes 5"]


def test_chips_go_to_a_case_and_nowhere_else_by_this_kind() -> None:
    assert is_route("debt", "seat", "receivable")
    assert not is_route("debt", "receivable", "seat")
    assert not is_route("debt", "rack", "seat")


def test_what_one_person_collects_alone_is_bounded(db: None) -> None:
    desk = open_dispute_table(house=LIVE.with_answers(second_person_above=20_00))
    debt, drawer = indebted(desk), desk.table.desk.drawer
    collect(desk, debt, How.CASH, 15_00, drawer=drawer)
    refused("second_needed", lambda: collect(desk, debt, How.CASH, 6_00, drawer=drawer))
    assert collect(desk, debt, How.CASH, 6_00, drawer=drawer, second=desk.other).second == desk.other
    assert collect(desk, debt, How.CASH, 5_00, drawer=drawer).second is None
    assert faults() == []


def test_chips_that_are_owed_are_not_paid_out(desk: DisputeTable) -> None:
    """They are somebody else's: whoever owes is paid what is left."""
    debt, house = indebted(desk), desk.table.desk
    debtor = debt.player
    house.now += timedelta(hours=1)
    house.buy_in(debtor, 100_00)
    refusal = refused("debt_first", lambda: house.cash_out(debtor, 40_00 + 1_00), most=40_00)
    assert refusal.message == (
        f"{debtor} owes 60 to a case or a corrected hand: take it from these chips first, with “Let them pay”; then "
        "pay out the 40 that are left."
    )
    house.cash_out(debtor, 40_00)
    refusal = refused("debt_first", lambda: house.cash_out(debtor, 60_00), most=0)
    assert refusal.message.endswith("then nothing is left to pay out.")
    collect(desk, debt, How.RACK, 60_00)
    house.buy_in(debtor, 100_00)
    assert house.cash_out(debtor, 100_00)


def test_neither_are_they_under_another_record(desk: DisputeTable) -> None:
    debt, house = indebted(desk), desk.table.desk
    twin = house.player("Bo")
    one_person(debt.room, debt.player, twin, by=desk.manager, at=desk.table.later())
    house.now += timedelta(hours=1)
    house.buy_in(twin, 100_00)
    refused("debt_first", lambda: house.cash_out(twin, 100_00), most=40_00)


def test_more_than_they_have_is_refused_as_that(desk: DisputeTable) -> None:
    debt, house = indebted(desk), desk.table.desk
    refused("insufficient_chips", lambda: house.cash_out(debt.player, 1_00))
