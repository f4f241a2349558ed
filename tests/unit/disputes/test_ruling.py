"""Ruling: once, by its rule, with the chips that follow; a second person where it weighs; nothing too late."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from config.audit.models import AuditEvent
from config.errors import KeyReused
from disputes.models import Dispute, Place, Ruling
from disputes.services import Decision, Payment
from games.services import reopen_hand
from players.models import AccountKind
from rules.house.house import LIVE
from tables.models import SessionAlarm
from tables.services import post_plaque
from tests.support.corrections import turned
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused


def to_loser(desk: DisputeTable, amount: int) -> Payment:
    return Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount)


def test_a_ruling_names_its_rule_ends_the_case_and_clears_the_alarm(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    ruling = desk.rule(case)
    assert (ruling.rule_code, ruling.citation) == ("best_hand", "004:L94-98 · WSOP 139-145")
    assert ruling.rule.startswith("The best hand wins the pot")
    assert not SessionAlarm.objects.filter(kind="dispute", cleared_at=None).exists()
    assert AuditEvent.objects.get(verb="dispute.ruled").after["outcome"] == "Award stands"


def test_a_ruling_leaves_the_alarms_of_other_cases(desk: DisputeTable) -> None:
    hand = desk.showdown()
    case, other = desk.open(hand), desk.open(hand, "WRONG_RAKE")
    desk.rule(case)
    standing = SessionAlarm.objects.filter(kind="dispute", cleared_at=None)
    assert [alarm.subject for alarm in standing] == [str(other.pk)]


def test_the_disputes_own_rule_may_be_named(desk: DisputeTable) -> None:
    case = desk.open(desk.table.deal(), "STRING_BET")
    ruling = desk.rule(case, decision=Decision(outcome="Call only", rule_code="string_bet"))
    assert ruling.citation == "004:L25, L326 · WSOP 136-137, 174"


def test_what_is_held_goes_back_where_the_award_stands(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown(), hold="whole")
    desk.rule(case)
    assert (desk.table.stack(desk.winner), desk.impounded()) == (259_00, 0)


def test_a_payment_takes_what_is_held_first_and_the_rest_goes_back(desk: DisputeTable) -> None:
    """119 are held; 100 of them go to the other seat, 19 back."""
    case = desk.open(desk.showdown(), hold="whole")
    ruling = desk.rule(case, to_loser(desk, 100_00))
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser)) == (159_00, 240_00)
    remedy = ruling.remedies.get()
    assert (remedy.amount, remedy.impounded, remedy.shortfall, ruling.moved) == (100_00, 100_00, 0, 100_00)
    assert (desk.impounded(), desk.owed(), desk.table.desk.held(AccountKind.POT)) == (0, 0, 0)
    assert desk.table.on_table() == 800_00


def test_a_seat_is_never_overdrawn_the_shortfall_is_owed_to_the_case(desk: DisputeTable) -> None:
    """The winner has left with 259 and cashed out 200: of 119 there are 59, and 60 are owed."""
    case = desk.open(desk.showdown())
    desk.table.desk.leave(desk.sitting(desk.winner))
    player = desk.sitting(desk.winner).player
    desk.table.desk.cash_out(player, 200_00)
    ruling = desk.rule(case, to_loser(desk, 119_00), second=desk.other)
    assert (desk.table.desk.rack(player), desk.table.stack(desk.loser), desk.owed()) == (0, 199_00, 60_00)
    assert ruling.remedies.get().shortfall == 60_00


def test_rake_that_was_too_high_goes_back_to_the_winner_at_any_time(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown(rake=8_00), "WRONG_RAKE")
    desk.table.tick(0)
    payment = Payment(Place.RAKE, desk.sitting(desk.winner), 3_00)
    desk.rule(case, payment, second=desk.other)
    assert desk.table.stack(desk.winner) == 256_00 + 3_00
    assert desk.table.boxes() == (5_00, 0)


def test_a_tick_is_put_right_by_a_payment(desk: DisputeTable) -> None:
    case = desk.open(desk.table.tick(3_00), "MISAWARDED_POT", seats=(1, 2))
    desk.rule(case, Payment(desk.sitting(1), desk.sitting(2), 50_00))
    assert (desk.table.stack(1), desk.table.stack(2)) == (150_00, 250_00)


class TestOnce:
    def test_a_ruling_is_final(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown())
        desk.rule(case)
        said = refused("already_ruled", lambda: desk.rule(case))
        assert "the ruling is final" in said.message
        assert said.citation == "004:L56"

    def test_the_same_key_rules_once(self, desk: DisputeTable) -> None:
        case, same = desk.open(desk.showdown(), hold="whole"), key()
        assert desk.rule(case, to_loser(desk, 10_00), key=same) == desk.rule(case, to_loser(desk, 10_00), key=same)
        assert desk.table.stack(desk.loser) == 150_00

    def test_another_objection_is_another_request(self, desk: DisputeTable) -> None:
        case, same = desk.open(desk.showdown()), key()
        decision = Decision(outcome="Award stands", rule_code="best_hand", objection="seat 4 says they had folded")
        first = desk.rule(case, decision=decision, key=same)
        assert desk.rule(case, decision=decision, key=same) == first
        with pytest.raises(KeyReused):
            desk.rule(case, decision=replace(decision, objection="none"), key=same)


class TestDeadline:
    def test_players_chips_move_until_the_next_deal(self, desk: DisputeTable) -> None:
        hand = desk.showdown()
        desk.table.tick(0)
        case = desk.open(hand)
        said = refused("ruling_too_late", lambda: desk.rule(case, to_loser(desk, 10_00)))
        assert "WSOP 51" in said.citation
        assert desk.rule(case).moved == 0

    def test_a_timely_case_may_be_ruled_after_the_next_hand(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown(), hold="whole")
        desk.table.tick(0)
        assert desk.rule(case, to_loser(desk, 100_00)).moved == 100_00

    def test_what_is_no_matter_of_the_pot_moves_no_chips(self, desk: DisputeTable) -> None:
        for kind in ("SOFT_PLAY", "INSURANCE_DEAL", "CONDUCT", "STRING_BET"):
            hand = desk.showdown()
            case = desk.open(hand, kind)
            refused("not_reversible", lambda case=case: desk.rule(case, to_loser(desk, 1_00)))

    def test_what_was_reported_in_the_hand_moves_chips_once_it_is_over(self, desk: DisputeTable) -> None:
        draft = desk.table.act(desk.table.deal(), "r 20")
        case = desk.open(draft, "STRING_BET", hold="whole")
        desk.table.record(desk.table.act(draft, "c", "f", "f", "flop Ah7d2c", "r 40", "f"))
        winner, loser = (row.sitting for row in case.session.hands.get().seats.filter(position__in=(3, 4)))
        desk.rule(case, Payment(winner, loser, 17_00))
        assert desk.table.stack(loser.seat) == 197_00

    def test_chips_move_between_hands_only(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown(), hold="whole")
        desk.table.deal()
        refused("hand_open", lambda: desk.rule(case, to_loser(desk, 1_00)))
        refused("hand_open", lambda: desk.rule(case))

    def test_without_chips_a_ruling_may_be_made_in_the_hand(self, desk: DisputeTable) -> None:
        case = desk.open(desk.table.deal(), "OUT_OF_TURN", hold="whole")
        assert desk.rule(case).moved == 0

    def test_a_case_ruled_in_the_hand_holds_nothing_afterwards(self, desk: DisputeTable) -> None:
        draft = desk.table.deal()
        desk.rule(desk.open(draft, "OUT_OF_TURN", hold="whole"))
        desk.table.record(desk.table.act(draft, "f", "f", "f"))
        assert desk.impounded() == 0


class TestSecondPerson:
    """Maker and checker are two (I-21), in the service and in the database."""

    def test_house_money_asks_for_one(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown(), "WRONG_RAKE")
        pay = Payment(Place.RAKE, desk.sitting(desk.winner), 1_00)
        assert "Chips of the house" in refused("second_needed", lambda: desk.rule(case, pay)).message
        ruling = desk.rule(case, pay, second=desk.other)
        assert (ruling.second, ruling.why_second) == (desk.other, "Chips of the house are paid out.")

    def test_who_made_the_slip_confirms_no_money_of_the_house(self, desk: DisputeTable) -> None:
        """R69: neither who opened the case, nor who recorded the hand or corrected it."""
        keyed, corrected = person(desk.table.desk.room, "floor"), person(desk.table.desk.room, "floor")
        hand = desk.showdown(by=keyed)
        case = desk.open(turned(desk, hand, by=corrected, second=desk.other), "WRONG_RAKE")
        pay = Payment(Place.RAKE, desk.sitting(desk.winner), 1_00)
        manager = {"by": desk.manager}
        for maker, did in ((keyed, "recorded"), (corrected, "recorded"), (case.opened_by, "opened")):
            said = refused("second_made_it", lambda maker=maker: desk.rule(case, pay, second=maker, **manager))  # type: ignore[misc]
            assert (f"{maker} {did}" in said.message, said.field) == (True, "badge")
        assert desk.rule(case, pay, second=desk.other, **manager).second == desk.other

    def test_players_money_asks_for_one_above_the_smallest_buy_in(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown())
        refused("second_needed", lambda: desk.rule(case, to_loser(desk, 101_00)))
        assert desk.rule(case, to_loser(desk, 100_00)).second is None

    @pytest.mark.parametrize(("posted", "alone"), [("always", None), (40_00, 40_00), (300_00, 119_00)])
    def test_or_above_what_the_house_has_posted(self, db: None, posted: str | int, alone: int | None) -> None:
        desk = open_dispute_table(house=LIVE.with_answers(second_person_above=posted))
        case = desk.open(desk.showdown())
        if alone != 119_00:
            refused("second_needed", lambda: desk.rule(case, to_loser(desk, (alone or 0) + 1_00)))
        ruling = desk.rule(case, *([to_loser(desk, alone)] if alone else []))
        assert (ruling.moved, ruling.second) == (alone or 0, None)

    def test_a_larger_buy_in_that_was_posted_while_they_sat_there_raises_nothing(self, desk: DisputeTable) -> None:
        manager = {"by": desk.manager, "at": desk.table.desk.at()}
        dear = replace(desk.table.session.posted, buy_in_min=200_00)
        post_plaque(table=desk.table.session.table, plaque=dear, **manager)
        case = desk.open(desk.showdown())
        assert case.plaque.plaque == dear
        refused("second_needed", lambda: desk.rule(case, to_loser(desk, 101_00)))

    def test_a_time_that_was_only_stated_asks_for_one(self, desk: DisputeTable) -> None:
        hand, before = desk.showdown(), desk.table.later(0)
        desk.table.tick(0)
        case = desk.open(hand, reported_at=before)
        refused("second_needed", lambda: desk.rule(case, to_loser(desk, 1_00)))
        assert desk.rule(case, to_loser(desk, 1_00), second=desk.other).second == desk.other

    def test_who_recorded_the_hand_does_not_correct_it_alone_after_the_day(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown())
        desk.table.desk.now += desk.table.desk.step * 60 * 24
        refused("second_needed", lambda: desk.rule(case, to_loser(desk, 1_00)))
        assert desk.rule(case, to_loser(desk, 1_00), **desk.by(desk.other)).second is None

    def test_nobody_is_their_own_second(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown())
        refused("second_is_first", lambda: desk.rule(case, second=desk.table.floor))

    @pytest.mark.parametrize("role", ["cashier", "host", "auditor", "administrator"])
    def test_the_second_rules_on_disputes_themselves(self, desk: DisputeTable, role: str) -> None:
        case = desk.open(desk.showdown())
        refused("second_may_not", lambda: desk.rule(case, second=person(desk.table.desk.room, role)))

    @pytest.mark.parametrize(
        ("facts", "constraint"),
        [
            ({"second": "same"}, "ruling_second_is_another"),
            ({"why_second": "money"}, "ruling_has_its_second"),
            ({"level": 3}, "ruling_amends_with_a_reason"),
        ],
    )
    def test_the_database_says_so_too(self, desk: DisputeTable, facts: dict[str, Any], constraint: str) -> None:
        case = desk.open(desk.showdown())
        row = {"dispute": case, "level": 1, "outcome": "x", "rule_code": "rake", "rule": "x", "citation": "x"}
        row |= {"ruled_by": desk.table.floor, "ruled_at": case.opened_at, "gaming_day": case.gaming_day}
        row |= {"request_key": key()} | facts
        if facts.get("second") == "same":
            row["second"] = desk.table.floor
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            Ruling.objects.create(**row)


def test_nobody_rules_on_a_hand_that_they_dealt(desk: DisputeTable) -> None:
    """Nor confirms a ruling on it."""
    dealer = desk.dealer(desk.table.floor.badge_number, desk.table.floor.display_name)
    case = desk.open(desk.showdown(), dealer_id=dealer.pk)
    refused("own_error", lambda: desk.rule(case))
    refused("own_error", lambda: desk.rule(case, second=desk.table.floor, **desk.by(desk.other)))
    assert desk.rule(case, **desk.by(desk.other)).ruled_by == desk.other


def test_a_badge_is_the_same_in_capitals(desk: DisputeTable) -> None:
    floor = desk.table.floor
    floor.badge_number = "F7"
    floor.save(update_fields=["badge_number"])
    case = desk.open(desk.showdown(), dealer_id=desk.dealer("f7").pk)
    refused("own_error", lambda: desk.rule(case))


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Decision(outcome=" ", rule_code="rake"), "outcome_missing"),
        (Decision(outcome="x", rule_code="no_such_rule"), "unknown_rule"),
    ],
)
def test_a_ruling_says_what_and_by_which_rule(desk: DisputeTable, decision: Decision, code: str) -> None:
    case = desk.open(desk.showdown())
    refused(code, lambda: desk.rule(case, decision=decision))


@pytest.mark.parametrize("amount", [0, -1_00, 50])
def test_chips_come_in_chips(desk: DisputeTable, amount: int) -> None:
    desk.table.desk.room.smallest_chip = 1_00
    desk.table.desk.room.save()
    case = desk.open(desk.showdown())
    refused("not_chip_multiple", lambda: desk.rule(case, to_loser(desk, amount)))


def test_chips_go_from_one_place_to_another(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    same = Payment(desk.sitting(desk.winner), desk.sitting(desk.winner), 1_00)
    refused("same_place", lambda: desk.rule(case, same))


def test_a_settled_hand_is_superseded_after_the_ruling_and_both_are_kept(desk: DisputeTable) -> None:
    hand = desk.showdown()
    case = desk.open(hand, "RECORD_ERROR")
    desk.rule(case, decision=Decision(outcome="Superseded by the corrected hand", rule_code="record_error"))
    again = desk.table.record(reopen_hand(hand=hand, reason=f"case {case.pk}", key=key(), **desk.table.by()))
    assert (again.version, again.supersedes) == (2, hand)
    assert Dispute.objects.get(pk=case.pk).hand == hand
