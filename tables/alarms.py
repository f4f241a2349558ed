"""The kinds of alarms at a table: how urgent each is, where it is dealt with, and how it ends.

An app says which kinds it raises in its module `alarms`. Most alarms end with what they are about: the barred player
leaves, the case is ruled. Those with `reasons` may also be put away by somebody who has looked at them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, Value, When
from django.urls import reverse

from config.rooms.models import Room
from tables.models import SessionAlarm, TableSession

Place = Callable[[SessionAlarm], str]
Watch = Callable[[Collection[TableSession], datetime], Mapping[int, str]]
"""A function that says what stands at these sessions at an instant: the alarm's text, by session; in a fixed number of
queries."""


def table_page(alarm: SessionAlarm) -> str:
    """The page of the alarm's table."""
    return reverse("table", args=[alarm.session.table_id])


@dataclass(frozen=True, slots=True)
class AlarmKind:
    """One kind of alarm; `rank` 1 is the most urgent."""

    code: str
    rank: int
    place: Place = table_page
    reasons: tuple[str, ...] = ()
    """The likely words of somebody who has looked at it; without any it can't be put away."""
    rows: Place | None = None
    """The address of the ledger's rows that explain it, for whoever reads the ledger."""
    watch: Watch | None = None
    """Finds the alarms that stand as long as something is so and need no row, whoever else is dead."""


@dataclass(frozen=True, slots=True)
class RoomAlarm:
    """Something of the whole room that stands as long as it is so: what it says, and the address where it is dealt
    with. It is told to those who may go there, and states no amounts."""

    code: str
    text: str
    href: str


RoomWatch = Callable[[Room, datetime], Iterable[RoomAlarm]]
"""A function that says what stands in a room at an instant; in a fixed number of queries."""

KINDS: Final[dict[str, AlarmKind]] = {}
OF_ROOMS: Final[list[RoomWatch]] = []
_LEAST = 99


def register(kind: AlarmKind) -> AlarmKind:
    """Let the board know a kind of alarm; returns it."""
    KINDS[kind.code] = kind
    return kind


def register_of_room(watch: RoomWatch) -> RoomWatch:
    """Let the board know of alarms that are no table's; returns their source."""
    OF_ROOMS.append(watch)
    return watch


def kind_of(alarm: SessionAlarm) -> AlarmKind:
    """The kind of an alarm; one that nobody registered is the least urgent and leads to its table."""
    return KINDS.get(alarm.kind) or AlarmKind(alarm.kind, _LEAST)


def rank_of(field: str) -> Case:
    """The rank of the kind that the field names, for the order of a query: as `kind_of` tells it."""
    ranks = (When(**{field: kind.code}, then=Value(kind.rank)) for kind in KINDS.values())
    return Case(*ranks, default=Value(_LEAST))


def by_urgency(alarms: Iterable[SessionAlarm]) -> list[SessionAlarm]:
    """The alarms, the most urgent first; of two alike the one that was raised first."""
    return sorted(alarms, key=lambda alarm: (kind_of(alarm).rank, alarm.raised_at))
