"""A ruling on the hand that is being played acts on that hand: dead hands and misdeals, and what may be given up."""

import pytest

from config.audit.models import AuditEvent
from config.errors import DomainError
from disputes.selectors.comparing import Question, compare
from disputes.selectors.replay import disputed_hand
from disputes.services import Decision, amend
from games.models import HandDraft
from games.services import abandon, undo
from tests.support.desk import key
from tests.support.dispute import DisputeTable


def refused(code: str, action: object) -> DomainError:
    with pytest.raises(DomainError) as raised:
        action()  # type: ignore[operator]
    assert raised.value.code == code, raised.value.message
    return raised.value


def decision(outcome: str, **facts: object) -> Decision:
    return Decision(outcome=outcome, rule_code="dead_hand", **facts)  # type: ignore[arg-type]


def the_draft() -> HandDraft:
    return HandDraft.objects.select_related("session__room", "session__table").get()


def test_a_hand_that_is_ruled_dead_is_dead_in_the_hand_that_is_played(desk: DisputeTable) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9", "c")
    seat = table.played(draft).setup.seat(4)
    case = desk.open(draft, "FOULED_HAND", seats=(seat,))
    desk.rule(case, decision=decision("Hand dead, chips stay"))
    played = table.played(the_draft())
    assert not played.in_hand(3)
    assert played.actions[-1].why == "fouled_hand"
    assert AuditEvent.objects.get(verb="hand.irregularity").after["case"] == case.pk


def test_it_has_to_be_said_whose_hand_it_is(desk: DisputeTable) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9", "c")
    seat = table.played(draft).setup.seat(4)
    case = desk.open(draft, "DEAD_HAND")
    refused("seat_unclear", lambda: desk.rule(case, decision=decision("Hand dead")))
    assert not case.rulings.exists()
    desk.rule(case, decision=decision("Hand dead", dead_seat=seat))
    assert not table.played(the_draft()).in_hand(3)


def test_undo_stops_at_what_was_ruled(desk: DisputeTable) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9", "c")
    case = desk.open(draft, "DEAD_HAND", seats=(table.played(draft).setup.seat(4),))
    desk.rule(case, decision=decision("Hand dead"))
    draft = the_draft()
    refused("ruled", lambda: undo(draft=draft, version=draft.version, **table.by()))


def test_undo_goes_past_a_ruling_that_was_amended(desk: DisputeTable) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9", "c")
    case = desk.open(draft, "DEAD_HAND", seats=(table.played(draft).setup.seat(4),))
    ruling = desk.rule(case, decision=decision("Hand dead"))
    amended = decision("Hand plays on", words="it was never thrown away")
    amend(dispute=case, amends=ruling, decision=amended, key=key(), **desk.by(desk.manager))
    draft = the_draft()
    undo(draft=draft, version=draft.version, **table.by())
    assert table.played(the_draft()).in_hand(3)


def test_a_misdeal_is_ruled_in_time_or_not_at_all(desk: DisputeTable) -> None:
    table = desk.table
    case = desk.open(table.act(table.deal(), "r 9"), "MISDEAL")
    desk.rule(case, decision=decision("Redealt, button and blinds unchanged"))
    assert table.played(the_draft()).voided == "misdeal"
    hand = table.record(the_draft())
    assert hand.void_cause == "misdeal"
    case = desk.open(table.act(table.deal(), "r 9", "c"), "MISDEAL")
    late = decision("Redealt, button and blinds unchanged")
    refused("substantial_action", lambda: desk.rule(case, decision=late))
    table.record(table.act(the_draft(), "f", "f", "flop Ah7d2c", "r 9", "f"))
    refused("substantial_action", lambda: desk.rule(case, decision=late))
    desk.rule(case, decision=decision("Played on, substantial action"))


def test_a_hand_with_an_open_case_is_not_given_up(desk: DisputeTable) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9")
    case = desk.open(draft, "MISREAD_HAND")
    draft = the_draft()
    refused("case_open", lambda: abandon(draft=draft, version=draft.version, reason="wrong table", **table.by()))
    desk.rule(case)
    abandon(draft=draft, version=draft.version, reason="wrong table", **table.by())
    assert not HandDraft.objects.exists()


@pytest.mark.parametrize("words", ["misdeal wrong seat", "fouled deck alike"])
def test_a_hand_with_an_open_case_is_void_by_its_ruling_only(desk: DisputeTable, words: str) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9")
    case = desk.open(draft, "MISDEAL")
    draft = the_draft()
    refused("case_open", lambda: table.act(draft, words))
    assert the_draft().actions == draft.actions
    desk.rule(case, decision=decision("Redealt, button and blinds unchanged"))
    assert table.record(the_draft()).void_cause == "misdeal"


def test_a_misdeal_is_no_reason_to_give_a_hand_up(desk: DisputeTable) -> None:
    table = desk.table
    draft = table.act(table.deal(), "r 9")
    give_up = {"draft": draft, **table.by()}
    refused("misdeal_recorded", lambda: abandon(version=draft.version, reason="Misdeal, two cards up", **give_up))
    late = table.act(draft, "c")
    refused("substantial_action", lambda: abandon(version=late.version, reason="misdeal", **give_up))
    refused("reason_missing", lambda: abandon(version=late.version, **give_up))
    abandon(version=late.version, reason="wrong table", **give_up)


def test_what_if_of_a_misdeal_says_that_it_is_too_late(desk: DisputeTable) -> None:
    table = desk.table
    hand = desk.showdown()
    asked = Question("void")
    misdeal = disputed_hand(desk.open(hand, "MISDEAL"))
    fouled = disputed_hand(desk.open(hand, "FOULED_DECK"))
    assert misdeal is not None
    assert fouled is not None
    room = table.session.room
    answer = compare(misdeal, asked, room)
    assert answer.violation is not None
    assert answer.violation.code == "substantial_action"
    assert compare(fouled, asked, room).rows


@pytest.mark.parametrize("words", ["misdeal two exposed", "d void two_cards_exposed", "fouled deck alike"])
def test_what_if_reads_what_goes_wrong(desk: DisputeTable, words: str) -> None:
    table = desk.table
    disputed = disputed_hand(desk.open(desk.showdown(), "MISDEAL"))
    assert disputed is not None
    step = next(index for index, action in enumerate(disputed.played.actions) if action.verb == "cbr")
    answer = compare(disputed, Question("rest", step=step, lines=words), table.session.room)
    assert {row.would_be for row in answer.rows} == {"0"}, answer.said
