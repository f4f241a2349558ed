"""Random hands of stud, razz and the draw games against PokerKit 0.7.7: the same turns, amounts and winners.

Besides what `test_hand_oracle` says: PokerKit knows no open pair on fourth street, breaks ties for first action by
position only, and deals replacements only after every discard. Hands keep to that; the cap is lifted on our side.
"""

import warnings

import pytest

from games.rules.actions import Action
from games.rules.cards import print_cards
from games.rules.hand import Hand
from games.rules.house import HOUSES
from games.rules.plaque import Plaque
from games.rules.setup import Setup
from tests.unit.rules.strategies import Choose, next_action, rolling
from tests.unit.rules.test_hand_oracle import AUTOMATIONS, TRIMMED, odd_chips

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pokerkit

HANDS = 40
HOUSE = HOUSES["standard"].with_knobs(raise_cap=None, fourth_street_pair="never")
STUD = {
    "stud": pokerkit.FixedLimitSevenCardStud,
    "stud8": pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz": pokerkit.FixedLimitRazz,
}
DRAW = {"badugi": pokerkit.FixedLimitBadugi, "27td": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw}


def a_table(choose: Choose, game: str) -> Setup:
    """Two to five players, deep, so that no all-in is short and the deck reaches."""
    limits = {"small_bet": 200, "big_bet": 400, "ante": 50}
    opening = {"bring_in": 100} if game in STUD else {"blinds": (100, 200)}
    stacks = dict.fromkeys(range(1, 3 + choose(4)), 200000)
    return Setup.from_table(Plaque(game, "fixed_limit", **limits, **opening), HOUSE, len(stacks), stacks)  # type: ignore[arg-type]  # amounts and blinds


def their_table(setup: Setup) -> pokerkit.State:
    plaque, players = setup.plaque, len(setup.seats)
    opening = plaque.bring_in if plaque.game in STUD else plaque.blinds
    antes = (plaque.ante,) * players
    bets = (plaque.small_bet, plaque.big_bet)
    variant = {**STUD, **DRAW}[plaque.game]
    state: pokerkit.State = variant.create_state(AUTOMATIONS, TRIMMED, antes, opening, *bets, setup.stacks, players)
    return state


def mirror(state: pokerkit.State, action: Action) -> None:
    """Do the same on the other side, which burns by itself."""
    if action.verb in ("dh", "db") and state.can_burn_card("??"):
        state.burn_card("??")
    match action.verb:
        case "dh":
            state.deal_hole(print_cards(action.cards))
        case "db":
            state.deal_board(print_cards(action.cards))
        case "sd":
            state.stand_pat_or_discard(print_cards(action.cards))
        case "pb":
            state.post_bring_in()
        case "f":
            state.fold()
        case "cc":
            state.check_or_call()
        case "cbr":
            state.complete_bet_or_raise_to(action.amount)


def discards_first(hand: Hand, choose: Choose) -> Action | None:
    """As `next_action`, but every player says what he changes before the dealer replaces it."""
    if hand.stage != "draw":
        return next_action(hand, choose)
    player = hand.draw_due[0]
    return Action("sd", player + 1, 0, tuple(card for card in hand.hole[player] if choose(4) == 0))


def compare_turn(hand: Hand, state: pokerkit.State) -> None:
    legal = hand.legal_actions()
    assert state.actor_index == (legal.position - 1 if legal.position and legal.is_betting else None)
    if state.actor_index is not None and not legal.bring_in:
        assert state.checking_or_calling_amount == legal.call
    if legal.may_raise and state.can_complete_bet_or_raise_to():
        assert state.min_completion_betting_or_raising_to_amount == legal.min_raise_to


@pytest.mark.parametrize("game", [*STUD, *DRAW])
@pytest.mark.parametrize("seed", range(HANDS))
def test_the_other_engine_agrees(game: str, seed: int) -> None:
    choose = rolling(seed)
    hand = Hand(a_table(choose, game))
    state = their_table(hand.setup)
    while action := discards_first(hand, choose):
        if action.verb == "cbr" and not state.can_complete_bet_or_raise_to(action.amount):
            return
        hand.apply(action)
        mirror(state, action)
        if hand.stage == "betting" and state.can_burn_card("??"):
            state.burn_card("??")
        compare_turn(hand, state)
    settlement = hand.settlement()
    off = [abs((ours or 0) - theirs) for ours, theirs in zip(settlement.finishing_stacks, state.stacks, strict=True)]
    assert max(off) <= odd_chips(settlement)
