"""The question whether a hand won something besides its pot, asked where it is corrected or voided.

Whoever pays such prizes registers in its `ready`, as the keeper of the drawers does (`players.tills`).
"""

from collections.abc import Callable
from typing import Final

Won = Callable[[int], list[str]]
"""Tells what a hand, by the id of any of its versions, has won besides its pot and what is paid of it: a sentence each;
a fixed number of queries."""

_REGISTERED: Final[list[Won]] = []


def register(teller: Won) -> None:
    """Let this app ask what hands won."""
    _REGISTERED[:] = [teller]


def won_with(hand: int) -> list[str]:
    """The prizes that the hand has won besides its pot, a sentence each; none where nothing."""
    return _REGISTERED[0](hand) if _REGISTERED else []
