"""A ruling is amended by who hears appeals: only the difference moves, both rulings stay, and the books hold."""

from typing import Any

import pytest

from config.audit.books import audit
from config.audit.models import AuditEvent
from disputes import services
from disputes.models import Dispute, Place, Ruling
from disputes.selectors.statistics import statistics_of
from disputes.services import Decision, Payment
from disputes.standing import difference, moved_in_all, rulings_of
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def to_loser(desk: DisputeTable, amount: int) -> Payment:
    return Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount)


def amend(desk: DisputeTable, case: Dispute, *payments: Payment, **facts: Any) -> Ruling:
    """An amendment by the manager: what shall have moved in all."""
    outcome = "Pulled back and awarded again" if payments else "Award stands"
    decision = Decision(outcome=outcome, rule_code="best_hand", words="cards read again", payments=payments)
    given = {"dispute": case, "amends": case.rulings.latest("pk"), "decision": decision, "key": key()}
    return services.amend(**(given | desk.by(desk.manager) | facts))


def ruled(desk: DisputeTable, amount: int = 50_00) -> Dispute:
    case = desk.open(desk.showdown())
    desk.rule(case, *([to_loser(desk, amount)] if amount else []))
    return case


def faults() -> list[tuple[str, ...]]:
    return [finding.faults for finding in audit() if not finding.holds]


def test_only_the_difference_moves_and_both_rulings_stay(desk: DisputeTable) -> None:
    case = ruled(desk)
    first = case.rulings.get()
    second = amend(desk, case, to_loser(desk, 80_00))
    assert (second.level, second.amends, second.moved, second.ruled_by) == (3, first, 30_00, desk.manager)
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser)) == (179_00, 220_00)
    assert [ruling.outcome for ruling in case.rulings.all()] == [first.outcome, second.outcome]
    third = amend(desk, case, to_loser(desk, 10_00), second=desk.other)
    (remedy,) = third.remedies.all()
    assert (remedy.source_sitting, remedy.amount) == (desk.sitting(desk.loser), 70_00)
    assert desk.table.stack(desk.winner) == 249_00
    assert moved_in_all(rulings_of(case)) == 10_00
    assert faults() == []


def test_an_outcome_without_chips_is_put_right(desk: DisputeTable) -> None:
    """A ruling that could be made in three taps and amended by nobody."""
    case = desk.open(desk.showdown(), "MISREAD_HAND")
    wrong = Decision(outcome="Cards read again, award corrected", rule_code="best_hand", is_meant=True, words="later")
    desk.rule(case, decision=wrong)
    right = Decision(
        outcome=wrong.outcome, rule_code="best_hand", words="the chips were forgotten", payments=(to_loser(desk, 9_00),)
    )
    assert amend(desk, case, decision=right).moved == 9_00
    assert AuditEvent.objects.filter(verb="dispute.ruled").latest("pk").after["amends"] == wrong.outcome


def test_chips_of_the_house_go_back_into_its_box(desk: DisputeTable) -> None:
    """Chips that were refunded too much come from the player, though players pay nothing in such a case."""
    case = desk.open(desk.showdown(), "WRONG_RAKE")
    refund = Decision(
        outcome="Refunded to the winner",
        rule_code="wrong_rake",
        payments=(Payment(Place.RAKE, desk.sitting(desk.winner), 5_00),),
    )
    desk.rule(case, decision=refund, second=desk.other)
    less = Decision(
        outcome="Refunded to the winner",
        rule_code="wrong_rake",
        words="only two were too much",
        payments=(Payment(Place.RAKE, desk.sitting(desk.winner), 2_00),),
    )
    assert amend(desk, case, decision=less).moved == 3_00
    assert desk.table.boxes()[0] == 3_00
    assert faults() == []


def test_an_appeal_takes_back_the_ruling_with_its_amendments(desk: DisputeTable) -> None:
    case = ruled(desk)
    amend(desk, case, to_loser(desk, 80_00))
    desk.appeal(case)
    refused("appeal_waits", lambda: amend(desk, case))
    other = person(desk.table.desk.room, "manager")
    decision = Decision(outcome="Award stands", rule_code="best_hand")
    given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
    refused("own_ruling", lambda: services.rule_on_appeal(**given, **desk.by(desk.manager)))
    services.rule_on_appeal(**(given | {"key": key()}), second=desk.other, **desk.by(other))
    assert (desk.table.stack(desk.winner), desk.table.stack(desk.loser)) == (259_00, 140_00)
    assert moved_in_all(rulings_of(case)) == 0
    assert faults() == []
    assert amend(desk, case, to_loser(desk, 5_00)).moved == 5_00


def test_a_shortfall_is_owed_and_what_is_owed_stays_in_the_books(desk: DisputeTable) -> None:
    case = ruled(desk, 10_00)
    desk.table.desk.leave(desk.sitting(desk.winner))
    player = desk.sitting(desk.winner).player
    desk.table.desk.cash_out(player, desk.table.desk.rack(player))
    amend(desk, case, to_loser(desk, 30_00), second=desk.other)
    assert desk.owed() == 20_00
    assert faults() == []


@pytest.mark.parametrize("person_of", ["other", "floor"])
def test_who_hears_no_appeals_amends_nothing(desk: DisputeTable, person_of: str) -> None:
    case = ruled(desk)
    by = desk.other if person_of == "other" else desk.table.floor
    refused("amendment_not_yours", lambda: amend(desk, case, **desk.by(by)))


def test_ones_own_ruling_is_amended_with_a_second_person(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    desk.rule(case, **desk.by(desk.manager))
    refused("second_needed", lambda: amend(desk, case, to_loser(desk, 1_00)))
    assert amend(desk, case, to_loser(desk, 1_00), second=desk.other).second == desk.other


def test_nor_does_who_confirmed_it_amend_it_alone(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    desk.rule(case, to_loser(desk, 50_00), second=desk.manager)
    refused("second_needed", lambda: amend(desk, case, to_loser(desk, 51_00)))
    assert amend(desk, case, to_loser(desk, 51_00), second=desk.other).moved == 1_00


def test_an_amendment_says_something_else_and_why(desk: DisputeTable) -> None:
    case = ruled(desk)
    same = Decision(
        outcome="Adjusted between players", rule_code="best_hand", words="so", payments=(to_loser(desk, 50_00),)
    )
    refused("nothing_amended", lambda: amend(desk, case, decision=same))
    silent = Decision(outcome="Award stands", rule_code="best_hand")
    refused("reason_missing", lambda: amend(desk, case, decision=silent))
    unruled = {"dispute": desk.open(None, "SEATING"), "amends": case.rulings.get(), "decision": silent}
    refused("not_ruled", lambda: services.amend(**unruled, key=key(), **desk.by(desk.manager)))


def test_two_tablets_do_not_amend_the_same_ruling(desk: DisputeTable) -> None:
    case = ruled(desk)
    first = case.rulings.get()
    amend(desk, case, to_loser(desk, 80_00))
    refused("amended_already", lambda: amend(desk, case, to_loser(desk, 70_00), amends=first))


def test_the_same_key_amends_once(desk: DisputeTable) -> None:
    case = ruled(desk)
    facts = {"amends": case.rulings.get(), "key": key()}
    assert amend(desk, case, to_loser(desk, 80_00), **facts) == amend(desk, case, to_loser(desk, 80_00), **facts)
    assert Ruling.objects.count() == 2


def test_what_is_counted_follows_the_amendment(desk: DisputeTable) -> None:
    case = ruled(desk)
    amend(desk, case, to_loser(desk, 20_00))
    total = statistics_of(desk.table.desk.room).total
    assert (total.cases, total.waiting, total.appealed, total.moved) == (1, 0, 0, 20_00)


def test_the_time_to_a_ruling_is_that_to_the_first_and_an_appeal_that_was_heard_still_counts(
    desk: DisputeTable,
) -> None:
    case = ruled(desk)
    amend(desk, case, to_loser(desk, 20_00))
    desk.appeal(case)
    decision = Decision(outcome="The ruling stands", rule_code="best_hand")
    other = desk.by(person(desk.table.desk.room, "manager"))
    services.rule_on_appeal(dispute=case, decision=decision, takes_back=False, key=key(), **other)
    total = statistics_of(desk.table.desk.room).total
    assert (total.appealed, total.waiting, total.median_seconds) == (1, 0, 60)


class TestContradictions:
    """An outcome and the chips say the same, or it is said that they don't, and why."""

    @pytest.mark.parametrize(
        ("kind", "outcome", "pays"),
        [
            ("MISREAD_HAND", "Cards read again, award corrected", 0),
            ("MISREAD_HAND", "Award stands", 10_00),
            ("MISAWARDED_POT", "Adjusted between players", 0),
            ("FOULED_DECK", "Hand void, all chips back, no rake", 0),
        ],
    )
    def test_are_asked_about(self, desk: DisputeTable, kind: str, outcome: str, pays: int) -> None:
        case = desk.open(desk.showdown(), kind)
        facts: dict[str, Any] = {"outcome": outcome, "rule_code": "best_hand"}
        facts |= {"payments": (to_loser(desk, pays),)} if pays else {}
        error = refused("outcome_contradicts", lambda: desk.rule(case, decision=Decision(**facts)))
        assert outcome in error.message
        refused("outcome_contradicts", lambda: desk.rule(case, decision=Decision(**facts, is_meant=True)))
        assert desk.rule(case, decision=Decision(**facts, is_meant=True, words="it was agreed")).outcome == outcome

    def test_a_hand_in_play_keeps_its_chips_in_the_pot(self, desk: DisputeTable) -> None:
        case = desk.open(desk.table.deal(), "FOULED_DECK")
        decision = Decision(outcome="Hand void, all chips back, no rake", rule_code="fouled_deck")
        assert desk.rule(case, decision=decision).moved == 0

    def test_a_ruling_that_stands_moves_nothing(self, desk: DisputeTable) -> None:
        case = ruled(desk)
        desk.appeal(case)
        decision = Decision(outcome="The ruling stands", rule_code="best_hand")
        given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
        refused("outcome_contradicts", lambda: services.rule_on_appeal(**given, **desk.by(desk.manager)))


def test_the_difference_is_the_fewest_payments(desk: DisputeTable) -> None:
    one, two, three = (desk.sitting(seat) for seat in (1, 2, 3))
    moves = difference([Payment(one, three, 30)], [Payment(one, two, 20)])
    assert [(move.source.seat, move.target.seat, move.amount) for move in moves] == [(1, 3, 10), (2, 3, 20)]  # type: ignore[union-attr]  # they are sittings
    assert difference([Payment(one, two, 20)], [Payment(one, two, 20)]) == []
