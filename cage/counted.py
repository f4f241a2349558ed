"""A count of chips and cash by denomination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Pieces = Mapping[int, int]
"""The number of pieces of each value in minor units."""


def pieces_of(kept: Mapping[str, int]) -> dict[int, int]:
    """The pieces that a row keeps, whose values are texts there."""
    return {int(value): count for value, count in kept.items()}


@dataclass(frozen=True, slots=True)
class Counted:
    """Pieces of chips and of cash by their value in minor units; values of which there are none may be left out."""

    chips: Pieces = field(default_factory=dict)
    cash: Pieces = field(default_factory=dict)

    @property
    def chips_amount(self) -> int:
        """The chips in minor units."""
        return _amount(self.chips)

    @property
    def cash_amount(self) -> int:
        """The cash in minor units."""
        return _amount(self.cash)

    @property
    def amounts(self) -> tuple[int, int]:
        """Chips and cash in minor units."""
        return self.chips_amount, self.cash_amount

    def as_json(self) -> dict[str, dict[str, int]]:
        """The pieces as they are kept, the largest value first."""
        return {"chips": _kept(self.chips), "cash": _kept(self.cash)}

    @staticmethod
    def read(chips: Mapping[str, int], cash: Mapping[str, int]) -> Counted:
        """Read what `as_json` wrote."""
        return Counted(pieces_of(chips), pieces_of(cash))


def size_of(chips: int, cash: int) -> int:
    """The size of what was short or over, minor units: of the chips, of the cash or of both together, whichever is
    most."""
    return max(abs(chips), abs(cash), abs(chips + cash))


def fewest_pieces(amount: int, values: Iterable[int]) -> dict[int, int]:
    """The amount, the largest values first. Raises ValueError where the values don't make it up."""
    pieces, left = {}, amount
    for value in sorted(values, reverse=True):
        count, left = divmod(left, value)
        if count:
            pieces[value] = count
    if left:
        raise ValueError(f"no pieces make up {amount}")
    return pieces


def spread(amount: int, values: Iterable[int], *, smallest: int) -> dict[int, int]:
    """An amount that `smallest` makes up, spread over the values: an equal share of each, the largest first; what a
    share leaves goes to the smaller ones."""
    made_up = sorted((value for value in {*values, smallest} if value % smallest == 0), reverse=True)
    pieces, left = {}, amount
    for number, value in enumerate(made_up):
        if count := left // (len(made_up) - number) // value:
            pieces[value] = count
            left -= count * value
    return pieces


def _amount(pieces: Pieces) -> int:
    return sum(value * count for value, count in pieces.items())


def _kept(pieces: Pieces) -> dict[str, int]:
    return {str(value): pieces[value] for value in sorted(pieces, reverse=True) if pieces[value]}
