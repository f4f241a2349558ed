"""Random tables and random legal hands, for every test that wants to see the engine at work.

`play_out` needs only somebody to choose: hypothesis (`choosing(data)`) or a seeded `random.Random` (`rolling(seed)`).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.house.variants import SHEETS, Structure
from rules.play.actions import Action, bet_or_raise_to, bring_in, check_or_call, deal_board, deal_hole, fold
from rules.play.hand import Hand
from rules.play.legal import Betting, Completing, Dealing, Drawing
from rules.table.button import clockwise
from rules.table.setup import Setup

Choose = Callable[[int], int]
"""Picks one of n things: choose(n) is 0 to n - 1."""

GAMES = ("holdem", "omaha", "omaha8")
EVERY_GAME = tuple((game, structure) for game, sheet in SHEETS.items() for structure in sheet.structures)
"""Every game at every structure that it can be played at."""
STRUCTURES: tuple[Structure, ...] = ("no_limit", "pot_limit", "fixed_limit", "spread")
RAKE = FeeSchedule(mode="percent", percent_bp=500, cap=400, unit=50, promo=100, promo_from=2_000)
COLLECTION = FeeSchedule(
    mode="hand",
    collection=400,
    collections_by_players=((2, 0), (4, 300)),
    collection_early=50,
    no_flop_no_drop=False,
    promo=100,
)


def choosing(data: st.DataObject) -> Choose:
    """Hypothesis chooses, and shrinks towards 0."""
    return lambda count: data.draw(st.integers(0, count - 1))


def rolling(seed: int) -> Choose:
    """The same choices every time for the same seed."""
    return random.Random(seed).randrange


def a_plaque(game: str, structure: Structure, *, ante: int = 0, fee: FeeSchedule | None = None) -> Plaque:
    """A plaque with blinds of 1 and 2 or a bring-in of 1, limits of 2 and 4, or a range of 1 to 6."""
    limits = {
        "fixed_limit": {"small_bet": 200, "big_bet": 400},
        "spread": {"spread_min": 100, "spread_max": 600},
    }.get(structure, {})
    if not SHEETS[game].has_button:
        return Plaque(game=game, structure=structure, bring_in=100, ante=ante, fee=fee, **limits)
    return Plaque(game=game, structure=structure, blinds=(100, 200), ante=ante, fee=fee, **limits)


def a_setup(choose: Choose, game: str, structure: Structure, *, shortest: int = 50) -> Setup:
    """A table of two to six players with stacks from nearly nothing to deep, at any house, now and then a straddle."""
    house = HOUSES[sorted(HOUSES)[choose(len(HOUSES))]]
    plaque = a_plaque(game, structure, ante=(0, 0, 50)[choose(3)], fee=(None, RAKE, COLLECTION)[choose(3)])
    seats = sorted({1 + choose(9) for _ in range(6)} | {3, 7})
    stacks = {seat: shortest + 50 * choose(60) for seat in seats}
    straddles = plaque.sheet.has_button and len(seats) > 3 and choose(8) == 0
    button = seats[choose(len(seats))]
    if not straddles:
        return Setup.from_table(plaque, house, button, stacks)
    under_the_gun = clockwise(seats, button)[len(plaque.blinds)]
    straddle = (button, under_the_gun)[choose(2)]
    plaque = replace(plaque, straddle="button" if straddle == button else "utg")
    return Setup.from_table(plaque, house, button, stacks, straddle_seat=straddle)


def next_action(hand: Hand, choose: Choose) -> Action | None:
    """Some legal action; None when the hand is over."""
    legal = hand.legal_actions()
    if isinstance(legal, Dealing):
        cards = draw_cards(hand, legal.due.cards, choose)
        return deal_board(cards) if legal.due.position is None else deal_hole(legal.due.position, cards)
    if legal.position is None:
        return None
    return _decision(hand, legal, choose) if isinstance(legal, Betting) else _exchange(hand, legal.position, choose)


def _exchange(hand: Hand, position: int, choose: Choose) -> Action:
    """Some of the cards discarded, often none; or one more card taken where the hand may have it."""
    legal = hand.legal_actions()
    if isinstance(legal, Drawing):
        held = hand.hole[position - 1]
        return Action("sd", position, 0, tuple(card for card in held if choose(3) == 0))
    if isinstance(legal, Completing) and legal.may_hit and choose(2):
        return Action("h", position, 0, draw_cards(hand, 1, choose))
    return Action("st", position)


def _decision(hand: Hand, legal: Betting, choose: Choose) -> Action:
    """Mostly a check or a call, sometimes a raise of any size, seldom a fold; never a fold that costs nothing."""
    wish = choose(10)
    if wish >= 8 and (legal.call or legal.bring_in) and legal.may_fold:
        return fold(legal.position)
    if wish >= 5 and legal.may_raise:
        least = legal.raising.least
        most = legal.raising.most or max(least, 5_000)
        amounts = (least, most, least + (most - least) // 100 * 50)
        return bet_or_raise_to(legal.position, amounts[choose(2 if hand.structure.is_fixed else 3)])
    if legal.bring_in:
        return bring_in(legal.position)
    return check_or_call(legal.position)


def draw_cards(hand: Hand, count: int, choose: Choose) -> tuple[int, ...]:
    """So many cards that lie nowhere yet."""
    again = hand.may_come_again(count) if hand.sheet.streets[hand.street].draw else ()
    lowest = 4 * hand.sheet.lowest_rank
    deck = [card for card in range(lowest, 52) if card in again or not hand.seen >> card & 1]
    return tuple(deck.pop(choose(len(deck))) for _ in range(count))


def play_out(setup: Setup, choose: Choose, *, at_most: int = 500) -> Hand:
    """A hand played by random legal actions to its end, or for `at_most` of them."""
    hand = Hand(setup)
    for _ in range(at_most):
        action = next_action(hand, choose)
        if action is None:
            break
        hand.apply(action)
    return hand


@st.composite
def hands_of_every_game(draw: st.DrawFn, *, finished: bool = False) -> Hand:
    """A hand of any game, somewhere between its first card and its end, or at its end."""
    choose = rolling(draw(st.integers(0, 2**32)))
    setup = a_setup(choose, *draw(st.sampled_from(EVERY_GAME)))
    return play_out(setup, choose, at_most=500 if finished else draw(st.integers(0, 60)))


@st.composite
def hands(draw: st.DrawFn, *, games: Sequence[str] = GAMES, structures: Sequence[Structure] = STRUCTURES) -> Hand:
    """A hand somewhere between its first card and its end."""
    choose = rolling(draw(st.integers(0, 2**32)))
    setup = a_setup(choose, draw(st.sampled_from(games)), draw(st.sampled_from(structures)))
    return play_out(setup, choose, at_most=draw(st.integers(0, 60)))


@st.composite
def finished_hands(
    draw: st.DrawFn, *, games: Sequence[str] = GAMES, structures: Sequence[Structure] = STRUCTURES
) -> Hand:
    """A hand played to its end."""
    choose = rolling(draw(st.integers(0, 2**32)))
    return play_out(a_setup(choose, draw(st.sampled_from(games)), draw(st.sampled_from(structures))), choose)
