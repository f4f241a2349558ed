"""A legal hand with one thing changed: refused at that very action, by the right rule."""

from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.play.actions import Action, check_or_call, deal_board
from rules.play.hand import Hand
from rules.text.violation import Refused, Violation
from tests.support.turns import betting
from tests.unit.rules.strategies import GAMES, finished_hands

few = settings(max_examples=30)
PLAYER_VERBS = ("f", "cc", "cbr")


def moments(hand: Hand, *verbs: str) -> Iterator[tuple[Hand, Action]]:
    """Each action of these verbs, with the hand as it is before it; the hand goes on when the next is asked for."""
    replayed = Hand(hand.setup)
    for action in hand.actions:
        if action.verb in verbs:
            yield replayed, action
        replayed.apply(action)


def refused(hand: Hand, action: Action) -> Violation:
    """The refusal of an action, which must come when the action is tried as well."""
    with pytest.raises(Refused) as refusal:
        hand.apply(action)
    assert refusal.value.violation == hand.refusal(action)
    return refusal.value.violation


@few
@given(finished_hands())
def test_somebody_else_acts(hand: Hand) -> None:
    for before, action in moments(hand, *PLAYER_VERBS):
        for position in range(1, before.players + 2):
            if position != action.position:
                expected = "out_of_turn" if before.in_hand(position - 1) else "not_in_hand"
                assert refused(before, action._replace(position=position)).code == expected


@few
@given(finished_hands())
def test_a_card_is_dealt_twice(hand: Hand) -> None:
    for before, action in moments(hand, "dh", "db"):
        known = [card for hole in before.hole for card in hole] + before.board
        if known:
            twice = action._replace(cards=(*action.cards[:-1], known[0]))
            assert refused(before, twice).code == "duplicate_card"


@few
@given(finished_hands())
def test_a_card_too_few_or_too_many_is_dealt(hand: Hand) -> None:
    for before, action in moments(hand, "dh", "db"):
        assert refused(before, action._replace(cards=action.cards[:-1])).code == "wrong_card_count"
        assert refused(before, action._replace(cards=(*action.cards, 52))).code == "wrong_card_count"


@few
@given(finished_hands())
def test_the_dealer_goes_on_before_the_bets_are_answered(hand: Hand) -> None:
    for before, _ in moments(hand, *PLAYER_VERBS):
        assert refused(before, deal_board((52, 52, 52))).code == "round_not_complete"


@few
@given(finished_hands())
def test_somebody_acts_while_the_dealer_is_due(hand: Hand) -> None:
    for before, action in moments(hand, "dh", "db"):
        for player in range(before.players):
            if before.in_hand(player):
                expected = "out_of_turn" if action.verb == "dh" else "round_complete"
                assert refused(before, check_or_call(player + 1)).code == expected


@few
@given(finished_hands(structures=("fixed_limit",)), st.integers(-100, 100).filter(bool))
def test_a_limit_bet_is_off_by_a_little(hand: Hand, off: int) -> None:
    for before, action in moments(hand, "cbr"):
        changed = action._replace(amount=action.amount + off)
        all_in = before.bets[before.to_act] + before.stacks[before.to_act]
        expected = "insufficient_chips" if changed.amount > all_in else "wrong_bet_size"
        if changed.amount != all_in:
            assert refused(before, changed).code == expected


@few
@given(finished_hands(structures=("no_limit", "pot_limit")))
def test_a_big_bet_raise_is_a_cent_short_or_over(hand: Hand) -> None:
    for before, action in moments(hand, "cbr"):
        legal = betting(before)
        all_in = before.bets[before.to_act] + before.stacks[before.to_act]
        assert legal.raising.most is not None
        short = action._replace(amount=legal.raising.least - 1)
        too_small = "below_min_raise" if before.round.price else "below_min_bet"
        assert refused(before, short).code == too_small
        over = "insufficient_chips" if legal.raising.most == all_in else "above_pot_limit"
        assert refused(before, action._replace(amount=legal.raising.most + 1)).code == over


@few
@given(finished_hands(games=GAMES[:1]))
def test_flop_and_turn_are_swapped(hand: Hand) -> None:
    assume(len(hand.board) > 3)
    before, _ = next(moments(hand, "db"))
    violation = refused(before, deal_board((hand.board[3],)))
    assert violation.code == "wrong_card_count"
    assert violation.allowed["due"] == {"kind": "board", "cards": 3, "street": "flop", "actor": None, "seat": None}


@few
@given(finished_hands())
def test_nothing_is_dealt_or_bet_when_the_hand_is_over(hand: Hand) -> None:
    assert refused(hand, deal_board((52,))).code == "hand_complete"
    for player in range(hand.players):
        expected = "round_complete" if hand.in_hand(player) else "not_in_hand"
        assert refused(hand, check_or_call(player + 1)).code == expected
