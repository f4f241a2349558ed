"""What must not matter: who sits where, which suit is which; and what must: a longer stack never wins less."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.house.house import HOUSES
from rules.house.variants import SHEETS, Structure
from rules.play.actions import Action, bet_or_raise_to, check_or_call, deal_board, deal_hole, fold
from rules.play.hand import Hand
from rules.play.legal import Betting, Dealing, Drawing
from rules.play.settlement import Settlement
from rules.table.setup import Setup
from tests.unit.rules.strategies import EVERY_GAME, a_plaque, a_setup, play_out, rolling

BY_SEAT = {"odd_chip_tie": "left_of_button", "stud_tie_first": "left_of_dealer"}
"""House rules that let a seat decide and no suit."""
NO_LIMIT = [game for game, structure in EVERY_GAME if structure == "no_limit" and not SHEETS[game].streets[1].discard]
SPLITS_EVENLY = 720
"""Chips that split without an odd one: in halves, and each half among up to six."""
few = settings(max_examples=40)


def finished(seed: int, game: str, structure: Structure) -> Hand:
    choose = rolling(seed)
    setup = a_setup(choose, game, structure)
    return play_out(replace(setup, house=setup.house.with_answers(**BY_SEAT)), choose)


def results(settlement: Settlement) -> tuple[object, ...]:
    """Everything by position."""
    place = settlement.seats.index
    awards = sorted((award.pot, award.half, place(award.seat), award.amount) for award in settlement.awards)
    taken = (settlement.rake, settlement.promo)
    return settlement.put_in, settlement.returned, settlement.won, settlement.finishing_stacks, taken, awards


@few
@given(st.integers(0, 2**32), st.sampled_from(EVERY_GAME), st.integers(1, 10))
def test_seats_are_only_names(seed: int, game: tuple[str, Structure], factor: int) -> None:
    """The same players in the same order at other seats, button and all: the same hand."""
    hand = finished(seed, *game)
    seats = tuple(1 + seat * factor % 11 for seat in hand.setup.seats)
    button = 1 + hand.setup.button * factor % 11
    elsewhere = Hand.replay(replace(hand.setup, seats=seats, button=button), hand.actions)
    assert results(elsewhere.settlement()) == results(hand.settlement())


@given(st.lists(st.integers(203, 999), min_size=4, max_size=6), st.integers(1, 10))
def test_odd_chips_go_by_the_order_of_play_whatever_the_seats_are_called(stacks: list[int], factor: int) -> None:
    """A royal flush on the board: everybody but the small blind, who folds 1.01, shares every pot that they are in."""
    royal = [card for card in range(32, 52) if card & 3 == 3]
    deck = [card for card in range(52) if card not in royal][: 2 * len(stacks)] + royal
    here = all_in("holdem", stacks, deck, folds=1)
    elsewhere = all_in("holdem", stacks, deck, folds=1, seats=[1 + seat * factor % 11 for seat in range(len(stacks))])
    assert any(award.odd_chip for award in here.awards)
    assert results(elsewhere) == results(here)


@few
@given(st.integers(0, 2**32), st.sampled_from(EVERY_GAME), st.permutations(range(4)))
def test_suits_are_only_names(seed: int, game: tuple[str, Structure], suits: list[int]) -> None:
    """Clubs for hearts throughout: the same pots to the same players, unless a suit says who brings it in."""
    hand = finished(seed, *game)
    other = Hand(hand.setup)
    for action in hand.actions:
        legal = other.legal_actions()
        if isinstance(legal, Betting) and legal.bring_in and legal.position != action.position:
            doors = [held[0] >> 2 for held in hand.up]
            assert len(set(doors)) < len(doors), "it takes two doors of a rank"
            return
        other.apply(action._replace(cards=tuple(card & ~3 | suits[card & 3] for card in action.cards)))
    assert results(other.settlement()) == results(hand.settlement())


def all_in(game: str, stacks: list[int], deck: list[int], *, folds: int = 0, seats: Sequence[int] = ()) -> Settlement:
    """Let everybody but who `folds` put in all they have, and nobody draw; cards come off the deck in order."""
    plaque = replace(a_plaque(game, "no_limit"), blinds=(101, 202))
    setup = Setup.from_table(plaque, HOUSES["standard"], len(stacks), dict(enumerate(stacks, 1)))
    hand = Hand(replace(setup, seats=tuple(seats), button=seats[-1]) if seats else setup)
    cards = iter(deck)
    while not hand.is_complete:
        legal = hand.legal_actions()
        if isinstance(legal, Dealing):
            dealt = tuple(next(cards) for _ in range(legal.due.cards))
            hand.apply(deal_hole(legal.due.position, dealt) if legal.due.position else deal_board(dealt))
        elif isinstance(legal, Drawing):
            hand.apply(Action("sd", legal.position))
        elif legal.position == folds:
            hand.apply(fold(folds))
        elif isinstance(legal, Betting) and legal.may_raise:
            hand.apply(bet_or_raise_to(legal.position, legal.raising.most or 0))
        else:
            hand.apply(check_or_call(legal.position or 0))
    return hand.settlement()


@few
@given(
    st.sampled_from(NO_LIMIT),
    st.lists(st.integers(1, 12), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
    st.data(),
)
def test_who_has_more_chips_wins_no_less_with_the_same_cards(
    game: str, chips: list[int], roll: random.Random, data: st.DataObject
) -> None:
    """Everybody all-in: one stack grows, and its owner wins as much of the pots as before, or more."""
    deck = list(range(4 * SHEETS[game].lowest_rank, 52))
    roll.shuffle(deck)
    player = data.draw(st.integers(0, len(chips) - 1))
    stacks = [SPLITS_EVENLY * count for count in chips]
    more = stacks.copy()
    more[player] += SPLITS_EVENLY * data.draw(st.integers(1, 6))
    place = all_in(game, stacks, deck).seats.index(player + 1)
    before, after = all_in(game, stacks, deck).won[place], all_in(game, more, deck).won[place]
    assert after >= before
