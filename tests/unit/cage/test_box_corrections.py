"""A hand is corrected, voided or ruled on after its box was pulled or counted: it always comes right, stands against
the box into which it fell, and is booked by name; no other box is the less or the more for it."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import BoxCover, BoxPull, BoxVariance
from cage.selectors.drop import drop_of, tables_not_pulled
from cage.services import stock_vault
from config.audit.books import audit
from disputes.models import Dispute, Place
from disputes.services import Decision, Payment, rule_on_appeal
from games import services as games
from games.models import Hand
from players.ledger import table_account
from players.models import AccountKind, Debt
from players.services.boxes import cover_of, covered
from players.services.debts import write_off_debt
from players.tills import Cover, Fallen
from rules.house.house import LIVE
from tables.services import put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.boxes import counted, hung, pulled
from tests.support.corrections import turned
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

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


def differences(desk: Desk) -> list[tuple[str, int, int | None]]:
    """The boxes of the day as they were pulled: number, what was corrected since, and what they are off."""
    boxes = drop_of(desk.room, desk.room.gaming_day(desk.now)).boxes
    return [(box.pull.number, box.since, box.difference) for box in boxes]


def as_before_covers_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corrections take from the box that hangs, and put into it, as earlier releases did."""
    monkeypatch.setattr("games.services.correcting.fallen", lambda *_: {})


def test_the_downs_of_a_day_come_to_what_was_recorded(table: HandTable) -> None:
    """A hand before anybody was noted to deal, two in a down, and a correction of one of these."""
    desk = table.desk
    table.tick(500)
    dealer = register_dealer(room=desk.room, badge_number="D7", display_name="Ann", **table.by())
    start_shift(dealer=dealer, **table.by())
    put_in(session=table.session, dealer=dealer, **table.by())
    table.tick(300)
    correct(table, table.tick(400), 100)
    counted(desk, pulled(desk, "P1"))
    drop = drop_of(desk.room, desk.room.gaming_day(desk.now))
    assert ([row.recorded for row in drop.downs], drop.undealt) == ([700], [(desk.session.table.name, 500)])
    assert (drop.corrected, drop.recorded) == (-300, 900)
    shown = text(signed_in(desk.manager).get(reverse("drop_compare", args=[drop.day])))
    assert f"nobody was noted to deal {desk.session.table} 5" in shown
    assert "moved by corrections and rulings -3" in shown.replace("−", "-")
    assert "Recorded into the counted boxes 9" in shown


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

    def test_the_next_box_keeps_what_it_holds(self, table: HandTable) -> None:
        """It held none of the hand: taken out of it, it would count over though nothing is wrong."""
        desk = table.desk
        tick = table.tick(500)
        first = pulled(desk, "P1")
        table.tick(300)
        correct(table, tick, 100)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (300, -400)
        cover = BoxCover.objects.get()
        assert (cover.amount, cover.pull) == (400, first)
        counted(desk, first, -400)
        counted(desk, pulled(desk, "P2"))
        assert differences(desk) == [("P1", -400, 0), ("P2", 0, 0)]
        assert desk.held(A.OVER_SHORT) == 0
        the_books_hold()

    def test_it_stands_against_the_box_of_the_hand_whatever_was_pulled_since(self, table: HandTable) -> None:
        """Two hands fell into the first box of each kind, the next were pulled and counted right, and others hang."""
        desk = table.desk
        for number, holds in (("N1", "rake"), ("OLD", "promo")):
            hung(desk, number, holds=holds)
        for number, holds in (("N2", "rake"), ("N3", "rake"), ("NP1", "promo"), ("NP2", "promo")):
            hung_next(desk, number, holds)
        fourth, fifth = (table.tick(400, promo_taken=200) for _ in range(2))
        counted(desk, pulled(desk, "N1", next_number="N2"))
        counted(desk, pulled(desk, "OLD", holds="promo", next_number="NP1"))
        table.tick(300, promo_taken=100)
        counted(desk, pulled(desk, "N2", next_number="N3"))
        counted(desk, pulled(desk, "NP1", holds="promo", next_number="NP2"))
        table.tick(500, promo_taken=200)
        correct(table, fourth, 0, promo_taken=0)
        void(table, fifth)
        assert (desk.held(A.RAKE_BOX), desk.held(A.PROMO_BOX), desk.held(A.OVER_SHORT)) == (500, 200, -1200)
        assert differences(desk) == [("N1", -800, 800), ("OLD", -400, 400), ("N2", 0, 0), ("NP1", 0, 0)]
        third = pulled(desk, "N3", next_number="N1")
        assert (third.expected, counted(desk, third).counted) == (500, 500)
        the_books_hold()

    def test_more_than_was_recorded_goes_on_from_the_next_box(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(300)
        first = counted(desk, pulled(desk, "P1"), 200)
        table.tick(100)
        correct(table, tick, 500)
        cover = BoxCover.objects.get()
        assert (desk.held(A.RAKE_BOX), cover.amount, cover.pull) == (100, -200, first)
        counted(desk, pulled(desk, "P2"))
        assert differences(desk) == [("P1", 200, 0), ("P2", 0, 0)]
        assert desk.held(A.OVER_SHORT) == 0
        assert list(BoxVariance.objects.values_list("chips", flat=True)) == [200]
        the_books_hold()

    def test_rake_that_was_promo_stands_against_both_boxes(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(500)
        counted(desk, pulled(desk, "P1"), -200)
        counted(desk, pulled(desk, "P2", holds="promo"), 200)
        table.tick(100, promo_taken=100)
        correct(table, tick, 300, promo_taken=200)
        assert differences(desk) == [("P1", -200, 0), ("P2", 200, 0)]
        assert (desk.held(A.RAKE_BOX), desk.held(A.PROMO_BOX), desk.held(A.OVER_SHORT)) == (100, 100, 0)
        the_books_hold()

    def test_a_hand_that_dropped_nothing_fell_into_the_box_that_hung_then(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(0)
        counted(desk, pulled(desk, "P1"), 200)
        correct(table, tick, 200)
        assert (differences(desk), desk.held(A.RAKE_BOX)) == ([("P1", 200, 0)], 0)
        the_books_hold()

    def test_a_hand_of_the_box_that_hangs_is_corrected_in_it(self, table: HandTable) -> None:
        desk = table.desk
        pulled(desk, "P1")
        nothing, tick = table.tick(0), table.tick(300)
        correct(table, correct(table, tick, 100), 500)
        correct(table, nothing, 400)
        assert (desk.held(A.RAKE_BOX), BoxCover.objects.count()) == (900, 0)
        the_books_hold()

    def test_again_and_again_it_stays_with_its_box(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(500)
        counted(desk, pulled(desk, "P1"))
        table.tick(300)
        tick = correct(table, tick, 200)
        counted(desk, pulled(desk, "P2"))
        tick = correct(table, tick, 400)
        table.tick(100)
        void(table, tick)
        assert differences(desk) == [("P1", -500, 500), ("P2", 0, 0)]
        assert [cover.amount for cover in BoxCover.objects.order_by("pk")] == [300, -200, 400]
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (100, -500)
        the_books_hold()

    def test_corrected_before_the_pull_it_is_counted_as_corrected(self, table: HandTable) -> None:
        desk = table.desk
        tick = correct(table, table.tick(500), 300)
        counted(desk, pulled(desk, "P1"))
        void(table, tick)
        assert differences(desk) == [("P1", -300, 300)]
        the_books_hold()

    def test_on_the_next_day_it_is_told_on_the_day_of_the_box(self, table: HandTable) -> None:
        desk = table.desk
        tick = table.tick(500)
        counted(desk, pulled(desk, "P1"))
        day = desk.room.gaming_day(desk.now)
        desk.now += timedelta(days=1)
        correct(table, tick, 100, by=person(desk.room, "floor"))
        (box,) = drop_of(desk.room, day).boxes
        assert (box.since, box.difference) == (-400, 400)
        today = desk.room.gaming_day(desk.now)
        assert (today > day, differences(desk), tables_not_pulled(desk.room, today)) == (True, [], [])
        the_books_hold()

    def test_what_an_earlier_release_put_into_the_next_box_is_taken_out_of_it(
        self, table: HandTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk = table.desk
        table.tick(400)
        tick = table.tick(300)
        counted(desk, pulled(desk, "P1"))
        with monkeypatch.context() as before:
            as_before_covers_knew(before)
            tick = correct(table, tick, 500)
        assert desk.held(A.RAKE_BOX) == 200
        void(table, tick)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT), BoxCover.objects.get().amount) == (0, -300, 300)
        the_books_hold()

    def test_what_an_earlier_release_took_out_of_the_next_box_is_put_back(
        self, table: HandTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk = table.desk
        tick = table.tick(500)
        counted(desk, pulled(desk, "P1"))
        table.tick(300)
        with monkeypatch.context() as before:
            as_before_covers_knew(before)
            tick = correct(table, tick, 100)
        assert (desk.held(A.RAKE_BOX), differences(desk)) == (0, [("P1", -100, 100)])
        correct(table, tick, 500)
        assert (desk.held(A.RAKE_BOX), differences(desk), desk.held(A.OVER_SHORT)) == (300, [("P1", 0, 0)], 0)
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

    def test_one_with_other_rake_leaves_the_next_box_alone(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown(rake=3_00)
        counted(desk, pulled(desk, "P1"))
        dispute.table.tick(200)
        hand = turned(dispute, hand, rake=1_00, second=dispute.other)
        assert (desk.held(A.RAKE_BOX), differences(desk)) == (200, [("P1", -200, 200)])
        void(dispute.table, hand)
        assert (desk.held(A.RAKE_BOX), differences(desk)) == (200, [("P1", -300, 300)])
        the_books_hold()

    def test_one_with_more_rake_too(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown(rake=1_00)
        counted(desk, pulled(desk, "P1"), 200)
        dispute.table.tick(200)
        turned(dispute, hand, rake=3_00, second=dispute.other)
        assert (desk.held(A.RAKE_BOX), differences(desk)) == (200, [("P1", 200, 0)])
        the_books_hold()


class TestRulings:
    def test_one_that_gives_rake_back(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown()
        counted(desk, pulled(desk, "P1"))
        dispute.table.tick(300)
        back = Payment(Place.RAKE, dispute.sitting(dispute.loser), 100)
        dispute.rule(dispute.open(hand), back, second=dispute.other)
        cover = BoxCover.objects.get()
        assert (bool(cover.case_id), cover.pull) == (True, BoxPull.objects.get())
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (300, -100)
        assert differences(desk) == [("P1", -100, 100)]
        the_books_hold()

    def test_the_box_that_holds_the_hand_gives_it_itself(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown()
        back = Payment(Place.RAKE, dispute.sitting(dispute.loser), 100)
        dispute.rule(dispute.open(hand), back, second=dispute.other)
        assert (desk.held(A.RAKE_BOX), BoxCover.objects.count()) == (hand.rake_taken - 100, 0)
        the_books_hold()

    def test_a_void_after_it_gives_the_rest(self, dispute: DisputeTable) -> None:
        desk = dispute.table.desk
        hand = dispute.showdown()
        counted(desk, pulled(desk, "P1"))
        dispute.table.tick(300)
        back = Payment(Place.RAKE, dispute.sitting(dispute.loser), 100)
        dispute.rule(dispute.open(hand), back, second=dispute.other)
        void(dispute.table, hand)
        assert differences(desk) == [("P1", -hand.rake_taken, hand.rake_taken)]
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (300, -hand.rake_taken)
        the_books_hold()

    def test_taken_back_on_appeal_its_cover_goes_back_too(self) -> None:
        dispute = open_dispute_table(house=LIVE.with_answers(appeal="manager"))
        desk, hand = dispute.table.desk, dispute.showdown()
        counted(desk, pulled(desk, "P1"))
        dispute.table.tick(300)
        case = dispute.open(hand)
        back = Payment(Place.RAKE, dispute.sitting(dispute.loser), 100)
        dispute.rule(case, back, second=dispute.other)
        appealed(dispute, case)
        assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT)) == (300, 0)
        assert differences(desk) == [("P1", 0, 0)]
        the_books_hold()


def test_what_no_box_ever_held_is_not_covered(table: HandTable) -> None:
    table.tick(300)
    refused("box_short", lambda: covered(table_account(table.session, A.RAKE_BOX), 1))


def test_what_was_pulled_is_covered_once(table: HandTable) -> None:
    void(table, _pulled_with(table, 300))
    refused("box_short", lambda: covered(table_account(table.session, A.RAKE_BOX), 1))


def hung_next(desk: Desk, number: str, holds: str) -> None:
    """A box on the shelf."""
    cage.add_box(room=desk.room, number=number, kind=holds, by=desk.manager, at=desk.at())


def appealed(dispute: DisputeTable, case: Dispute) -> None:
    """The ruling on a case taken back by a manager on appeal."""
    dispute.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand", is_meant=True, words="it was right")
    given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
    rule_on_appeal(**given, second=dispute.other, **dispute.by(person(dispute.table.desk.room, "manager")))


def test_beyond_what_was_pulled_the_box_that_hangs_gives_it(table: HandTable) -> None:
    """What came into it for the hand by another way, such as a debt, is refused nowhere while it lies there."""
    table.tick(300)
    fell = Fallen(pulled(table.desk, "P1").pk)
    table.tick(200)
    box = table_account(table.session, A.RAKE_BOX)
    assert cover_of(box, fell, -300) == Cover(300, fell.pull)
    assert cover_of(box, fell, -400) == Cover(300, fell.pull)
    refused("box_short", lambda: cover_of(box, fell, -600))


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
    appealed(dispute, case)
    assert (desk.held(A.RAKE_BOX), desk.held(A.OVER_SHORT), dispute.owed()) == (0, -100, 0)
    the_books_hold()
