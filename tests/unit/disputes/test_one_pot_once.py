"""One pot is paid once: corrections count what rulings moved, rulings are bounded by what the hand gave."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from cage.services import pay_debt
from disputes import services
from disputes.audit_checks import chips_from_nothing
from disputes.models import Place, RulingNetted
from disputes.services import Decision, Payment
from games import services as hands
from games.models import Hand
from games.selectors.kill import kills_of
from players.models import Account, AccountKind, Debt, DebtEntry, MoneyAct, Transfer
from rake.selectors import rake_report
from rake.services import rate_hand, rebuild_day
from rake.unbuilt import days_to_rebuild
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.corrections import faults, reopen, turned, void
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused
from tests.support.table import O8_KILL


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def to_loser(desk: DisputeTable, amount: int) -> Payment:
    return Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount)


def stacks(desk: DisputeTable) -> tuple[int, int]:
    return desk.table.stack(desk.winner), desk.table.stack(desk.loser)


def ruled(desk: DisputeTable, hand: Hand, amount: int) -> Any:
    case = desk.open(hand)
    return desk.rule(case, to_loser(desk, amount), second=desk.other)


class TestCorrection:
    def test_what_a_ruling_moved_counts(self, desk: DisputeTable) -> None:
        """The pot of 119 went to the loser by a ruling; the correction that says so too moves nothing more."""
        hand = desk.showdown()
        ruling = ruled(desk, hand, 119_00)
        assert stacks(desk) == (140_00, 259_00)
        again = turned(desk, hand)
        assert stacks(desk) == (140_00, 259_00)
        assert RulingNetted.objects.get(ruling=ruling).hand == again
        assert faults() == []

    def test_in_parts_the_rest_moves_and_two_people_say_so(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        ruled(desk, hand, 59_00)
        refused("second_needed", lambda: turned(desk, hand))
        draft = desk.table.session.draft
        assert desk.table.record(draft, second=desk.other).version == 2
        assert stacks(desk) == (140_00, 259_00)
        assert faults() == []

    def test_what_a_debt_of_a_ruling_owes_counts_as_moved(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        case = desk.open(hand)
        desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(desk.sitting(desk.winner).player, 200_00)
        desk.rule(case, to_loser(desk, 119_00), second=desk.other)
        debt = Debt.objects.get()
        facts = {"how": DebtEntry.How.CASH, "amount": 10_00, "drawer": desk.table.desk.drawer, "key": key()}
        pay_debt(debt=debt, **facts, **desk.by(desk.table.desk.cashier))
        pay_debt(debt=debt, **(facts | {"key": key()}), **desk.by(desk.table.desk.cashier))
        turned(desk, hand)
        assert (desk.table.stack(desk.loser), Debt.objects.get().owed) == (199_00, 40_00)
        assert desk.table.desk.rack(desk.sitting(desk.loser).player) == 20_00
        assert faults() == []

    def test_a_second_correction_counts_the_first(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        ruled(desk, hand, 119_00)
        again = turned(desk, hand)
        back = reopen(desk, again)
        for _ in range(2):
            back = hands.undo(draft=back, version=back.version, **desk.by())
        back = desk.table.name(desk.table.name(back, str(desk.winner), "AcAd"), str(desk.loser), "KcKd")
        desk.table.record(back, second=desk.other)
        assert stacks(desk) == (259_00, 140_00)
        assert faults() == []

    def test_a_ruling_that_was_taken_back_counts_no_more(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        case = ruled(desk, hand, 119_00).dispute
        desk.appeal(case)
        decision = Decision(outcome="Award stands", rule_code="best_hand", words="as it counts now", is_meant=True)
        given = {"dispute": case, "decision": decision, "key": key(), "second": desk.other, "takes_back": True}
        services.rule_on_appeal(**given, **desk.by(person(desk.table.desk.room, "manager")))
        assert stacks(desk) == (259_00, 140_00)
        turned(desk, hand, second=desk.other)
        assert stacks(desk) == (140_00, 259_00)
        assert faults() == []

    def test_with_a_promo_drop_the_boxes_follow_once(self, desk: DisputeTable) -> None:
        hand = desk.showdown(promo=1_00)
        ruled(desk, hand, 100_00)
        again = turned(desk, hand, promo=2_00, second=desk.other)
        assert desk.table.boxes() == (again.rake_taken, 2_00)
        assert stacks(desk) == (140_00, 140_00 + 124_00 - again.rake_taken - 2_00)
        assert desk.table.on_table() == 800_00
        assert faults() == []

    def test_a_refund_of_rake_counts_too(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        case = desk.open(hand, "WRONG_RAKE")
        pay = Payment(services.ruling.Place.RAKE, desk.sitting(desk.winner), 2_00)
        desk.rule(case, pay, second=desk.other)
        desk.table.record(reopen(desk, hand), rake=hand.rake_taken - 2_00)
        assert desk.table.boxes() == (hand.rake_taken - 2_00, 0)
        assert stacks(desk) == (261_00, 140_00)
        assert faults() == []

    def test_while_a_case_holds_it_is_refused_at_the_start(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        case = desk.open(hand, hold="whole")
        said = refused("case_holds", lambda: reopen(desk, hand))
        assert f"Case {case.pk} holds 119" in said.message
        assert not desk.table.session.hand_open


class TestNobodyIsThere:
    def test_who_has_left_pays_out_of_the_rack(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.table.desk.leave(desk.sitting(desk.winner))
        turned(desk, hand, second=desk.other)
        assert desk.table.desk.rack(desk.sitting(desk.winner).player) == 140_00
        assert desk.table.stack(desk.loser) == 259_00
        assert faults() == []

    def test_what_is_not_there_is_owed_and_collected(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        gone = desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(gone.player, 200_00)
        refused("second_needed", lambda: turned(desk, hand))
        again = desk.table.record(desk.table.session.draft, second=desk.other)
        debt = Debt.objects.get()
        assert (debt.player, debt.owed, debt.hand_id) == (gone.player, 60_00, again.pk)
        assert desk.table.stack(desk.loser) == 199_00, "who won it waits for what is owed"
        assert faults() == []
        facts = {"debt": debt, "how": DebtEntry.How.CASH, "drawer": desk.table.desk.drawer}
        for amount in (20_00, 40_00):
            pay_debt(**facts, amount=amount, key=key(), **desk.by(desk.table.desk.cashier))
            assert faults() == []
        assert (debt.owed, desk.owed()) == (0, 0)
        assert desk.table.desk.rack(desk.sitting(desk.loser).player) == 60_00

    def test_what_a_correction_made_owed_is_not_owed_again(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        gone = desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(gone.player, 200_00)
        again = turned(desk, hand, second=desk.other)
        desk.table.record(reopen(desk, again))
        assert Debt.objects.get().owed == desk.owed() == 60_00
        assert desk.table.stack(desk.loser) == 199_00
        assert faults() == []

    def test_what_is_only_waited_for_is_given_up(self, desk: DisputeTable) -> None:
        """The loser waits for 60 of the pot. Voided, what they have to give up of it pays nobody twice."""
        hand = desk.showdown()
        gone = desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(gone.player, 200_00)
        again = turned(desk, hand, second=desk.other)
        hands.void_hand(hand=again, reason="a fouled deck", second=desk.other, key=key(), **desk.by())
        assert Debt.objects.get().entries.get().how == DebtEntry.How.SET_OFF
        assert (desk.owed(), desk.table.stack(desk.loser), desk.table.desk.rack(gone.player)) == (1_00, 199_00, 1_00)
        assert faults() == []

    def test_a_box_that_only_waits_for_its_rake_pays_none(self, desk: DisputeTable) -> None:
        """The rake was forgotten and its winner is gone with the chips: what was never dropped isn't taken out."""
        hand = desk.showdown(rake=0)
        gone = desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(gone.player, desk.table.desk.rack(gone.player))
        again = desk.table.record(reopen(desk, hand), rake=5_00, second=desk.other)
        assert (desk.owed(), desk.table.boxes()) == (5_00, (0, 0))
        pay = Payment(Place.RAKE, desk.sitting(desk.loser), 5_00)
        refused("box_short", lambda: desk.rule(desk.open(again), pay, second=desk.other), most=0)
        desk.table.record(reopen(desk, again), rake=0)
        assert (desk.owed(), desk.table.boxes(), Debt.objects.get().entries.get().how) == (0, (0, 0), "set_off")
        assert faults() == []

    def test_of_what_lacks_players_wait_before_the_box(self, desk: DisputeTable) -> None:
        """The winner of version 1 has 59 left of 119: the house has dropped its rake, and has it."""
        hand = desk.showdown()
        gone = desk.table.desk.leave(desk.sitting(desk.winner)).player
        desk.table.desk.cash_out(gone, 200_00)
        newest = turned(desk, hand, rake=hand.rake_taken + 1_00, second=desk.other)
        (debt,) = Debt.objects.all()
        assert (debt.amount, debt.goes_to.player) == (60_00, desk.sitting(desk.loser).player)
        assert desk.table.boxes() == (newest.rake_taken, 0)
        assert faults() == []

    def test_who_has_left_wins_into_the_rack(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        gone = desk.table.desk.leave(desk.sitting(desk.loser))
        turned(desk, hand, second=desk.other)
        assert (desk.table.stack(desk.winner), desk.table.desk.rack(gone.player)) == (140_00, 259_00)
        assert faults() == []

    def test_a_correction_that_changes_nothing_for_them_needs_nothing(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        for seat in (desk.winner, desk.loser):
            desk.table.desk.leave(desk.sitting(seat))
            desk.table.desk.cash_out(desk.sitting(seat).player, desk.table.desk.rack(desk.sitting(seat).player))
        assert desk.table.record(reopen(desk, hand)).version == 2
        assert faults() == []

    def test_the_net_is_enough(self, desk: DisputeTable) -> None:
        """The winner has lost most since: 20 are there, the pot was 119, and the correction takes 1."""
        hand = desk.showdown()
        player = desk.sitting(desk.winner).player
        desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(player, 239_00)
        desk.table.desk.now += timedelta(days=1)
        draft = reopen(desk, hand, **desk.by(desk.other))
        desk.table.record(draft, rake=hand.rake_taken + 1_00)
        assert (desk.table.desk.rack(player), Debt.objects.count()) == (19_00, 0)


class TestFourEyes:
    def test_a_correction_of_much_needs_a_second_person_as_a_ruling_does(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        refused("second_needed", lambda: turned(desk, hand))
        assert desk.table.record(desk.table.session.draft, second=desk.other).version == 2
        act = MoneyAct.objects.get(act="correction")
        assert (act.act, act.amount, act.second) == ("correction", 119_00, desk.other)

    def test_small_corrections_of_quick_hands_sum_up(self, db: None) -> None:
        desk = open_dispute_table(house=LIVE.with_answers(second_person_above=5_00))
        ticks = [desk.table.tick(4_00) for _ in range(2)]
        facts: dict[str, Any] = {"rake_taken": 0, "reason": "none was due"}
        hands.supersede_tick(tick=ticks[0], key=key(), **facts, **desk.by())
        refused("second_needed", lambda: hands.supersede_tick(tick=ticks[1], key=key(), **facts, **desk.by()))
        given = facts | {"second": desk.other, "key": key()}
        assert hands.supersede_tick(tick=ticks[1], **given, **desk.by()).rake_taken == 0
        assert faults() == []

    def test_a_ruling_and_a_correction_count_together(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.rule(desk.open(hand), to_loser(desk, 100_00))
        tick = desk.table.tick(3_00)
        facts = {"tick": tick, "rake_taken": 2_00, "reason": "2 in the box", "key": key()}
        refused("second_needed", lambda: hands.supersede_tick(**facts, **desk.by()))


class TestRulingIsBounded:
    def test_twenty_eight_cases_move_no_more_than_the_pot(self, desk: DisputeTable) -> None:
        hand = desk.table.record(desk.table.act(desk.table.deal(), "f", "f", "f"))
        winner, loser = hand.seats.get(took_out__gt=0), hand.seats.filter(took_out=0).first()
        assert loser is not None
        most = winner.took_out
        pay = Payment(winner.sitting, loser.sitting, 40_00)
        for _ in range(3):
            said = refused("remedy_above_hand", lambda: desk.rule(desk.open(hand), pay, second=desk.other), most=most)
            assert "hand 1 and the rulings on it gave no more" in said.message
        desk.rule(desk.open(hand), Payment(winner.sitting, loser.sitting, most))
        refused(
            "remedy_above_hand",
            lambda: desk.rule(desk.open(hand), Payment(winner.sitting, loser.sitting, 1_00), second=desk.other),
            most=0,
        )
        assert faults() == []

    def test_after_a_correction_the_newest_version_bounds_it(self, desk: DisputeTable) -> None:
        """The other way round: corrected first, then ruled. The winner of the version before has nothing of it now."""
        hand = desk.showdown()
        turned(desk, hand, second=desk.other)
        case = desk.open(hand)
        said = refused("remedy_above_hand", lambda: desk.rule(case, to_loser(desk, 59_00), second=desk.other), most=0)
        assert "version 2" in said.message
        assert stacks(desk) == (140_00, 259_00)

    def test_a_quick_hand_knows_its_pot_at_most(self, desk: DisputeTable) -> None:
        desk.showdown()
        tick = desk.table.tick(3_00, pot=40_00)
        desk.rule(desk.open(tick), to_loser(desk, 30_00))
        refused("remedy_above_hand", lambda: desk.rule(desk.open(tick), to_loser(desk, 11_00)), most=10_00)

    def test_what_is_taken_back_of_a_quick_hand_may_be_ruled_anew(self, desk: DisputeTable) -> None:
        desk.showdown()
        case = desk.open(desk.table.tick(3_00, pot=40_00))
        desk.rule(case, to_loser(desk, 30_00))
        desk.appeal(case)
        paid = (to_loser(desk, 35_00),)
        decision = Decision(outcome="Adjusted between players", rule_code="best_hand", payments=paid)
        given = {"dispute": case, "decision": decision, "takes_back": True, "key": key(), "second": desk.other}
        assert services.rule_on_appeal(**given, **desk.by(desk.manager)).moved == 35_00
        assert faults() == []

    def test_what_a_version_counts_bounds_no_further_ruling(self, desk: DisputeTable) -> None:
        """Version 2 gives back what the first ruling took: the winner has the whole pot of it."""
        hand = desk.showdown()
        ruled(desk, hand, 50_00)
        newest = desk.table.record(reopen(desk, hand), second=desk.other)
        assert stacks(desk) == (259_00, 140_00)
        case = desk.open(newest)
        refused("remedy_above_hand", lambda: desk.rule(case, to_loser(desk, 120_00), second=desk.other), most=119_00)
        desk.rule(case, to_loser(desk, 119_00), second=desk.other)
        assert faults() == []

    def test_chips_that_one_ruling_passes_on_are_there_to_be_passed_on(self, desk: DisputeTable) -> None:
        """Who gets them first has left with all that they had: nothing of it is owed."""
        hand = desk.showdown()
        third = next(sitting for seat, sitting in desk.table.sittings.items() if seat not in (desk.winner, desk.loser))
        gone = desk.table.desk.leave(desk.sitting(desk.loser))
        desk.table.desk.cash_out(gone.player, 140_00)
        passed_on = Payment(desk.sitting(desk.loser), third, 40_00)
        ruling = desk.rule(desk.open(hand), to_loser(desk, 40_00), passed_on)
        assert [remedy.shortfall for remedy in ruling.remedies.all()] == [0, 0]
        assert (desk.owed(), desk.table.desk.rack(gone.player)) == (0, 0)
        assert faults() == []

    def test_the_house_pays_back_what_it_dropped(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        pay = Payment(services.ruling.Place.RAKE, desk.sitting(desk.winner), hand.rake_taken + 1_00)
        refused("remedy_above_hand", lambda: desk.rule(desk.open(hand, "WRONG_RAKE"), pay, second=desk.other))

    def test_a_shortfall_needs_a_second_person(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        case = desk.open(hand)
        gone = desk.table.desk.leave(desk.sitting(desk.winner))
        desk.table.desk.cash_out(gone.player, 259_00)
        said = refused("second_needed", lambda: desk.rule(case, to_loser(desk, 1_00)))
        assert "1 of it isn't there" in said.message

    def test_what_a_version_counts_is_not_taken_back_on_appeal(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        case = ruled(desk, hand, 119_00).dispute
        turned(desk, hand)
        desk.appeal(case)
        decision = Decision(outcome="Award stands", rule_code="best_hand", words="as it counts now", is_meant=True)
        given = {"dispute": case, "decision": decision, "key": key(), "second": desk.other}
        manager = desk.by(person(desk.table.desk.room, "manager"))
        refused("ruling_netted", lambda: services.rule_on_appeal(takes_back=True, **given, **manager))
        services.rule_on_appeal(takes_back=False, **given, **manager)
        assert stacks(desk) == (140_00, 259_00)
        assert faults() == []


class TestVoid:
    def test_everything_goes_back_rake_and_promo_too(self, desk: DisputeTable) -> None:
        hand = desk.showdown(promo=1_00)
        voided = void(desk, hand)
        assert (voided.version, voided.supersedes, voided.is_void, voided.reason) == (2, hand, True, "a fouled deck")
        assert desk.table.stacks() == dict.fromkeys((1, 2, 3, 4), 200_00)
        assert desk.table.boxes() == (0, 0)
        assert faults() == []

    def test_net_of_what_a_ruling_moved(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        ruled(desk, hand, 59_00)
        void(desk, hand)
        assert desk.table.stacks() == dict.fromkeys((1, 2, 3, 4), 200_00)
        assert faults() == []

    def test_a_quick_hand_gives_its_rake_back(self, desk: DisputeTable) -> None:
        tick = desk.table.tick(3_00, promo_taken=1_00)
        void(desk, tick)
        assert (desk.table.boxes(), desk.table.desk.held(AccountKind.FELT)) == ((0, 0), 0)
        assert faults() == []

    def test_two_people_with_a_reason_and_once(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        refused("second_needed", lambda: void(desk, hand, second=None))
        refused("second_is_first", lambda: void(desk, hand, second=desk.table.floor))
        refused("reason_missing", lambda: void(desk, hand, reason=" "))
        same = key()
        assert void(desk, hand, key=same) == void(desk, hand, key=same)
        voided = Hand.objects.get(is_void=True)
        refused("already_superseded", lambda: void(desk, hand))
        refused("hand_is_void", lambda: void(desk, voided))
        refused("hand_is_void", lambda: reopen(desk, voided))
        assert Transfer.objects.filter(hand_id=voided.pk).exists()

    def test_a_quick_hand_that_took_nothing_is_voided_by_two_as_well(self, desk: DisputeTable) -> None:
        tick = desk.table.tick(0)
        refused("second_needed", lambda: void(desk, tick, second=None))
        assert void(desk, tick).is_void
        assert MoneyAct.objects.get(act="void").second == desk.other

    def test_button_and_blinds_are_as_if_it_had_not_been_played(self, desk: DisputeTable) -> None:
        desk.showdown()
        before = desk.table.suggested().places
        hand = desk.table.tick()
        assert desk.table.suggested().places != before
        void(desk, hand)
        assert desk.table.suggested().places == before
        assert before
        assert desk.table.session.button_seat == before.button

    def test_who_has_left_owes_or_is_paid_in_the_rack(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        gone = [desk.table.desk.leave(desk.sitting(seat)).player for seat in (desk.winner, desk.loser)]
        void(desk, hand)
        assert [desk.table.desk.rack(player) for player in gone] == [200_00, 200_00]
        assert faults() == []


def test_the_kill_of_a_void_hand_is_over(db: None) -> None:
    desk = open_dispute_table(plaque=O8_KILL)
    hand = desk.table.tick(1_00, pot=60_00, winners=[1])
    assert kills_of(desk.table.session, O8_KILL).state.killer == desk.sitting(1).player_id
    void(desk, hand)
    assert kills_of(desk.table.session, O8_KILL).state.killer is None
    assert faults() == []


def test_a_void_hand_leaves_rating_and_report(desk: DisputeTable) -> None:
    hand = desk.showdown()
    facts = {"room": desk.table.desk.room, "gaming_day": hand.gaming_day}
    rebuild_day(**facts, at=desk.table.later())
    assert days_to_rebuild(desk.table.desk.room) == []
    voided = void(desk, hand)
    assert rate_hand(hand_id=voided.pk, at=desk.table.later()) is None
    assert days_to_rebuild(desk.table.desk.room) == [hand.gaming_day]
    rebuild_day(**facts, at=desk.table.later())
    report = rake_report(**facts)
    assert (report.lines, report.new_hands) == ((), 0)
    assert days_to_rebuild(desk.table.desk.room) == []


def test_chips_that_nobody_brought_are_named(desk: DisputeTable) -> None:
    desk.showdown()
    assert list(chips_from_nothing()) == []
    Account.objects.filter(sitting=desk.sitting(1)).update(balance=F("balance") + 5_00)
    assert len(list(chips_from_nothing())) == 1
