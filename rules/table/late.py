"""The facts about a hand whose record begins on a later street."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LateStart:
    """The facts about a hand whose record begins on a later street. Amounts are minor units, tuples by position.

    `street` counts from 0, which is the first one. `folded` are the positions that were out, `all_in` those that had
    no chips left. `paid` is all that each had put in, None where that isn't known: the stack in the setup is then what
    they had before them when the record began. `pot` is all that lay in the middle, None where it is what was paid.
    `board` and `hole` are the cards on that street, empty where nobody recorded them.
    """

    street: int
    paid: tuple[int | None, ...]
    pot: int | None = None
    folded: tuple[int, ...] = ()
    all_in: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    hole: tuple[tuple[int, ...], ...] = ()

    def short(self, stacks: Sequence[int | None]) -> tuple[int, ...]:
        """The positions that were in and had no chips left."""
        known = enumerate(zip(stacks, self.paid, strict=True), 1)
        spent = {position for position, (stack, paid) in known if paid is not None and paid == stack}
        return tuple(sorted((spent | set(self.all_in)) - set(self.folded)))

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, one key per field."""
        return {
            "street": self.street,
            "paid": list(self.paid),
            "pot": self.pot,
            "folded": list(self.folded),
            "all_in": list(self.all_in),
            "board": list(self.board),
            "hole": [list(cards) for cards in self.hole],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LateStart:
        """The value that `to_json` wrote."""
        return cls(
            data["street"],
            tuple(data["paid"]),
            data["pot"],
            tuple(data["folded"]),
            tuple(data["all_in"]),
            tuple(data["board"]),
            tuple(tuple(cards) for cards in data["hole"]),
        )
