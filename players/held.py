"""Chips that lie neither at a seat nor in a rack and still belong to a player: what somebody holds, and for whom.

A higher app says what it holds by registering a source in its `ready`: the pages of this app show what it never knew.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from players.models import Sitting


@dataclass(frozen=True, slots=True)
class Held:
    """Chips that were taken from a player's award and are held for them, in minor units.

    `session`, `sitting` and `player` are ids, `name` is the player's; `is_seated` says whether they still sit there, so
    that the chips belong to the table. `why` says who holds them ("case 7"), `href` leads there.
    """

    session: int
    sitting: int
    player: int
    seat: int
    name: str
    is_seated: bool
    amount: int
    why: str
    href: str


Source = Callable[[QuerySet[Sitting]], Iterable[Held]]
"""The chips held for the players of these sittings; one query."""

SOURCES: Final[list[Source]] = []


def register(source: Source) -> Source:
    """Let the pages know of chips that an app holds; returns the source."""
    if source not in SOURCES:
        SOURCES.append(source)
    return source


def held_for(sittings: QuerySet[Sitting]) -> list[Held]:
    """Everything that is held for the players of these sittings, in the order of the sources; a query for each."""
    return [held for source in SOURCES for held in source(sittings)]


def at_table(held: Iterable[Held]) -> list[Held]:
    """The chips held of the table's own: for players who still sit there."""
    return [each for each in held if each.is_seated]


def total(held: Iterable[Held]) -> int:
    """The sum of what is held, minor units."""
    return sum(each.amount for each in held)
