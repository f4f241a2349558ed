"""Four eyes: who entered a hand may not be the only one who approves its correction after the day."""

from datetime import timedelta
from typing import Any

import pytest

from config.staff.models import User
from disputes.models import Dispute, Ruling
from disputes.services import Decision
from games import services as hands
from games.models import Hand
from tests.support.desk import key
from tests.support.dispute import DisputeTable
from tests.support.refusals import refused

DECISION = Decision(outcome="Superseded by the corrected hand", rule_code="record_error")


@pytest.fixture
def hand(desk: DisputeTable) -> Hand:
    """A hand that the supervisor entered a day ago."""
    hand = desk.showdown()
    desk.table.desk.now += timedelta(days=1)
    return hand


def reopen(desk: DisputeTable, hand: Hand, by: User) -> Any:
    return hands.reopen_hand(hand=hand, reason="the rake", key=key(), **desk.by(by))


def ruled(desk: DisputeTable, hand: Hand, **who: Any) -> Ruling:
    case: Dispute = desk.open(hand, "RECORD_ERROR")
    return desk.rule(case, decision=DECISION, **who)


def test_who_entered_it_does_not_correct_it_alone_after_the_day(desk: DisputeTable, hand: Hand) -> None:
    said = refused("own_entry", lambda: reopen(desk, hand, desk.table.floor))
    assert said.citation == "house, four eyes"
    assert reopen(desk, hand, desk.other).supersedes == hand


def test_on_the_same_day_they_do(desk: DisputeTable) -> None:
    hand = desk.showdown()
    assert reopen(desk, hand, desk.table.floor).supersedes == hand


def test_the_day_is_the_gaming_day_past_midnight(desk: DisputeTable) -> None:
    hand = desk.showdown()
    desk.table.desk.now += timedelta(hours=8)
    assert ruled(desk, hand).second is None
    assert reopen(desk, hand, desk.table.floor).supersedes == hand


def test_the_day_ends_in_the_morning_and_not_at_midnight(desk: DisputeTable) -> None:
    house = desk.table.desk
    morning = house.room.start_of(house.room.gaming_day(house.now) + timedelta(days=1))
    house.now = morning - timedelta(hours=1)
    hand = desk.showdown()
    house.now = morning
    refused("second_needed", lambda: ruled(desk, hand))
    refused("own_entry", lambda: reopen(desk, hand, desk.table.floor))


def test_it_is_the_day_of_the_hand_and_not_of_its_table(desk: DisputeTable) -> None:
    desk.table.desk.now += timedelta(days=1)
    hand = desk.showdown()
    assert hand.gaming_day != hand.session.gaming_day
    assert reopen(desk, hand, desk.table.floor).supersedes == hand


def test_nor_do_they_rule_on_it_alone(desk: DisputeTable, hand: Hand) -> None:
    """Though no chips move: a case about the record is a correction."""
    case = desk.open(hand, "RECORD_ERROR")
    said = refused("second_needed", lambda: desk.rule(case, decision=DECISION))
    assert "Who recorded the hand does not correct it alone after the day." in said.message
    assert desk.rule(case, decision=DECISION, second=desk.other).second == desk.other


def test_another_case_about_the_hand_without_chips_needs_nobody(desk: DisputeTable, hand: Hand) -> None:
    assert desk.rule(desk.open(hand, "CONDUCT")).second is None


def test_another_supervisors_ruling_on_the_record_is_the_approval(desk: DisputeTable, hand: Hand) -> None:
    ruled(desk, hand, **desk.by(desk.other))
    assert reopen(desk, hand, desk.table.floor).supersedes == hand


def test_so_is_the_second_person_of_their_own(desk: DisputeTable, hand: Hand) -> None:
    ruled(desk, hand, second=desk.other)
    assert reopen(desk, hand, desk.table.floor).supersedes == hand


def test_a_ruling_on_something_else_or_another_hand_is_none(desk: DisputeTable, hand: Hand) -> None:
    desk.rule(desk.open(hand, "CONDUCT"), **desk.by(desk.other))
    other = desk.table.tick()
    ruled(desk, other, **desk.by(desk.other))
    refused("own_entry", lambda: reopen(desk, hand, desk.table.floor))


def test_what_was_approved_is_the_record_that_stood_then(desk: DisputeTable, hand: Hand) -> None:
    ruled(desk, hand, **desk.by(desk.other))
    corrected = desk.table.record(reopen(desk, hand, desk.table.floor))
    desk.table.desk.now += timedelta(days=1)
    refused("own_entry", lambda: reopen(desk, corrected, desk.table.floor))


def test_what_was_approved_is_one_correction_on_that_day_too(desk: DisputeTable, hand: Hand) -> None:
    ruled(desk, hand, **desk.by(desk.other))
    corrected = desk.table.record(reopen(desk, hand, desk.table.floor))
    refused("own_entry", lambda: reopen(desk, corrected, desk.table.floor))


def test_nor_do_they_once_somebody_else_has_corrected_it(desk: DisputeTable, hand: Hand) -> None:
    """It is still the hand that they entered; whoever corrected it today may do so once more."""
    corrected = desk.table.record(reopen(desk, hand, desk.other), **desk.by(desk.other))
    refused("own_entry", lambda: reopen(desk, corrected, desk.table.floor))
    refused("second_needed", lambda: ruled(desk, corrected))
    assert reopen(desk, corrected, desk.other).supersedes == corrected


def test_a_tick_is_corrected_by_the_same_rule(desk: DisputeTable) -> None:
    tick = desk.table.tick(3_00)
    desk.table.desk.now += timedelta(days=1)
    facts: dict[str, Any] = {"tick": tick, "rake_taken": 2_00, "reason": "2 in the drop", "key": key()}
    refused("own_entry", lambda: hands.supersede_tick(**facts, **desk.by()))
    assert hands.supersede_tick(**(facts | {"key": key()}), **desk.by(desk.other)).rake_taken == 2_00
