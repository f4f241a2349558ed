"""The values that a room counts its chips and its cash in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cage.models import Denominations
from config.rooms.models import Room

CASH: Final[Mapping[tuple[str, int], tuple[int, ...]]] = {
    ("USD", 2): (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1),
    ("CAD", 2): (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1),
    ("EUR", 2): (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    ("GBP", 2): (50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    ("JPY", 0): (10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1),
}
"""Notes and coins by currency and its decimals, minor units."""
_CHIPS = (1, 5, 25, 100, 500, 1_000, 5_000, 10_000, 25_000, 100_000)
"""Usual chips in major units."""
_MOST_CHIPS = 6
"""Usual values above the smallest chip."""


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a room's chips and of its cash, minor units, the largest first."""

    chips: tuple[int, ...]
    cash: tuple[int, ...]


def values_of(room: Room) -> Values:
    """The denominations of a room: those that were posted last, else what is usual for its currency and smallest chip;
    one query."""
    posted = Denominations.objects.filter(room=room).first()
    return Values(tuple(posted.chips), tuple(posted.cash)) if posted else usual_values(room)


def usual_values(room: Room) -> Values:
    """The values that a room begins with."""
    return Values(_usual_chips(room), CASH.get((room.currency, room.exponent)) or _one_two_five(room.exponent))


def _usual_chips(room: Room) -> tuple[int, ...]:
    """The smallest chip, and the usual ones that are worth more and can be made up of it."""
    usual = (value * 10**room.exponent for value in _CHIPS)
    above = [value for value in usual if value > room.smallest_chip and value % room.smallest_chip == 0]
    return tuple(sorted({room.smallest_chip, *above[:_MOST_CHIPS]}, reverse=True))


def _one_two_five(exponent: int) -> tuple[int, ...]:
    """1, 2, 5, 10 … up to five hundred major units, or to fifty thousand where there are no smaller ones."""
    decades = range(exponent + 3 if exponent else 5)
    return tuple(sorted((digit * 10**decade for decade in decades for digit in (1, 2, 5)), reverse=True))
