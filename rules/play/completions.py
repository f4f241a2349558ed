"""A showdown in which not every card is known: the hands that it may have been, and whether they all end alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb, prod
from typing import Final, NamedTuple

from rules.cards.card import ALL_CARDS, RANKS, UNKNOWN, could_be, mask_of
from rules.play.state import State
from rules.table.setup import Setup

MOST_COMPLETIONS: Final = 2_000
"""The most hands that are tried: two cards that nobody saw may be 990, those of two players nearly a million."""

BOARD: Final = -1


class Tabled(NamedTuple):
    """The cards of a showdown: the board and, by player, the hands, those of the `live` ones can still win."""

    setup: Setup
    live: Sequence[int]
    hole: Sequence[Sequence[int]]
    board: Sequence[int]


def tabled(state: State) -> Tabled:
    """The cards as they lie there."""
    return Tabled(state.setup, state.live(), state.hole, state.board)


class _Hidden(NamedTuple):
    """So many cards of which the same is known, of one hand or of the board."""

    place: int
    card: int
    times: int


def is_hidden(cards: Sequence[int]) -> bool:
    """Whether some of the cards aren't known, or only by a half."""
    return max(cards, default=0) >= UNKNOWN


def hidden_players(state: State) -> list[int]:
    """The players who can still win and whose cards aren't all known."""
    return [player for player in state.live() if is_hidden(state.hole[player])]


class Unseen(NamedTuple):
    """The hidden cards of a showdown, and as bits those that can be none of them."""

    hidden: list[_Hidden]
    out: int

    def count_at_most(self) -> int:
        """The number of showdowns that there may have been, those too in which two places hold the same card."""
        return prod(comb((_MAY_BE[hidden.card] & ~self.out).bit_count(), hidden.times) for hidden in self.hidden)


_MAY_BE: Final = [mask_of(could_be(card)) for card in range(ALL_CARDS)]
"""By card, the known ones that it may be, as bits."""


def unseen_of(state: State) -> Unseen:
    """The hidden cards that decide a showdown."""
    return Unseen(_hidden(state), _out(state))


def completions(state: State, unseen: Unseen | None = None) -> Iterator[Tabled]:
    """The showdowns that this one may have been, in which every card that decides is known.

    `unseen` saves looking for the hidden cards again.
    """
    hidden, out = unseen or unseen_of(state)
    live, holes, board = state.live(), [_known(hand) for hand in state.hole], _known(state.board)
    for filled in _fill(hidden, out, board):
        hole, middle = holes[:], board
        for place, cards in filled:
            if place == BOARD:
                middle = [*middle, *cards]
            else:
                hole[place] = [*hole[place], *cards]
        yield Tabled(state.setup, live, hole, middle)


def _known(cards: Sequence[int]) -> list[int]:
    return [card for card in cards if card < UNKNOWN]


def _hidden(state: State) -> list[_Hidden]:
    """The hidden cards, the fewest possibilities first: so the usual doubts show early."""
    places = [(player, state.hole[player]) for player in hidden_players(state)] + [(BOARD, state.board)]
    hidden = [
        _Hidden(place, card, cards.count(card))
        for place, cards in places
        for card in dict.fromkeys(card for card in cards if card >= UNKNOWN)
    ]
    return sorted(hidden, key=lambda part: len(could_be(part.card)))


def _out(state: State) -> int:
    """The cards that can be none of those that are hidden, as bits.

    In a draw a discard may have come again with the stock: there only what lies in the hands is certainly elsewhere.
    """
    absent = (1 << 4 * state.sheet.lowest_rank) - 1
    if not any(street.draw for street in state.sheet.streets):
        return state.seen | absent
    return absent | mask_of(card for player in state.live() for card in state.hole[player])


def _candidates(hidden: _Hidden, out: int) -> list[int]:
    return [card for card in could_be(hidden.card) if not out >> card & 1]


def _fill(hidden: list[_Hidden], out: int, board: Sequence[int]) -> Iterator[tuple[tuple[int, tuple[int, ...]], ...]]:
    """Every way to put different cards in the hidden places, beside this board."""
    if not hidden:
        yield ()
        return
    first, rest = hidden[0], hidden[1:]
    choices = _spread(_candidates(first, out), first.times, board)
    if not rest:
        yield from (((first.place, cards),) for cards in choices)
        return
    for cards in choices:
        for others in _fill(rest, out | mask_of(cards), board):
            yield ((first.place, cards), *others)


def _spread(candidates: list[int], times: int, board: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The choices of so many cards: those that make least and those that make most of the board, and then in leaps
    through them all, flushes before the rest. One that ends otherwise shows early so, and the rest needn't be tried."""
    if len(candidates) < times:
        return
    on_board = [card >> 2 for card in board]
    fits = [on_board.count(rank) for rank in range(len(RANKS))]
    by_fit = sorted(candidates, key=lambda card: fits[card >> 2])
    apart = min(4, len(by_fit) // times)  # cards that lie four apart are no pair
    least, most = tuple(sorted(by_fit[: apart * times : apart])), tuple(sorted(by_fit[-times:]))
    yield from dict.fromkeys((least, most))
    leap = comb(len(candidates), times) // 8 or 1
    leaps = (islice(combinations(candidates, times), start, None, leap) for start in range(leap))
    flushes = combinations(_suited(candidates, board), times)
    yield from _once(chain(next(leaps), flushes, chain.from_iterable(leaps)), {least, most})


def _once(choices: Iterable[tuple[int, ...]], seen: set[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Each of the choices when it comes first, without those that were `seen` before."""
    for choice in choices:
        if choice not in seen:
            seen.add(choice)
            yield choice


def _suited(candidates: list[int], board: Sequence[int]) -> list[int]:
    """The cards that are of one suit with three of the board."""
    suits = [card & 3 for card in board]
    suit = max(suits, key=suits.count, default=0)
    return [card for card in candidates if card & 3 == suit] if suits.count(suit) >= 3 else []
