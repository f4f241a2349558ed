"""The showdown: each tabled hand read by the game's evaluators. Cards speak."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from games.rules import evaluate
from games.rules.pots import Half, Showdown
from games.rules.state import State
from games.rules.variants import Evaluator

Reader: TypeAlias = Callable[[Sequence[int], Sequence[int]], int]
"""Hole cards and board to a strength; larger is better."""


def read_showdown(state: State) -> Showdown:
    """The strength of every hand that can still win, by seat, and its words; the last one left needs no cards.

    All cards of two or more such hands must be known.
    """
    seats = state.setup.seats
    live = [player for player in range(state.players) if state.in_hand(player)]
    if len(live) == 1:
        return Showdown(order=seats, high={seats[live[0]]: 0})
    high = _strengths(state, live, state.sheet.high)
    said: dict[tuple[Half, int], str] = {("high", seat): _words(evaluate.describe_high, high[seat]) for seat in high}
    if state.sheet.low is None:
        return Showdown(order=seats, high=high, said=said)
    low = {seat: low for seat, low in _strengths(state, live, state.sheet.low).items() if low != evaluate.NO_LOW}
    said.update((("low", seat), _words(evaluate.describe_low, low[seat])) for seat in low)
    return Showdown(order=seats, high=high, low=low, said=said)


def _any_of_all(hole: Sequence[int], board: Sequence[int]) -> int:
    return evaluate.high([*hole, *board])


_READERS: Mapping[Evaluator, Reader] = {
    "high": _any_of_all,
    "high_exactly_two": evaluate.high_exactly_two,
    "low8_exactly_two": evaluate.low8_exactly_two,
}


def _strengths(state: State, live: Sequence[int], evaluator: Evaluator) -> dict[int, int]:
    read = _READERS[evaluator]
    return {state.setup.seats[player]: read(state.hole[player], state.board) for player in live}


def _words(describe: Callable[[int], str], strength: int) -> str:
    words = describe(strength)
    return words[0].lower() + words[1:]
