"""Openers of stud streets: the bring-in by the lowest card, later streets by the highest board; in razz the reverse.

Boards are compared by pairs and ranks only, suits, straights and flushes don't count (WSOP 225). `boards` holds the up
cards of each player in the order of play from the dealer's left; who is out of the hand has None. Where an up card is
unknown, the opener may be: `may_open` says of whom no known card says that they aren't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement
from typing import Literal, TypeAlias

from rules.cards.card import RANK_KNOWN, SUIT_KNOWN, UNKNOWN, could_be, rank_of

Boards: TypeAlias = Sequence[Sequence[int] | None]
BoardOpener: TypeAlias = Literal["low_card", "high_card", "high_board", "low_board"]
Extremes: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

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


def may_open(opener: BoardOpener, boards: Boards, player: int, seen: int, *, ties_by_suit: bool = False) -> bool:
    """Whether the player's up cards may be those that open the street, whatever the unknown ones are.

    `seen` has a bit for each card that is known to be out. A card that two boards can't both have is not looked for:
    the answer may be yes too often, never no.
    """
    mine = boards[player]
    if not mine:
        return False
    better = _STRENGTHS[opener][1]
    best = better(_extremes(opener, mine, seen))
    for other, board in enumerate(boards):
        if board and other != player:
            worst = _OPPOSITE[better](_extremes(opener, board, seen))
            if best == worst:
                if not _comes_first(player, other, boards, ties_by_suit=ties_by_suit):
                    return False
            elif better(best, worst) != best:
                return False
    return True


def _comes_first(player: int, other: int, boards: Boards, *, ties_by_suit: bool) -> bool:
    """Whether of two boards that tie the player's may open."""
    if not ties_by_suit:
        return player < other
    mine, theirs = boards[player] or (), boards[other] or ()
    return has_hidden([mine, theirs]) or max(mine) > max(theirs)


def has_hidden(boards: Boards) -> bool:
    """Whether an up card of somebody who is in the hand isn't known."""
    return max(chain.from_iterable(filter(None, boards)), default=0) >= UNKNOWN


def _extremes(opener: BoardOpener, board: Sequence[int], seen: int) -> Extremes:
    """The least and the most that the board may be worth; the door card is read card by card, others by their ranks."""
    if len(board) == 1:
        return _extremes_of_door(opener, board[0], seen)
    known = sorted(4 * rank for rank in _ranks(board))
    return _extremes_of_ranks(opener, tuple(known), len(board) - len(known), seen if len(known) < len(board) else 0)


@lru_cache(maxsize=1024)
def _extremes_of_door(opener: BoardOpener, door: int, seen: int) -> Extremes:
    strength = _STRENGTHS[opener][0]
    strengths = [strength([card]) for card in could_be(door) if card == door or not seen >> card & 1]
    return min(strengths), max(strengths)


@lru_cache(maxsize=1024)
def _extremes_of_ranks(opener: BoardOpener, known: tuple[int, ...], hidden: int, seen: int) -> Extremes:
    """As `_extremes`, with so many `hidden` ranks: four make 1820 boards, and every action asks for them again."""
    strength = _STRENGTHS[opener][0]
    strengths = [strength([*known, *cards]) for cards in _hidden_ranks(hidden, seen)]
    return min(strengths), max(strengths)


def _hidden_ranks(count: int, seen: int) -> Iterator[list[int]]:
    """The cards that so many may be whose ranks aren't known, one choice for each set of ranks."""
    left = [sum(not seen >> card & 1 for card in could_be(RANK_KNOWN + rank)) for rank in range(13)]
    for ranks in combinations_with_replacement(range(13), count):
        if all(ranks.count(rank) <= left[rank] for rank in set(ranks)):
            yield [4 * rank for rank in ranks]


def _some_card(card: int) -> int | None:
    """A card of the same rank; None where the rank isn't known."""
    if RANK_KNOWN <= card < SUIT_KNOWN:
        return 4 * (card - RANK_KNOWN)
    return card if card < UNKNOWN else None


def has_open_pair(boards: Boards) -> bool:
    """Whether somebody who is in the hand shows a pair."""
    return any(len(ranks) > len(set(ranks)) for ranks in map(_ranks, boards))


def may_have_open_pair(boards: Boards) -> bool:
    """Whether somebody who is in the hand shows a pair, or may: a rank of theirs is unknown."""
    return has_open_pair(boards) or any(len(board or ()) > max(len(_ranks(board)), 1) for board in boards)


def _ranks(board: Sequence[int] | None) -> list[int]:
    """The ranks that are known of a board."""
    return [rank_of(card) for card in map(_some_card, board or ()) if card is not None]


def _known(boards: Boards) -> Iterator[tuple[int, Sequence[int]]]:
    """The boards of those who are in, without the cards that nobody recorded."""
    for player, board in enumerate(boards):
        cards = [card for card in board or () if card < UNKNOWN]
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
    """The counts of the ranks that are there, most first, and then the ranks themselves in that order."""
    held = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return (*[count for count, _ in held], *[rank for _, rank in held])


def _ace_low(card: int) -> int:
    return -1 if rank_of(card) == _ACE else rank_of(card)


_STRENGTHS: Mapping[BoardOpener, tuple[Callable[[Sequence[int]], tuple[int, ...]], Callable[..., tuple[int, ...]]]] = {
    "low_card": (_card, min),
    "high_card": (_razz_card, max),
    "high_board": (_high_board, max),
    "low_board": (_low_board, min),
}

_OPPOSITE: Mapping[Callable[..., tuple[int, ...]], Callable[..., tuple[int, ...]]] = {min: max, max: min}
