"""Random legal hands against PokerKit 0.7.7: the same turn, the same amounts, the same stacks at the end.

Where the two differ by intent, the hands keep away from it or say so here:

- PokerKit counts the big blind as no bet, never lifts the raise cap heads-up and completes a short all-in on top of
  itself: limit hands here have deep stacks and are compared without the cap.
- Before the first full bet or raise it lets a player raise again over an all-in that was short of one.
- A short big blind is called at its short amount there, at the full blind here: every stack here holds the blinds.
- Its fixed-limit Omaha hi-lo lets a raise go up to the pot: only the smallest raise is compared there.
- Odd chips go by `divmod` there, by seat here: final stacks may differ by a chip for each winner of a split pot.
"""

import warnings

import pytest

from games.rules.actions import Action
from games.rules.cards import print_cards
from games.rules.hand import Hand
from games.rules.house import HOUSES
from games.rules.legal import Legal
from games.rules.settlement import Settlement
from games.rules.setup import Setup
from games.rules.variants import Structure
from tests.unit.rules.strategies import Choose, a_plaque, next_action, rolling

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pokerkit
    from pokerkit import Automation

HANDS = 50
TRIMMED = True
HOUSE = HOUSES["standard"].with_knobs(raise_cap=None)
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
GAMES: dict[tuple[str, Structure], type] = {
    ("holdem", "no_limit"): pokerkit.NoLimitTexasHoldem,
    ("holdem", "fixed_limit"): pokerkit.FixedLimitTexasHoldem,
    ("omaha", "pot_limit"): pokerkit.PotLimitOmahaHoldem,
    ("omaha8", "fixed_limit"): pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
}


def a_table(choose: Choose, game: str, structure: Structure) -> Setup:
    """Two to six players, every stack beyond the posts, limit stacks beyond every short all-in."""
    players = 2 + choose(5)
    depth = 200_000 if structure == "fixed_limit" else 250
    stacks = {seat: depth + 25 * choose(80) for seat in range(1, players + 1)}
    plaque = a_plaque(game, structure, ante=(0, 0, 25)[choose(3)])
    return Setup.from_table(plaque, HOUSE, players, stacks)


def their_table(setup: Setup) -> pokerkit.State:
    plaque, players = setup.plaque, len(setup.seats)
    bets = (plaque.small_bet, plaque.big_bet) if plaque.structure == "fixed_limit" else (plaque.opening_bet,)
    variant = GAMES[plaque.game, plaque.structure]
    state: pokerkit.State = variant.create_state(
        *(AUTOMATIONS, TRIMMED, (plaque.ante,) * players, plaque.blinds, *bets, setup.stacks, players)
    )
    return state


def mirror(state: pokerkit.State, action: Action) -> None:
    """Do the same on the other side."""
    match action.verb:
        case "dh":
            state.deal_hole(print_cards(action.cards))
        case "db":
            state.burn_card("??")
            state.deal_board(print_cards(action.cards))
        case "f":
            state.fold()
        case "cc":
            state.check_or_call()
        case "cbr":
            state.complete_bet_or_raise_to(action.amount)


def compare_turn(hand: Hand, state: pokerkit.State) -> None:
    """Whose turn, what it costs, how far a raise may go."""
    legal = hand.legal_actions()
    assert state.actor_index == (None if legal.position is None else legal.position - 1)
    if legal.position is None:
        return
    assert state.checking_or_calling_amount == legal.call
    if legal.may_raise is not state.can_complete_bet_or_raise_to():
        assert is_known_difference(hand, legal)
        return
    if legal.may_raise:
        assert state.min_completion_betting_or_raising_to_amount == legal.min_raise_to
        if hand.setup.plaque.game != "omaha8":
            assert state.max_completion_betting_or_raising_to_amount == legal.max_raise_to


def is_known_difference(hand: Hand, legal: Legal) -> bool:
    """Whether only their cap, or only our rule on an all-in short of the first full bet, stops a raise."""
    if legal.may_raise:
        return hand.setup.plaque.structure == "fixed_limit"
    blind = 1 if hand.street == 0 else 0
    return legal.why_no_raise == "betting_not_reopened" and hand.round.bets == blind


def is_beyond_them(hand: Hand, state: pokerkit.State, action: Action) -> bool:
    """Whether the action is a raise above the cap that only they have."""
    return (
        action.verb == "cbr"
        and not state.can_complete_bet_or_raise_to(action.amount)
        and (hand.setup.plaque.structure == "fixed_limit")
    )


def odd_chips(settlement: Settlement) -> int:
    """By how much final stacks may differ: a chip for each share of a pot that was split."""
    shared = [award for award in settlement.awards if len([a for a in settlement.awards if a.pot == award.pot]) > 1]
    return len(shared)


@pytest.mark.parametrize(("game", "structure"), GAMES)
@pytest.mark.parametrize("seed", range(HANDS))
def test_the_other_engine_agrees(game: str, structure: Structure, seed: int) -> None:
    choose = rolling(seed)
    hand = Hand(a_table(choose, game, structure))
    state = their_table(hand.setup)
    while action := next_action(hand, choose):
        if is_beyond_them(hand, state, action):
            return
        hand.apply(action)
        mirror(state, action)
        compare_turn(hand, state)
    settlement = hand.settlement()
    off = [abs(ours - theirs) for ours, theirs in zip(settlement.finishing_stacks, state.stacks, strict=True)]
    assert max(off) <= odd_chips(settlement)
