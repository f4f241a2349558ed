"""Who opens a stud street: the bring-in by the lowest card, later streets by the highest board; in razz the reverse.

Boards are compared by pairs and ranks only, suits, straights and flushes don't count (WSOP 225). `boards` holds the up
cards of each player in the order of play from the dealer's left; who is out of the hand has None. Where an up card is
unknown, the opener may be: `may_open` says of whom no known card says that he isn't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Literal, TypeAlias

from games.rules.cards import RANK_KNOWN, SUIT_KNOWN, UNKNOWN, could_be, rank_of

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


def may_open(opener: BoardOpener, boards: Boards, player: int, seen: int, *, ties_by_suit: bool = False) -> bool:
    """Whether the player's up cards may be those that open the street, whatever the unknown ones are.

    `seen` has a bit for each card that is known to be out. A card that two boards can't both have is not looked for:
    the answer may be yes too often, never no.
    """
    mine = boards[player]
    if not mine:
        return False
    strength, better = _STRENGTHS[opener]
    best = better(map(strength, _possible(mine, seen)))
    for other, board in enumerate(boards):
        if board and other != player:
            worst = _OPPOSITE[better](map(strength, _possible(board, seen)))
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
    return any(max(board or (), default=0) >= UNKNOWN for board in boards)


def _possible(board: Sequence[int], seen: int) -> Iterator[Sequence[int]]:
    """The boards that it may be, one for each set of ranks; the door card alone card by card."""
    if len(board) == 1:
        yield from ([card] for card in could_be(board[0]) if card == board[0] or not seen >> card & 1)
        return
    known = [card for card in map(_some_card, board) if card is not None]
    left = [[card for card in could_be(RANK_KNOWN + rank) if not seen >> card & 1] for rank in range(13)]
    for ranks in combinations_with_replacement(range(13), len(board) - len(known)):
        if all(ranks.count(rank) <= len(left[rank]) for rank in set(ranks)):
            yield [*known, *(4 * rank for rank in ranks)]


def _some_card(card: int) -> int | None:
    """A card of the same rank; None where the rank isn't known."""
    if RANK_KNOWN <= card < SUIT_KNOWN:
        return 4 * (card - RANK_KNOWN)
    return card if card < UNKNOWN else None


def has_open_pair(boards: Boards) -> bool:
    """Whether somebody who is in the hand shows a pair."""
    return any(len(ranks) > len(set(ranks)) for ranks in map(_ranks, boards))


def may_have_open_pair(boards: Boards) -> bool:
    """Whether somebody who is in the hand shows a pair, or may: a rank of his is unknown."""
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

_OPPOSITE: Mapping[Callable[..., tuple[int, ...]], Callable[..., tuple[int, ...]]] = {min: max, max: min}
