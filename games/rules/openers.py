"""Who opens a stud street: the bring-in by the lowest card, later streets by the highest board; in razz the reverse.

Boards are compared by pairs and ranks only, suits, straights and flushes don't count (WSOP 225). `boards` holds the up
cards of each player in the order of play from the dealer's left; who is out of the hand has None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from games.rules.cards import UNKNOWN, rank_of

Boards: TypeAlias = Sequence[Sequence[int] | None]
BoardOpener: TypeAlias = Literal["low_card", "high_card", "high_board", "low_board"]

_ACE = 12


def first_on_board(opener: BoardOpener, boards: Boards, *, ties_by_suit: bool = False) -> int:
    """The player whose up cards open the street; 0 where no up card is known.

    Boards that tie go to the first from the dealer's left (001:L209-212) or, `ties_by_suit`, to the highest card by
    suit (004:L144). A bring-in never ties: its card is one of a deck (001:L193-198, 004:L138).
    """
    strength, better = _STRENGTHS[opener]
    known = {player: strength(board) for player, board in _known(boards)}
    if not known:
        return 0
    best = better(known.values())
    tied = [player for player, board in known.items() if board == best]
    return max(tied, key=lambda player: max(boards[player] or ())) if ties_by_suit else tied[0]


def has_open_pair(boards: Boards) -> bool:
    """Whether somebody who is in the hand shows a pair."""
    return any(len({rank_of(card) for card in board}) < len(board) for _, board in _known(boards))


def _known(boards: Boards) -> Iterator[tuple[int, Sequence[int]]]:
    """The boards of those who are in, without the cards that nobody recorded."""
    for player, board in enumerate(boards):
        cards = [card for card in board or () if card != UNKNOWN]
        if cards:
            yield player, cards


def _card(board: Sequence[int]) -> tuple[int, ...]:
    """The door card by rank and then suit, the ace high (WSOP 240)."""
    return (board[-1],)


def _razz_card(board: Sequence[int]) -> tuple[int, ...]:
    """The door card where the ace is low."""
    return _ace_low(board[-1]), board[-1]


def _high_board(board: Sequence[int]) -> tuple[int, ...]:
    return _by_pairs([rank_of(card) for card in board])


def _low_board(board: Sequence[int]) -> tuple[int, ...]:
    return _by_pairs([_ace_low(card) for card in board])


def _by_pairs(ranks: Sequence[int]) -> tuple[int, ...]:
    """How often the ranks are there, most first, and then the ranks themselves in that order."""
    held = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return (*(count for count, _ in held), *(rank for _, rank in held))


def _ace_low(card: int) -> int:
    return -1 if rank_of(card) == _ACE else rank_of(card)


_STRENGTHS: Mapping[BoardOpener, tuple[Callable[[Sequence[int]], tuple[int, ...]], Callable[..., tuple[int, ...]]]] = {
    "low_card": (_card, min),
    "high_card": (_razz_card, max),
    "high_board": (_high_board, max),
    "low_board": (_low_board, min),
}
