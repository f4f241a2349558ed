"""The questions about hands that are asked below the play: the ledger knows a hand by its id alone.

Whoever records hands registers in its `ready`, as the keeper of the drawers does (`players.tills`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Protocol

from django.db.models import Exists, QuerySet

from config.rooms.models import Room


@dataclass(frozen=True, slots=True)
class AsDealt:
    """A hand as it was last recorded: the ids of all its versions, when it was dealt, the persons (`Player.person_id`)
    whom it was dealt to, None where a quick hand says neither them nor their cards, and the code of its game."""

    versions: frozenset[int]
    at: datetime
    persons: frozenset[int] | None
    game: str


@dataclass(frozen=True, slots=True)
class AtItsEnd:
    """The end of a full hand as it was last recorded: the persons (`Player.person_id`) who hadn't folded by then,
    whether they showed or mucked, and whether there was a showdown: two hands at least were read, and not all others
    folded or mucked."""

    stayed: frozenset[int]
    has_showdown: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """A hand that was corrected or voided after a version of it: the newest version by id and name, who recorded it
    when and why, and whether it is void."""

    hand: int
    name: str
    by: str
    at: datetime
    reason: str
    is_void: bool


@dataclass(frozen=True, slots=True)
class LateChange:
    """A version of a hand of a gaming day that was recorded after the day had ended: its id and name, who recorded it
    when, whether that was `after_lock`, and what it adds to rake and promo, below 0 where it gives back (minor
    units)."""

    hand: int
    name: str
    by: str
    at: datetime
    is_void: bool
    after_lock: bool
    rake: int
    promo: int


class Dealt(Protocol):
    """The recorded hands, as far as the ledger tells of them."""

    def names(self, hands: Collection[int]) -> dict[int, str]:
        """The names of these hands for people ("hand 12 of Table 3"), by id; one query."""

    def days(self, hands: Collection[int]) -> dict[int, date]:
        """The gaming day that each of these hands belongs to, by id: of a correction of a locked day's hand that day,
        of a hand that was recorded late the one that it was played on. One query."""

    def versions(self, hands: Collection[int]) -> dict[int, frozenset[int]]:
        """The ids of all versions of each of these hands, by the id of any of them; one query."""

    def numbered(self, room: Room, number: int) -> QuerySet[Any]:
        """The ids of every version of the room's hands with this number, for a query to be narrowed by."""

    def newest_of(self, table: int, number: int) -> int | None:
        """The id of the newest hand with this number at a table, by the table's id, as it was last recorded; None where
        there is none. One query."""

    def is_void(self, hand: int) -> bool:
        """Whether a hand, by the id of any of its versions, is void as it was last recorded; one query."""

    def as_dealt(self, hand: int) -> AsDealt:
        """A hand that isn't void, by the id of any of its versions, as it was last recorded; two queries."""

    def at_its_end(self, hand: int) -> AtItsEnd | None:
        """The end of a hand that isn't void, by the id of any of its versions, as it was last recorded; None of a quick
        one, which says nothing of it. Two queries."""

    def seated(self, hand: int) -> frozenset[int]:
        """The persons (`Player.person_id`) who were in the seats of its table when a hand, by its id, was dealt; where
        one played over another, the one who did. Two queries."""

    def has_later(self, hand: str) -> Exists:
        """Whether a later version is recorded of the hand whose id a query calls `hand`, for that query to be narrowed
        by."""

    def changed(self, hands: Collection[int]) -> dict[int, Changed]:
        """The hands, by the ids of these versions, that somebody may have won otherwise by their newest version: void,
        or with another who was dealt in, who won, or what was dealt, folded and shown. Amounts alone change nothing
        here. Three queries."""

    def changed_late(self, room: Room, day: date) -> list[LateChange]:
        """The versions of hands of a gaming day that were recorded after it had ended, locked or not, oldest first; one
        query."""

    def recorded_since(self, session: int, since: datetime) -> int:
        """The number of hands of a session, by its id, that were recorded after an instant; one query."""

    def is_dealt_in(self, session: int, sitting: int) -> bool:
        """Whether a sitting is in the hand that is played at a session, both by their ids; also where nobody knows.
        One query."""

    def newest(self, sessions: Collection[int]) -> dict[int, datetime]:
        """The instant at which the newest hand of each of these sessions was recorded, quick hands among them, by the
        session's id; none where nobody played. One query."""


_REGISTERED: Final[list[Dealt]] = []


def register(keeper: Dealt) -> None:
    """Let this app ask about hands."""
    _REGISTERED[:] = [keeper]


def dealt() -> Dealt:
    """Whoever records the hands."""
    return _REGISTERED[0]
