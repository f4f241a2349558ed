"""The things of the house that a person has in hand now: told where their roles are ended. Each app registers its own.

A role ends at once, whatever its holder has in hand: whoever ends it is told what others take over then.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from config.rooms.models import Room

Source = Callable[[Room], Iterable[tuple[int, str]]]
SOURCES: Final[list[Source]] = []


def tells_in_hand(source: Source) -> Source:
    """Register what people of a room have in hand: the id of each person, and the thing in words; a fixed number of
    queries."""
    SOURCES.append(source)
    return source


def in_hand(room: Room) -> dict[int, list[str]]:
    """The things that people of a room have in hand, by the id of the person."""
    found: dict[int, list[str]] = defaultdict(list)
    for source in SOURCES:
        for person, thing in source(room):
            found[person].append(thing)
    return dict(found)
