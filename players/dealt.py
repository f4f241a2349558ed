"""The questions about hands that are asked below the play: the ledger knows a hand by its id alone.

Whoever records hands registers in its `ready`, as the keeper of the drawers does (`players.tills`).
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final, Protocol

from django.db.models import QuerySet

from config.rooms.models import Room


class Dealt(Protocol):
    """The recorded hands, as far as the ledger tells of them."""

    def names(self, hands: Collection[int]) -> dict[int, str]:
        """The names of these hands for people ("hand 12 of Table 3"), by id; one query."""

    def numbered(self, room: Room, number: int) -> QuerySet[Any]:
        """The ids of every version of the room's hands with this number, for a query to be narrowed by."""

    def recorded_since(self, session: int, since: datetime) -> int:
        """The number of hands of a session, by its id, that were recorded after an instant; one query."""

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
