"""Two connections at once: report and ruling against the next deal, two supervisors; and rows that stay."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections

from config.errors import DomainError
from disputes import services
from disputes.models import Dispute, Ruling
from disputes.services import Decision, Payment, Report
from games.models import HandDraft
from games.services import start_hand
from players.models import Transfer
from tests.support.arranged import arranged_to_commit
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table

Together = Callable[..., list[Any]]
DECISION = Decision(outcome="Award stands", rule_code="best_hand")


@arranged_to_commit
def desk() -> DisputeTable:
    return open_dispute_table()


def codes(outcomes: list[Any]) -> list[str]:
    """The codes of what was refused; anything but a refusal or a result is a fault."""
    faults = [each for each in outcomes if isinstance(each, Exception) and not isinstance(each, DomainError)]
    assert not faults, faults
    return [each.code for each in outcomes if isinstance(each, DomainError)]


def dealing(desk: DisputeTable) -> Callable[[], HandDraft]:
    session, deal, at = desk.table.session, desk.table.suggested(), desk.table.later()
    return lambda: start_hand(session=session, deal=deal, key=key(), by=desk.table.floor, at=at)


def test_a_report_and_the_next_deal_at_once_are_one_after_the_other(desk: DisputeTable, together: Together) -> None:
    """Either the case is timely and its pot is held, or the next hand was dealt and the result stands."""
    hand, session = desk.showdown(), desk.table.session
    report = Report(kind="MISAWARDED_POT", facts="their pot", hold="whole")
    at = desk.table.later(2)

    def open_case() -> Dispute:
        given = {"session": session, "about": hand, "report": report, "key": key()}
        return services.open_dispute(**given, by=desk.table.floor, at=at)

    outcomes = together(open_case, dealing(desk))
    refused = codes(outcomes)
    if refused == ["ruling_too_late"]:
        assert (Dispute.objects.count(), desk.impounded()) == (0, 0)
    else:
        assert Dispute.objects.get().is_timely
        assert desk.impounded() == 119_00


def test_a_ruling_and_the_next_deal_at_once_never_change_a_stack_in_play(
    desk: DisputeTable, together: Together
) -> None:
    case = desk.open(desk.showdown(), hold="whole")
    pay = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 100_00)
    decision = Decision(outcome="Award corrected", rule_code="best_hand", payments=(pay,))
    at = desk.table.later(2)

    def rule() -> Ruling:
        return services.rule(dispute=case, decision=decision, key=key(), by=desk.table.floor, at=at)

    outcomes = together(rule, dealing(desk))
    assert codes(outcomes) in (["deal_outdated"], ["hand_open"])
    assert HandDraft.objects.count() + Ruling.objects.count() == 1
    moved = Transfer.objects.filter(request_key__in=Ruling.objects.values("request_key")).exists()
    assert moved is bool(Ruling.objects.count())
    assert desk.impounded() == (0 if moved else 119_00)


def test_two_supervisors_rule_at_once_and_one_is_told(desk: DisputeTable, together: Together) -> None:
    case = desk.open(desk.showdown(), hold="whole")
    at = desk.table.later()

    def rule_by(person: Any) -> Callable[[], Ruling]:
        return lambda: services.rule(dispute=case, decision=DECISION, key=key(), by=person, at=at)

    outcomes = together(rule_by(desk.table.floor), rule_by(desk.other))
    assert codes(outcomes) == ["already_ruled"]
    assert Ruling.objects.count() == 1
    assert (desk.impounded(), desk.table.stack(desk.winner)) == (0, 259_00)


def test_the_same_press_four_times_rules_once(desk: DisputeTable, together: Together) -> None:
    case, same, at = desk.open(desk.showdown(), hold="whole"), key(), desk.table.later()

    def rule() -> Ruling:
        return services.rule(dispute=case, decision=DECISION, key=same, by=desk.table.floor, at=at)

    outcomes = together(rule, rule, rule, rule)
    assert codes(outcomes) == []
    assert len({ruling.pk for ruling in outcomes}) == 1


@pytest.mark.parametrize("table", ["dispute", "disputeparty", "holding", "ruling", "remedy", "appeal"])
def test_what_was_ruled_is_changed_by_nobody(desk: DisputeTable, table: str) -> None:
    """Neither by the application's role nor by the owner (I-6)."""
    case = desk.open(desk.showdown(), hold="whole", seats=(1,))
    pay = Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 1_00)
    services.rule(
        dispute=case, decision=Decision(outcome="x", rule_code="rake", payments=(pay,)), key=key(), **desk.by()
    )
    name = f"disputes_{table}"
    for template in ("update {} set id = id", "delete from {}", "truncate {} cascade"):
        statement = template.format(name)
        with pytest.raises(DatabaseError, match=f"permission denied for table {name}"), connection.cursor() as cursor:
            cursor.execute(statement)
        owner = connections["owner"]
        with pytest.raises(DatabaseError, match="are added and never changed"), owner.cursor() as cursor:
            cursor.execute(statement)
