"""The way of chips that fell into the boxes of a table: which box was taken off with them, who has it, and what was
counted.

Whoever keeps the boxes registers in its `ready`, as apps do with the places of a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tables.models import Table


@dataclass(frozen=True, slots=True)
class IntoBox:
    """One row of the ledger at a box of a table: the id and kind of its place, its number in the room's chain, its
    request key, and the chips that it brought, minor units, below zero where it took them out."""

    place: int
    kind: str
    number: int
    key: str
    amount: int


Keeper = Callable[[Table, Sequence[IntoBox]], Sequence[Any]]
"""The boxes that hold, or held, the chips of these rows, for the template `cage/box_way.html`; a fixed number of
queries."""

_REGISTERED: Final[list[Keeper]] = []


def register(keeper: Keeper) -> Keeper:
    """Let the way of chips be followed into the boxes; returns the keeper."""
    _REGISTERED[:] = [keeper]
    return keeper


def boxes_with(table: Table, rows: Sequence[IntoBox]) -> Sequence[Any]:
    """The boxes that these rows lie in, in the order of their pulls; none where there are no rows."""
    return _REGISTERED[0](table, rows) if rows else []
