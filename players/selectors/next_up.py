"""The players due for the empty seats of a table: who asked for one there, who moves there, who is next on the list."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from players.models import ListEntry, SeatChange, Sitting
from players.selectors.free_seats import empty_seats, open_changes
from players.selectors.lists import names_for
from players.selectors.must_move import first_to_move
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class NextUp:
    """An empty seat and who is due to have it: one of the three."""

    seat: int
    session: TableSession
    change: SeatChange | None = None
    mover: Sitting | None = None
    entry: ListEntry | None = None

    @property
    def text(self) -> str:
        """The next step in words, without a full stop: "Hana moves from seat 5 to seat 2"."""
        if self.change:
            return f"{self.change.sitting.player} moves from seat {self.change.sitting.seat} to seat {self.seat}"
        if self.mover:
            return f"{self.mover.player} moves to seat {self.seat} of {self.session.table}"
        return f"{self.entry.player} is next on the list" if self.entry else ""


def next_up(session: TableSession, at: datetime) -> list[NextUp]:
    """The players due at this table now, by seat, each once; a handful of queries, and one where it is full."""
    return _given_out(session, empty_seats(session, at), at)


def next_for(session: TableSession, seat: int, at: datetime) -> NextUp | None:
    """The player due to have a seat that has just come free; None where it is taken or kept, or nobody waits."""
    due = _given_out(session, [seat], at) if seat in empty_seats(session, at) else []
    return due[0] if due else None


def free_seat_told(session: TableSession, seat: int, at: datetime) -> str:
    """The words called out to the supervisor when a seat comes free, to go behind another sentence; "" for nothing."""
    due = next_for(session, seat, at)
    return f" Seat {seat} is free: {due.text}." if due else ""


def _given_out(session: TableSession, seats: Iterable[int], at: datetime) -> list[NextUp]:
    """Give the seats out: first to who asked at the table, in order of request; then who moves from the must-move game;
    then the list."""
    given: list[NextUp] = []
    seats = list(seats)
    if not seats:
        return given
    changes, mover = list(open_changes(session)), first_to_move(session)
    names = [] if mover else [each for each in names_for(session, at) if each.state == ListEntry.State.WAITING]
    for seat in seats:
        if change := next((each for each in changes if each.seat in (None, seat)), None):
            changes.remove(change)
            given.append(NextUp(seat, session, change=change))
        elif mover:
            given.append(NextUp(seat, session, mover=mover))
            mover = None
        elif names:
            given.append(NextUp(seat, session, entry=names.pop(0)))
    return given
