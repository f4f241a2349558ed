"""The showdown: each tabled hand read by the game's evaluators. Cards speak."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from rules.cards import evaluate
from rules.house.house import House
from rules.house.variants import Evaluator
from rules.play.completions import Tabled, completions, hidden_players, is_hidden, tabled
from rules.play.pots import Half, Showdown, odd_chip_tie
from rules.play.state import State
from rules.play.when_asked import WhenAsked
from rules.table.seats import Seat

Reader: TypeAlias = Callable[[Sequence[int], Sequence[int], House], int]
"""Hole cards and board to a strength in a house; larger is better."""

Describer: TypeAlias = Callable[[int, Sequence[int]], str]
"""A strength and the hole cards to words for people."""

_LOWS: Final = frozenset({"low8", "ace_to_five"})
"""The evaluators that read the ace low, in the games that a suit may decide."""


def read_showdown(state: State) -> Showdown:
    """The strength of every hand that can still win, by seat, and its words; the last one left needs no cards.

    Where a card is unknown the hand is read as one that it may be, and not put in words: the caller has seen to it that
    all of them end alike (`undecided.undecided`).
    """
    hidden = hidden_players(state)
    on_board = is_hidden(state.board)
    if not hidden and not on_board:
        table = tabled(state)
        return _in_words(table, rank_hands(table), ())
    table = next(completions(state))
    unsaid = range(state.players) if on_board else hidden
    return _in_words(table, rank_hands(table), [state.setup.seats[player] for player in unsaid])


def rank_hands(table: Tabled) -> Showdown:
    """The strengths of the hands that can still win, all cards known, without words."""
    seats, sheet = table.setup.seats, table.setup.plaque.sheet
    if len(table.live) == 1:
        return Showdown(order=seats, high={seats[table.live[0]]: 0})
    high = _strengths(table, sheet.high)
    high_card = _deciding_cards(table, sheet.high)
    if sheet.low is None:
        return Showdown(order=seats, high=high, high_card=high_card)
    low = {seat: low for seat, low in _strengths(table, sheet.low).items() if low != evaluate.NO_LOW}
    return Showdown(seats, high, low, high_card, _deciding_cards(table, sheet.low))


def _in_words(table: Tabled, ranked: Showdown, unsaid: Collection[int]) -> Showdown:
    """The same showdown with its hands in words, but for the seats whose cards aren't all known."""
    if len(ranked.high) == 1:
        return ranked
    seats, sheet = table.setup.seats, table.setup.plaque.sheet
    said = [seat for seat in ranked.high if seat not in unsaid]
    holes = {seat: tuple(table.hole[seats.index(seat)]) for seat in said}
    read: dict[tuple[Half, Seat], tuple[Evaluator, int]] = {
        ("high", seat): (sheet.high, strength) for seat, strength in ranked.high.items() if seat in holes
    }
    if sheet.low and ranked.low:
        read |= {("low", seat): (sheet.low, strength) for seat, strength in ranked.low.items() if seat in holes}
    return ranked._replace(said=WhenAsked(read, partial(_said, read, holes)))


def _said(
    read: Mapping[tuple[Half, Seat], tuple[Evaluator, int]],
    holes: Mapping[Seat, Sequence[int]],
    hand: tuple[Half, Seat],
) -> str:
    """The hand of a half and a seat in words, as a part of a sentence."""
    evaluator, strength = read[hand]
    said = _READINGS[evaluator].describe(strength, holes[hand[1]])
    return said[0].lower() + said[1:] if said[1:2].isalpha() else said  # "Two pair", but "A-5-4-3-2" of cards


def _deciding_cards(table: Tabled, evaluator: Evaluator) -> Mapping[Seat, int]:
    """The card by which a suit decides an odd chip, by seat; only where the house lets a suit decide it."""
    setup = table.setup
    if odd_chip_tie(setup.house, setup.plaque.sheet.has_button) != "high_card_suit":
        return {}
    basis = setup.house.answers.odd_chip_suit_basis
    decide = evaluate.deciding_low_card if evaluator in _LOWS else evaluate.deciding_card
    cards: dict[Seat, Sequence[int]] = {
        setup.seats[player]: (*table.hole[player], *table.board) for player in table.live
    }
    return WhenAsked(cards, partial(_decides, decide, basis, cards))


def _decides(
    decide: Callable[[Sequence[int], str], int], basis: str, cards: Mapping[Seat, Sequence[int]], seat: Seat
) -> int:
    return decide(cards[seat], basis)


def _of_all(strength: Callable[[Sequence[int]], int]) -> Reader:
    return lambda hole, board, _: strength([*hole, *board])


def _of_both(strength: Callable[[Sequence[int], Sequence[int]], int]) -> Reader:
    return lambda hole, board, _: strength(hole, board)


def _badugi(hole: Sequence[int], _: Sequence[int], house: House) -> int:
    return evaluate.badugi(hole, house.answers.badugi_fallback)


class Reading(NamedTuple):
    """The way an evaluator reads a hand, and how it words what it read."""

    read: Reader
    describe: Describer


def _by_strength(describe: Callable[[int], str]) -> Describer:
    return lambda strength, _: describe(strength)


def _blackjack(hole: Sequence[int], _: Sequence[int], house: House) -> int:
    return evaluate.blackjack(hole, house.answers.charlie_ties)


_READINGS: Mapping[Evaluator, Reading] = {
    "high": Reading(_of_all(evaluate.high), _by_strength(evaluate.describe_high)),
    "high_exactly_two": Reading(_of_both(evaluate.high_exactly_two), _by_strength(evaluate.describe_high)),
    "high_short_deck": Reading(_of_all(evaluate.high_short_deck), _by_strength(evaluate.describe_short_deck)),
    "low8": Reading(_of_all(evaluate.low8), _by_strength(evaluate.describe_low)),
    "low8_exactly_two": Reading(_of_both(evaluate.low8_exactly_two), _by_strength(evaluate.describe_low)),
    "ace_to_five": Reading(_of_all(evaluate.ace_to_five), _by_strength(evaluate.describe_low)),
    "deuce_seven": Reading(_of_all(evaluate.deuce_seven), _by_strength(evaluate.describe_deuce_seven)),
    "badugi": Reading(_badugi, _by_strength(evaluate.describe_badugi)),
    "blackjack": Reading(_blackjack, lambda _, hole: evaluate.describe_blackjack(hole)),
}


def _strengths(table: Tabled, evaluator: Evaluator) -> dict[Seat, int]:
    read, (setup, live, hole, board) = _READINGS[evaluator].read, table
    return {setup.seats[player]: read(hole[player], board, setup.house) for player in live}
