"""A hand is corrected, voided or ruled on after its box was pulled or counted: it always comes right, and what the box
no longer holds is booked by name."""

from typing import Any

import pytest

from cage.models import BoxCover, BoxVariance
from cage.selectors.drop import drop_of
from cage.services import stock_vault
from config.audit.books import audit
from disputes.models import Place
from disputes.services import Decision, Payment, rule_on_appeal
from games import services as games
from games.models import Hand
from players.ledger import table_account
from players.models import AccountKind, Debt
from players.services.boxes import covered
from players.services.debts import write_off_debt
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db
A = AccountKind


@arranged
def table() -> HandTable:
    return open_hand_table()


@arranged
def dispute() -> DisputeTable:
    return open_dispute_table()


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def correct(table: HandTable, tick: Hand, rake: int, **facts: Any) -> Hand:
    given = {"tick": tick, "rake_taken": rake, "reason": "mis-keyed", "key": f"c{tick.pk}-{rake}"}
    given |= {"second": table.desk.manager, "confirmed": ("takings_never_owed",)}
    return games.supersede_tick(**(given | table.by() | facts))


def void(table: HandTable, hand: Hand) -> Hand:
    facts = {"reason": "dealt twice", "key": f"v{hand.pk}", "second": table.desk.manager}
    return games.void_hand(hand=hand, **(facts | table.by()))


class TestTicks:
    def test_a_correction_takes_back_what_the_count_found_missing(self, table: HandTable) -> None:
        """Recorded 500, dropped 300: the box was 200 short, and the correction explains it to the chip."""
        desk = table.desk
        tick = table.tick(500)
        counted(desk, pulled(desk, "P1"), -200)
        assert desk.held(A.OVER_SHORT) == 200
        correct(table, tick, 300)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (0, 0)
        cover = BoxCover.objects.get()
        assert (cover.amount, cover.hand_id, cover.by) == (200, Hand.objects.latest("pk").pk, table.floor)
        the_books_hold()

    def test_it_draws_on_the_next_box_first(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(500)
        pulled(desk, "P1")
        table.tick(300)
        correct(table, tick, 100)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT), BoxCover.objects.get().amount) == (0, -100, 100)
        the_books_hold()

    def test_more_than_was_recorded_goes_to_the_next_box_and_is_told_apart(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(300)
        counted(desk, pulled(desk, "P1"), 200)
        correct(table, tick, 500)
        counted(desk, pulled(desk, "P1"), -200)
        boxes = drop_of(desk.room, desk.room.gaming_day(desk.now)).boxes
        assert [(box.quick, box.later, box.difference) for box in boxes] == [(300, 0, 200), (0, 200, -200)]
        assert desk.held(A.OVER_SHORT) == 0
        assert sum(BoxVariance.objects.values_list("chips", flat=True)) == 0
        the_books_hold()

    def test_a_void_after_the_count(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(300)
        counted(desk, pulled(desk, "P1"))
        void(table, tick)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (0, -300)
        the_books_hold()

    def test_the_comparison_agrees_with_over_and_short_after_a_void(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(300)
        table.tick(200)
        counted(desk, pulled(desk, "P1"), -100)
        void(table, tick)
        drop = drop_of(desk.room, desk.room.gaming_day(desk.now))
        assert [(box.recorded, box.since, box.difference) for box in drop.boxes] == [(500, -300, 200)]
        assert [(each.recorded, each.counted) for each in drop.tables] == [(200, 400)]
        assert desk.held(A.OVER_SHORT) == -drop.difference == -200

    def test_promo_comes_back_too(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(300, promo_taken=200)
        counted(desk, pulled(desk, "P2", holds="promo"))
        correct(table, tick, 300, promo_taken=0)
        assert (desk.held(A.PROMO_BOX), desk.held(A.POOL_PRIMARY), desk.held(A.OVER_SHORT)) == (0, 200, -200)
        the_books_hold()


class TestFullHands:
    def test_a_void_after_the_pull(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown()
        assert hand.rake_taken
        pulled(desk, "P1")
        void(dispute.table, hand)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (0, -hand.rake_taken)
        the_books_hold()

    def test_a_ruling_that_gives_rake_back(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown()
        counted(desk, pulled(desk, "P1"))
        back = Payment(Place.RAKE, dispute.sitting(dispute.loser), 100)
        dispute.rule(dispute.open(hand), back, second=dispute.other)
        assert BoxCover.objects.get().case_id
        assert desk.held(A.OVER_SHORT) == -100
        the_books_hold()


def test_what_no_box_ever_held_is_not_covered(table: HandTable) -> None:
    table.tick(300)
    refused("box_short", lambda: covered(table_account(table.session, A.RAKE_BOX), 1))


def test_what_was_pulled_is_covered_once(table: HandTable) -> None:
    void(table, _pulled_with(table, 300))
    refused("box_short", lambda: covered(table_account(table.session, A.RAKE_BOX), 1))


def _pulled_with(table: HandTable, rake: int) -> Hand:
    tick = table.tick(rake)
    pulled(table.desk, "P1")
    return tick


def test_a_debt_that_was_written_off_into_a_box_comes_back_out_of_it_after_the_pull() -> None:
    """The vault paid the box what the player lacked; on appeal the ruling falls, and so does what was paid."""
    dispute = open_dispute_table(house=LIVE.with_answers(appeal="manager"))
    desk, hand = dispute.table.desk, dispute.showdown()
    stock_vault(room=desk.room, chips=1_00, cash=0, reason="more", key=key(), **desk.at_the_vault())
    desk.cash_out(desk.leave(dispute.sitting(dispute.winner)).player, 259_00)
    case = dispute.open(hand)
    dispute.rule(case, Payment(dispute.sitting(dispute.winner), Place.RAKE, 1_00), second=dispute.other)
    facts = {"reason": "gone for good", "second": dispute.other, "key": key()}
    write_off_debt(debt=Debt.objects.get(), **facts, **dispute.by(dispute.manager))
    pulled(desk, "P1")
    dispute.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand", is_meant=True, words="it was right")
    given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
    rule_on_appeal(**given, second=dispute.other, **dispute.by(person(desk.room, "manager")))
    assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT), dispute.owed()) == (0, -100, 0)
    the_books_hold()
