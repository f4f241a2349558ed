"""The replay of a disputed hand: each step with what could have been done instead, and nothing that was done."""

from disputes.selectors.replay import disputed_hand, replay
from tests.support.dispute import DisputeTable


def test_a_step_offers_the_plain_acts_that_were_not_done(desk: DisputeTable) -> None:
    """Raise to 20, call, two folds, the flop, a bet of 40 and its call; cards and showdowns offer nothing."""
    case = desk.open(desk.showdown())
    disputed = disputed_hand(case)
    assert disputed is not None
    steps = [replay(disputed, step, None, desk.table.desk.room) for step in range(len(disputed.played.actions) + 1)]
    offered = {step.done.words: [line for _, line in step.instead] for step in steps if step.done}
    acts = ("raises to 20", "calls 20", "folds", "bets 40", "calls 40", "checks")
    by_act = {act: lines for words, lines in offered.items() for act in acts if words.endswith(act)}
    assert by_act["raises to 20"] == ["call", "fold"]
    assert by_act["calls 20"] == ["fold"]
    assert by_act["folds"] == ["call"]
    assert by_act["bets 40"] == ["check"]
    assert by_act["calls 40"] == ["fold"]
    assert by_act["checks"] == []
    assert [step.instead for step in steps if step.done is None] == [[]]
    assert all(not lines for words, lines in offered.items() if words.startswith(("Board", "Dealt")))


def test_what_is_offered_instead_can_be_asked(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown(), action_index=9)
    disputed = disputed_hand(case)
    assert disputed is not None
    shown = replay(disputed, 9, 9, desk.table.desk.room)
    assert shown.done is not None
    assert shown.done.words.endswith("bets 40")
    assert shown.instead == [("Had checked", "check")]
