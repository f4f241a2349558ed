"""The registry of what keeps a gaming day open, who worked its drawers, and what is kept of it. Each app registers its
own in `ready`.

The kernel knows no drawers, hands or cases. An app that has something of a day which must be settled before the day is
locked says so in its module `open_items`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Any, Final

from django.urls import reverse

from config.rooms.models import Room


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One thing that keeps a gaming day open.

    `code` is stable and for machines; `sentence` says what is open and what ends it; `by` is the person or the role
    that it waits for; `place` with `args` and `asked` (a query) is the address where it is done.
    """

    code: str
    sentence: str
    by: str = ""
    place: str = ""
    args: tuple[Any, ...] = ()
    asked: str = ""

    @property
    def href(self) -> str:
        """The address where it is done; "" where no page does it."""
        return (reverse(self.place, args=self.args) + self.asked) if self.place else ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was done on a gaming day, or to it, and that whoever answers for the day should know; it keeps
    nothing open. `sentence` says who did what; `place` with `args` and `asked` (a query) is where it can be read."""

    sentence: str
    place: str = ""
    args: tuple[Any, ...] = ()
    asked: str = ""

    @property
    def href(self) -> str:
        """The address where it can be read; "" where no page shows it."""
        return (reverse(self.place, args=self.args) + self.asked) if self.place else ""


Source = Callable[[Room, date], Iterable[OpenItem]]
Noter = Callable[[Room, date], Iterable[Note]]
Workers = Callable[[Room, date], Mapping[int, str]]
Figures = Callable[[Room, date], Any]
Follower = Callable[[Room, date], None]


class Step(IntEnum):
    """The order in which a day is closed: the play ends, everything comes to its place, is counted, and what was off is
    settled; then the figures are built, and the books audited and sealed."""

    PLAY = 1
    BRING = 2
    COUNT = 3
    SETTLE = 4
    FIGURES = 5
    AUDIT = 6


CORRECTORS: Final[list[Noter]] = []
SOURCES: Final[list[tuple[Step, Source]]] = []
NOTERS: Final[list[Noter]] = []
WORKERS: Final[list[Workers]] = []
KEPT: Final[dict[str, Figures]] = {}
FOLLOWERS: Final[list[Follower]] = []


def keeps_open(step: Step) -> Callable[[Source], Source]:
    """Register a question: what of this room keeps the gaming day open? Asked in a fixed number of queries. What it
    tells is told in the order of the steps."""

    def add(source: Source) -> Source:
        SOURCES.append((step, source))
        SOURCES.sort(key=lambda known: known[0])
        return source

    return add


def noted(noter: Noter) -> Noter:
    """Register a question: what of this room's gaming day should whoever answers for it know? Asked in a fixed number
    of queries."""
    NOTERS.append(noter)
    return noter


def corrects(noter: Noter) -> Noter:
    """Register a question: what was taken back or corrected of this room's gaming day, and booked on a later one? The
    figures of the day stay without it. Asked in a fixed number of queries."""
    CORRECTORS.append(noter)
    return noter


def worked_drawers(workers: Workers) -> Workers:
    """Register a question: which people, by id, worked or counted a drawer on that gaming day? Each with what they did,
    in words that go on from their name: "counted Window 1"."""
    WORKERS.append(workers)
    return workers


def kept(code: str) -> Callable[[Figures], Figures]:
    """Register figures of a day that are kept by value when it is locked: JSON-ready, amounts in minor units."""

    def add(figures: Figures) -> Figures:
        if code in KEPT:
            raise ValueError(f"figures {code!r} are registered twice")
        KEPT[code] = figures
        return figures

    return add


def follows_lock(follower: Follower) -> Follower:
    """Register what is asked for once a gaming day is locked, in the transaction of its lock: it asks for jobs, and
    does nothing else."""
    FOLLOWERS.append(follower)
    return follower


def end_of(room: Room, day: date) -> datetime:
    """The instant at which a gaming day is cut off: the start of the next one, 23, 24 or 25 hours after its own."""
    return room.start_of(day + timedelta(days=1))


def in_words(day: date) -> str:
    """A gaming day in a sentence: "7 March 2025"."""
    return f"{day:%-d %B %Y}"
