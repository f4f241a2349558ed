"""The questions about disputes that recording, correcting and showing hands asks. The app that knows them answers.

This app knows that a hand may be disputed and that rulings move chips, not what a case is. Whoever keeps the cases
registers in its `ready`, as apps do with the alarms of a table.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from django.db.models import Exists, QuerySet
from django.db.models.expressions import Combinable

from config.staff.models import User
from games.directed import Directed, What
from games.models import Hand, HandDraft
from games.shares import Shares
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class RuledApart:
    """A ruling whose moves no version of its hand counts yet: its id, its case, and what it moved, minor units."""

    ruling: int
    case: int
    moved: int


class Cases(Protocol):
    """The cases about hands, as far as hands depend on them."""

    def open_case(self, draft: HandDraft) -> int | None:
        """The number of a case about the hand of a draft that waits for its ruling."""

    def refuse_to_lose_ruling(self, draft: HandDraft, before: Sequence[str]) -> None:
        """Refuse (`ruled`) to take back what a ruling did to the hand; `before` are the draft's lines as they were."""

    def hold_awards(self, *, hand: Hand, by: User | None, at: datetime) -> None:
        """Impound what open cases hold of a hand that was just recorded; the caller has locked the session."""

    def numbers(self, hand: Hand) -> list[int]:
        """The ids of the cases about a hand, whichever version they were opened about."""

    def moved(self, hand: Hand) -> Shares:
        """The chips that the rulings on a hand moved that nobody took back, whatever of them is still owed."""

    def sittings(self, hand: Hand) -> set[int]:
        """The ids of the sittings from or to which such a ruling moved chips."""

    def ruled_apart(self, hand: Hand) -> list[RuledApart]:
        """The rulings whose moves no version of a hand counts: they stand besides what the hand says."""

    def count(self, hand: Hand, rulings: Iterable[int]) -> None:
        """Note that this version of a hand counts what these rulings moved: from now on they move nothing besides."""

    def approves_correction(self, hand: Hand, by: User) -> bool:
        """Whether somebody else than `by` ruled, or confirmed a ruling, on the record of a hand since it was made."""

    def told(self, hand: Hand) -> Sequence[Any]:
        """The cases about a hand, the newest first, for the template `disputes/about.html`."""

    def held(self, hand: Hand) -> dict[int, int]:
        """Chips of the hand's awards that open cases hold, by sitting; minor units."""

    def with_case(self, hands: QuerySet[Hand]) -> QuerySet[Any]:
        """Hands with the id of the newest case about each (`case`), None without one; no further query."""

    def directives_of(
        self, sessions: Collection[int], *whats: What, before: int | None = None
    ) -> dict[int, list[Directed]]:
        """The directives of these kinds that stand, by session, in order, made before hand `before` was dealt."""

    def any_about(self, session: Combinable) -> Exists:
        """Whether there is any case about a session, to be asked in a query of its rows; without one no ruling holds,
        directs or moves anything there."""

    def button_ruled_meanwhile(self, session: TableSession) -> int | None:
        """The seat of the button after the hand that is just recorded, where a ruling said so while it was played."""


_REGISTERED: Final[list[Cases]] = []


def register(keeper: Cases) -> None:
    """Let this app ask about disputes."""
    _REGISTERED[:] = [keeper]


def cases() -> Cases:
    """Whoever keeps the cases."""
    return _REGISTERED[0]
