"""The players who are to move from one table to another, worked out from what the board has read already."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from players.models import Sitting
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class DueMove:
    """The first in order at a must-move game, and the lowest free seat of the main game that they move to."""

    sitting: Sitting
    feeder: TableSession
    main: TableSession
    seat: int


def due_moves(sittings: Mapping[TableSession, Sequence[Sitting]]) -> Iterator[DueMove]:
    """Every must-move that is due now (004:L48; WSOP 83-99)."""
    by_id = {session.pk: session for session in sittings}
    for feeder, seated in sittings.items():
        main = by_id.get(feeder.feeds_id or 0)
        if main is None or not seated:
            continue
        taken = {sitting.seat for sitting in sittings[main]}
        free = [seat for seat in range(1, main.plaque.plaque.seats + 1) if seat not in taken]
        if free:
            first = min(seated, key=lambda sitting: (sitting.joined_at or sitting.seated_at, sitting.pk))
            yield DueMove(first, feeder, main, free[0])
