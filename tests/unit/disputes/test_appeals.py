"""The one appeal, to the manager, in a house that knows it (WSOP 6)."""

from typing import Any

from disputes import services
from disputes.models import Dispute, Ruling
from disputes.services import Decision, Payment
from rules.house.house import LIVE
from tables.models import SessionAlarm
from tests.support.arranged import arranged
from tests.support.corrections import faults
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def hear(desk: DisputeTable, case: Dispute, *payments: Payment, **facts: Any) -> Ruling:
    stands = "Award stands" if facts.get("takes_back") else "The ruling stands"
    says = "Adjusted between players" if payments else stands
    decision = Decision(outcome=says, rule_code="best_hand", payments=payments)
    given = {"dispute": case, "decision": decision, "takes_back": False, "key": key()} | desk.by(desk.manager)
    return services.rule_on_appeal(**(given | facts))


def ruled(desk: DisputeTable, amount: int = 100_00) -> Dispute:
    """119 are held, and 100 of them went to the other seat."""
    case = desk.open(desk.showdown(), hold="whole")
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount))
    return case


def test_the_manager_upholds_and_that_ends_it(desk: DisputeTable) -> None:
    case = ruled(desk)
    desk.appeal(case)
    assert "taken to the manager by seat 4" in SessionAlarm.objects.get(kind="dispute", cleared_at=None).text
    ruling = hear(desk, case)
    assert (ruling.level, ruling.ruled_by, ruling.takes_back) == (2, desk.manager, None)
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser)) == (159_00, 240_00)
    assert not SessionAlarm.objects.filter(kind="dispute", cleared_at=None).exists()
    refused("already_ruled", lambda: hear(desk, case))
    refused("already_appealed", lambda: desk.appeal(case))


def test_the_manager_takes_the_first_ruling_back_by_reversing_it(desk: DisputeTable) -> None:
    case = ruled(desk)
    desk.appeal(case)
    ruling = hear(desk, case, takes_back=True)
    assert ruling.takes_back == case.rulings.get(level=1)
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser), desk.impounded()) == (259_00, 140_00, 0)


def test_and_pays_anew(desk: DisputeTable) -> None:
    case = ruled(desk)
    desk.appeal(case)
    pay = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 19_00)
    hear(desk, case, pay, takes_back=True, second=desk.other)
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser), desk.impounded()) == (240_00, 159_00, 0)


def test_what_a_player_no_longer_has_is_not_taken_back(desk: DisputeTable) -> None:
    case = ruled(desk)
    desk.appeal(case)
    desk.table.desk.leave(desk.sitting(desk.loser))
    refused("insufficient_chips", lambda: hear(desk, case, takes_back=True))
    assert hear(desk, case).level == 2


def test_chips_are_taken_back_between_hands_only(desk: DisputeTable) -> None:
    """Nothing was held and nothing is paid anew: the stacks that are played with would change all the same."""
    case = desk.open(desk.showdown())
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 40_00))
    desk.appeal(case)
    desk.table.deal()
    refused("hand_open", lambda: hear(desk, case, takes_back=True))
    assert hear(desk, case).level == 2


def test_what_another_ruling_has_passed_on_is_not_taken_back(desk: DisputeTable) -> None:
    """Else that one would have taken of somebody what no hand gave them."""
    hand = desk.showdown()
    case, further = desk.open(hand), desk.open(hand)
    third = next(sitting for seat, sitting in desk.table.sittings.items() if seat not in (desk.winner, desk.loser))
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 40_00))
    desk.rule(further, Payment(desk.sitting(desk.loser), third, 30_00))
    desk.appeal(case)
    said = refused("passed_on", lambda: hear(desk, case, takes_back=True))
    assert f"passed on 30 of it by the ruling on case {further.pk}: amend that one first" in said.message
    less = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 29_00)
    refused("passed_on", lambda: hear(desk, case, less, takes_back=True))
    assert faults() == []
    desk.appeal(further)
    hear(desk, further, takes_back=True)
    hear(desk, case, takes_back=True, second=desk.other)
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser)) == (259_00, 140_00)
    assert faults() == []


def test_as_much_as_was_passed_on_may_be_ruled_instead(desk: DisputeTable) -> None:
    hand = desk.showdown()
    case, further = desk.open(hand), desk.open(hand)
    third = next(sitting for seat, sitting in desk.table.sittings.items() if seat not in (desk.winner, desk.loser))
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 40_00))
    desk.rule(further, Payment(desk.sitting(desk.loser), third, 30_00))
    desk.appeal(case)
    instead = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 30_00)
    hear(desk, case, instead, takes_back=True)
    assert faults() == []


def test_nobody_hears_the_appeal_against_their_own_ruling(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    desk.rule(case, **desk.by(desk.manager))
    desk.appeal(case)
    refused("own_ruling", lambda: hear(desk, case))
    assert hear(desk, case, **desk.by(person(desk.table.desk.room, "manager"))).level == 2


def test_who_confirmed_it_does_not_hear_it_either(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    desk.rule(case, second=desk.manager)
    desk.appeal(case)
    refused("own_ruling", lambda: hear(desk, case))


def test_nor_who_made_the_ruling_before_its_amendment(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    first = desk.rule(case, **desk.by(desk.manager))
    other = person(desk.table.desk.room, "manager")
    decision = Decision(outcome="Adjusted", rule_code="best_hand", words="read again", is_meant=True)
    services.amend(dispute=case, amends=first, decision=decision, key=key(), **desk.by(other))
    desk.appeal(case)
    refused("own_ruling", lambda: hear(desk, case))
    assert hear(desk, case, **desk.by(person(desk.table.desk.room, "manager"))).level == 2


def test_a_supervisor_hears_no_appeal(desk: DisputeTable) -> None:
    case = ruled(desk)
    desk.appeal(case)
    refused("appeal_not_yours", lambda: hear(desk, case, **desk.by(desk.other)))


def test_nothing_is_appealed_before_it_is_ruled_and_nothing_heard_before_it_is_appealed(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    refused("not_ruled", lambda: desk.appeal(case))
    desk.rule(case)
    refused("not_appealed", lambda: hear(desk, case))
    refused("facts_missing", lambda: desk.appeal(case, " "))


def test_in_a_house_without_appeal_the_supervisor_is_final(db: None) -> None:
    desk = open_dispute_table()
    case = desk.open(desk.showdown())
    desk.rule(case)
    assert "004:L56" in refused("ruling_final", lambda: desk.appeal(case)).citation
