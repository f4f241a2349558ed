"""A case is about an action, not about its number: what was undone is said to be, and nothing else is disputed."""

import pytest

from disputes.acts import acts_of
from disputes.selectors.replay import disputed_hand, is_undone
from games import services as play
from games.models import HandDraft
from tests.support.dispute import DisputeTable
from tests.support.refusals import refused


def last_act(draft: HandDraft) -> dict[str, object]:
    act = list(acts_of(draft))[-1]
    return {"action_index": act.index, "action_mark": act.mark}


def undo(desk: DisputeTable, draft: HandDraft) -> HandDraft:
    return play.undo(draft=draft, version=draft.version, **desk.by())


def test_an_action_that_was_undone_is_disputed_no_more_and_no_other_is(desk: DisputeTable) -> None:
    draft = desk.table.act(desk.table.deal(), "r 20")
    case = desk.open(draft, "STRING_BET", **last_act(draft))
    assert "20" in case.act_words
    assert not is_undone(case)
    draft = desk.table.act(undo(desk, draft), "r 25")
    assert is_undone(case)
    found = disputed_hand(case)
    assert found is not None
    assert found.act is None
    desk.table.record(desk.table.act(draft, "f", "f", "f"))
    assert is_undone(case)


def test_the_action_is_found_in_the_recorded_hand_though_cards_were_named_since(desk: DisputeTable) -> None:
    draft = desk.table.act(desk.table.deal(), "r 20", "c")
    case = desk.open(draft, "STRING_BET", **last_act(draft))
    seat = desk.table.played(draft).setup.seat(3)
    draft = desk.table.name(draft, str(seat), "AcAd")
    assert not is_undone(case)
    desk.table.record(desk.table.act(draft, "f", "f", "flop Ah7d2c", "r 40", "f"))
    found = disputed_hand(case)
    assert found is not None
    assert found.act == case.action_index


def test_an_action_that_was_undone_before_the_case_was_sent_is_refused(desk: DisputeTable) -> None:
    draft = desk.table.act(desk.table.deal(), "r 20")
    seen = last_act(draft)
    draft = desk.table.act(undo(desk, draft), "r 25")
    refused("action_gone", lambda: desk.open(draft, "STRING_BET", **seen))


@pytest.mark.parametrize("index", [5, 400])
def test_what_nobody_did_can_not_be_disputed(desk: DisputeTable, index: int) -> None:
    draft = desk.table.act(desk.table.deal(), "r 20")
    refused("no_such_action", lambda: desk.open(draft, "STRING_BET", action_index=index))


def test_a_quick_hand_has_no_actions(desk: DisputeTable) -> None:
    refused("no_such_action", lambda: desk.open(desk.table.tick(), action_index=0))
