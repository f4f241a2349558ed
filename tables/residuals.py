"""The registry of what tables are off: the tray, the felt and the box each by itself, because one netted number hides a
loss.

Each app that counts one of them registers its source in `ready`. What was never counted is missing, and not zero.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Residual:
    """One difference at a table: more than the books said, below zero: less; minor units, None where nobody counted.

    `at` is the time of that count, `href` the page where it came from, for who has the permission `needs`.
    """

    name: str
    amount: int | None = None
    at: datetime | None = None
    href: str = ""
    needs: str = ""


Source = Callable[[Collection[TableSession]], Mapping[int, Sequence[Residual]]]
"""Says what each of these sessions is off by, by session, in a fixed number of queries; none where it has no such
place, several where each of them is counted by itself."""

PLACES: Final = ("tray", "felt", "box")
"""The places in the order in which they are shown."""
SOURCES: Final[dict[str, Source]] = {}


def residual(place: str) -> Callable[[Source], Source]:
    """Register the source of a place."""

    def add(source: Source) -> Source:
        if place not in PLACES or place in SOURCES:
            raise ValueError(f"there is no place {place!r}, or it has a source")
        SOURCES[place] = source
        return source

    return add


def residuals_at(sessions: Collection[TableSession]) -> dict[int, list[Residual]]:
    """The residuals of each session: the box too where nothing tells of one; the queries of the sources."""
    found: dict[int, list[Residual]] = {session.pk: [] for session in sessions}
    for place in PLACES:
        source = SOURCES.get(place)
        told = source(sessions) if source and sessions else {}
        for pk, listed in found.items():
            if pk in told:
                listed.extend(told[pk])
            elif place == "box":
                listed.append(Residual("box"))
    return found
