"""The facts that a deal was made from, as its form carries them: the books when it was shown, against the books as they
are now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.selectors.seats import SeatTaken
from rules.table.seats import Seat
from tables.models import TableSession

_TEXT = re.compile(r"\d{1,9}(@\d{1,18})?( \d{1,2}:\d{1,18}:\d{1,18}[ia])*", re.ASCII)


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as the deal was made from it: whose sitting, with how much by the books (minor units), there or away."""

    sitting: int
    stack: int
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """The number of the hand that was to be dealt, the taken seats by number, and the id of the plaque it is under."""

    number: int
    seats: Mapping[Seat, SeatSeen]
    plaque: int = 0

    def __str__(self) -> str:
        seats = (f"{seat}:{s.sitting}:{s.stack}{'a' if s.is_away else 'i'}" for seat, s in self.seats.items())
        return " ".join([f"{self.number}@{self.plaque}" if self.plaque else str(self.number), *seats])

    @staticmethod
    def read(text: str) -> Seen:
        """Read what `str` wrote. Raises ValueError for anything else."""
        if not _TEXT.fullmatch(text):
            raise ValueError("This page is incomplete. Reload it and enter it again.")
        begun, *seats = text.split()
        number, _, plaque = begun.partition("@")
        parted = (seat.split(":") for seat in seats)
        read = {Seat(int(n)): SeatSeen(int(sat), int(s[:-1]), s.endswith("a")) for n, sat, s in parted}
        return Seen(int(number), read, int(plaque or 0))

    def is_of_the_same_hand(self, now: Seen) -> bool:
        """Whether it is the deal of the same hand under the same plaque."""
        return (self.number, self.plaque) == (now.number, now.plaque)

    def still_holds(self, seat: Seat, now: Seen) -> bool:
        """Whether what somebody entered for a seat is still about the same player with the same chips."""
        return seat in self.seats and self.seats[seat] == now.seats.get(seat)


def seen_now(session: TableSession, taken: Mapping[Seat, SeatTaken]) -> Seen:
    """The books of a session as they are, under the plaque that `session` holds."""
    seats = {seat: SeatSeen(place.sitting.pk, place.stack, place.is_away) for seat, place in taken.items()}
    return Seen(session.hands_recorded + 1, seats, session.plaque_id)


def changes_since(seen: Seen, session: TableSession, taken: Mapping[Seat, SeatTaken]) -> list[str]:
    """The facts that are no longer as a deal was made from them, in words; nothing where all of it still holds."""
    return list(_changes(seen, session, taken))


def _changes(seen: Seen, session: TableSession, taken: Mapping[Seat, SeatTaken]) -> Iterator[str]:
    if session.hands_recorded + 1 != seen.number:
        yield f"hand {session.hands_recorded} was recorded"
    if seen.plaque not in (0, session.plaque_id):
        yield f"plaque {session.plaque.number} was posted: {session.plaque.short_name}"
    money = session.room.money
    for seat in sorted({*seen.seats, *taken}):
        before, place = seen.seats.get(seat), taken.get(seat)
        if place is None:
            yield f"seat {seat} is empty"
        elif before is None or before.sitting != place.sitting.pk:
            yield f"{place.player} sits in seat {seat} with {money(place.stack)}"
        elif before.stack != place.stack:
            yield f"{place.player} in seat {seat} has {money(place.stack)}, not {money(before.stack)}"
        elif before.is_away != place.is_away:
            yield f"{place.player} in seat {seat} is {'away' if place.is_away else 'back'}"
