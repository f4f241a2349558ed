"""The questions about the cage that are asked below it. The app that keeps the cage answers.

This app knows a drawer by its number, and that chips are sold, not for which game. Whoever keeps the drawers registers
in its `ready`, as apps do with the alarms of a table.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from config.rooms.models import Room
from config.staff.models import User
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Fallen:
    """A box at a table that was pulled since a hand dropped into it: the id of that pull, and what the hand has put
    into the box that hangs now, minor units, below zero where it took it out of that one: corrections did either before
    covers knew their pull."""

    pull: int
    still: int = 0


@dataclass(frozen=True, slots=True)
class Cover:
    """Chips that over-and-short puts into a box at a table, minor units, below zero where they go on from it to
    over-and-short; and the pull against which they stand, None where it isn't known."""

    amount: int
    pull: int | None


class Tills(Protocol):
    """The drawers and their sales, as far as seats and ledger depend on them."""

    def names(self, drawers: Collection[int]) -> dict[int, str]:
        """The names of these drawers for people, by number; one query."""

    def bought_for(self, session: TableSession) -> set[int]:
        """The ids of the players who bought chips for a game; one query."""

    def keeps_bank_of(self, player: int) -> bool:
        """Whether the house keeps a bank for the player of this id, in whatever room; one query."""

    def linked(
        self,
        decision: int,
        one: Collection[int],
        other: Collection[int],
        *,
        by: User,
        at: datetime,
    ) -> None:
        """Add up what the records of two groups, by their ids, moved in cash: by the decision of this id they are one
        person's from now on, and locked."""

    def looked(self, room: Room, *, by: User, at: datetime) -> None:
        """Note that somebody was shown what drawers of the room hold: whoever has looked counts none of them."""

    def looked_at_boxes(self, room: Room, *, by: User, at: datetime) -> None:
        """Note that somebody was shown what was recorded into the boxes of the room's tables."""

    def refuse_vault_counting(self, room: Room) -> None:
        """Refuse (`vault_counting`) what moves something at the vault while it is counted. The caller has locked its
        places."""

    def fallen(self, boxes: Collection[int], hands: Collection[int], at: datetime) -> Mapping[int, Fallen]:
        """The places where a hand fell, with all versions of it, that was entered at this instant: of these boxes at
        its table, by the ids of their accounts, those that were pulled since."""

    def cover_boxes(
        self,
        room: Room,
        covers: Mapping[int, Cover],
        *,
        key: str,
        by: User | None,
        at: datetime,
        reason: str,
        hand_id: int | None = None,
        case_id: int | None = None,
    ) -> None:
        """Put into boxes of tables, by the ids of their accounts, what a correction takes back and they hold no more
        since they were pulled, or let go on from them what it has put there: booked to over-and-short. All of one
        request go one way. The caller has locked both."""

    def uncover_boxes(self, room: Room, rulings: Collection[str], *, key: str, by: User, at: datetime) -> None:
        """Let go on from boxes to over-and-short again what it put there for rulings, by their request keys, that have
        just been taken back. The caller has locked both."""


_REGISTERED: Final[list[Tills]] = []


def register(keeper: Tills) -> None:
    """Let this app ask about the cage."""
    _REGISTERED[:] = [keeper]


def tills() -> Tills:
    """Whoever keeps the drawers."""
    return _REGISTERED[0]
