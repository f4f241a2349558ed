"""What holds of every hand: chips are conserved, a refusal changes nothing, replaying gives the same hand."""

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import UNKNOWN
from rules.play.actions import DEALER, Action
from rules.play.hand import Hand
from rules.play.state import State
from rules.table.setup import Setup
from rules.text.rulebook import RULES
from tests.unit.rules.strategies import choosing, hands_of_every_game, next_action

VERBS = ("db", "dh", "pb", "cbr", "cc", "f", "sd", "sm", "mk", "h", "st")


@st.composite
def anything(draw: st.DrawFn) -> Action:
    """Any action, most of them nonsense."""
    cards = tuple(draw(st.lists(st.integers(0, UNKNOWN), max_size=5)))
    return Action(draw(st.sampled_from(VERBS)), draw(st.integers(DEALER, 10)), draw(st.integers(0, 4_000)), cards)


def snapshot(hand: Hand) -> dict[str, Any]:
    """Everything that a hand remembers, copied."""
    fixed = {"setup", "sheet", "structure", "money"}
    return {name: copy.deepcopy(getattr(hand, name)) for name in State.__slots__ if name not in fixed}


@given(hands_of_every_game(), st.lists(anything(), min_size=1, max_size=8))
def test_a_refused_action_leaves_the_hand_as_it_was_and_says_why(hand: Hand, actions: list[Action]) -> None:
    for action in actions:
        refused = hand.refusal(action)
        before = snapshot(hand)
        assert hand.can(action) is (refused is None)
        assert snapshot(hand) == before
        if refused is None:
            hand.apply(action)
        else:
            assert refused.code in RULES
            assert refused.index == len(hand.actions)
            assert refused.message.endswith(".")
            assert refused.rule
            assert refused.citation
            assert refused.tried


@given(hands_of_every_game(), st.data())
def test_what_is_offered_is_accepted(hand: Hand, data: st.DataObject) -> None:
    action = next_action(hand, choosing(data))
    if action is not None:
        hand.verify(action)


@given(hands_of_every_game(finished=True))
def test_no_chip_is_made_or_lost(hand: Hand) -> None:
    settlement = hand.settlement()
    stacks = [stack or 0 for stack in hand.setup.stacks]
    finishing = [stack or 0 for stack in settlement.finishing_stacks]
    assert sum(stacks) == sum(finishing) + settlement.rake + settlement.promo
    assert min(finishing) >= 0
    assert sum(settlement.put_in) == sum(settlement.won) + settlement.rake + settlement.promo
    assert settlement.called_pot == sum(settlement.put_in)


@given(hands_of_every_game(finished=True))
def test_nobody_wins_more_from_an_opponent_than_they_put_in_themselves(hand: Hand) -> None:
    """Besides dead money: and what somebody who folded had put in above every live hand is dead too."""
    settlement = hand.settlement()
    folded = list(zip(settlement.put_in, hand.folded, strict=True))
    most = max(paid for paid, is_out in folded if not is_out)
    dead = sum(hand.dead_paid) + sum(max(paid - most, 0) for paid, is_out in folded if is_out)
    for player, won in enumerate(settlement.won):
        mine = settlement.put_in[player]
        assert won <= sum(min(paid, mine) for paid in settlement.put_in) + dead


@given(hands_of_every_game(finished=True))
def test_every_award_and_every_chip_is_explained(hand: Hand) -> None:
    settlement = hand.settlement()
    rules = [step.rule for step in settlement.steps]
    assert set(rules) <= RULES.keys()
    assert all(step.text.endswith(".") and step.citation for step in settlement.steps)
    assert rules.count("uncalled_bet") == sum(1 for amount in settlement.returned if amount)
    awarded = [step for step in settlement.steps if step.rule in ("uncontested", "best_hand", "low_half", "odd_chip")]
    assert len([step for step in awarded if not step.text.startswith("Seven-card Charlies are")]) == len(
        settlement.awards
    )


@given(hands_of_every_game())
def test_replaying_the_actions_gives_the_same_hand(hand: Hand) -> None:
    assert snapshot(Hand.replay(hand.setup, hand.actions)) == snapshot(hand)


@given(hands_of_every_game())
def test_a_setup_survives_json(hand: Hand) -> None:
    assert Setup.from_json(json.loads(json.dumps(hand.setup.to_json()))) == hand.setup
