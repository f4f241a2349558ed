"""Who sits where at a table, with how much."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from players.models import Account, AccountKind, Player, Sitting
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player in a seat; `stack` is what his seat account holds, in minor units."""

    seat: int
    sitting: Sitting
    stack: int

    @property
    def player(self) -> Player:
        """Who sits there."""
        return self.sitting.player


def seats_taken(session: TableSession) -> dict[int, SeatTaken]:
    """The taken seats of a session by seat number, in order. One query."""
    sittings = session.sittings.filter(left_at=None).select_related("player", "account").order_by("seat")
    return {sitting.seat: SeatTaken(sitting.seat, sitting, _stack(sitting)) for sitting in sittings}


def players_in(taken: Mapping[int, SeatTaken], seats: Collection[int]) -> dict[int, int]:
    """Who sits in these seats: player id by seat."""
    return {seat: taken[seat].sitting.player_id for seat in seats if seat in taken}


def felt_balance(session: TableSession) -> int:
    """What ticks have moved off the table without stacks, in minor units: zero or less until stacks are counted."""
    felt = Account.objects.filter(session=session, kind=AccountKind.FELT).first()
    return felt.balance if felt else 0


def _stack(sitting: Sitting) -> int:
    return sitting.account.balance if hasattr(sitting, "account") else 0
