"""The audit of the books about cases: all is well in every state, and each fault that is planted is named."""

from typing import Any

from config.audit.books import audit
from disputes import audit_checks as checks
from disputes import services
from disputes.models import Dispute, Holding, Remedy, Ruling
from disputes.services import Decision, Payment
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def pay(desk: DisputeTable, amount: int) -> Payment:
    return Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), amount)


def copy(row: Any, **facts: Any) -> dict[str, Any]:
    """The fields of a row, to write another like it past the services."""
    fields = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if field.name != "id"}
    return fields | facts


def hear(desk: DisputeTable, case: Dispute, *, takes_back: bool) -> Ruling:
    decision = Decision(outcome="Award stands" if takes_back else "The ruling stands", rule_code="best_hand")
    facts = {"dispute": case, "decision": decision, "takes_back": takes_back, "key": key()}
    return services.rule_on_appeal(**facts, **desk.by(desk.manager))


def faults() -> list[tuple[str, tuple[str, ...]]]:
    """The findings of the audit of the books."""
    return [(finding.check.title, finding.faults) for finding in audit() if not finding.holds]


def test_the_books_hold_in_every_state(desk: DisputeTable) -> None:
    """Open and holding, ruled, upheld and taken back on appeal; and a shortfall that is owed, then taken back."""
    hand = desk.showdown()
    for number in range(4):
        case = desk.open(hand, hold="part", hold_amount=20_00)
        if number:
            desk.rule(case, pay(desk, 25_00))
        if number > 1:
            desk.appeal(case)
            hear(desk, case, takes_back=number == 3)
    short = desk.open(hand)
    desk.table.desk.leave(desk.sitting(desk.winner))
    desk.table.desk.cash_out(desk.sitting(desk.winner).player, desk.table.desk.rack(desk.sitting(desk.winner).player))
    desk.rule(short, pay(desk, 5_00), second=desk.other)
    assert desk.owed() == 5_00
    assert faults() == []
    desk.appeal(short)
    hear(desk, short, takes_back=True)
    assert desk.owed() == 0
    assert faults() == []


def test_what_a_case_should_hold_and_does_not_is_named(desk: DisputeTable) -> None:
    hand = desk.showdown()
    case = desk.open(hand)
    Holding.objects.create(dispute=case, hand=hand, sitting=desk.sitting(desk.winner), amount=5_00)
    assert list(checks.wrong_impounds()) == [f"case {case.pk} holds 0, not 500"]


def test_a_remedy_that_moved_nothing_is_named(desk: DisputeTable) -> None:
    ruling = desk.rule(desk.open(desk.showdown()), pay(desk, 5_00))
    Remedy.objects.create(**copy(ruling.remedies.get(), number=2, shortfall=2_00))
    assert list(checks.wrong_remedies()) == [
        f"ruling {ruling.pk} moved 500; its remedies say 1000",
        f"ruling {ruling.pk}: 0 were paid out of what is owed, not 200",
    ]
    assert list(checks.nobodys_debts()) == [f"ruling {ruling.pk} could not take 200; its debtor owes 0"]


def test_a_ruling_that_released_nothing_is_named(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown(), hold="part", hold_amount=20_00)
    row = {"dispute": case, "level": 1, "outcome": "x", "rule_code": "rake", "rule": "x", "citation": "x"}
    row |= {"ruled_by": desk.table.floor, "ruled_at": case.opened_at, "gaming_day": case.gaming_day}
    ruling = Ruling.objects.create(**row, request_key=key())
    assert list(checks.wrong_impounds()) == [f"case {case.pk} holds 2000, not 0"]
    assert list(checks.wrong_remedies()) == [f"ruling {ruling.pk} released 0 of 2000 that were held"]
    assert list(checks.unaudited_cases()) == [f"case {case.pk} has no audit event dispute.ruled"]


def test_a_case_that_nobody_opened_is_named(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    again = Dispute.objects.create(**copy(case, request_key=key()))
    assert list(checks.unaudited_cases()) == [f"case {again.pk} has no audit event dispute.opened"]
