"""Who sits where at a table, with how much."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.rules.button import Missed
from games.selectors.dues import Due, dues_of
from players.models import Account, AccountKind, Player, Sitting
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player in a seat; `stack` is what his seat account holds, in minor units. `due` where he is away or owes."""

    seat: int
    sitting: Sitting
    stack: int
    due: Due | None = None

    @property
    def player(self) -> Player:
        """Who sits there."""
        return self.sitting.player

    @property
    def is_away(self) -> bool:
        """Whether he is away from his seat and isn't dealt in."""
        return self.due is not None and self.due.is_away

    @property
    def missed(self) -> Missed | None:
        """The blinds that he owes."""
        return self.due.missed if self.due else None


def seats_taken(session: TableSession) -> dict[int, SeatTaken]:
    """The taken seats of a session by seat number, in order. Two queries, five where somebody is or was away."""
    dues = dues_of(session)
    sittings = session.sittings.filter(left_at=None).select_related("player", "account").order_by("seat")
    return {
        sitting.seat: SeatTaken(sitting.seat, sitting, _stack(sitting), dues.get(sitting.pk)) for sitting in sittings
    }


def present(taken: Mapping[int, SeatTaken]) -> dict[int, SeatTaken]:
    """The seats whose players are there to be dealt in."""
    return {seat: place for seat, place in taken.items() if not place.is_away}


def players_in(taken: Mapping[int, SeatTaken], seats: Collection[int]) -> dict[int, int]:
    """Who sits in these seats: player id by seat."""
    return {seat: taken[seat].sitting.player_id for seat in seats if seat in taken}


def felt_balance(session: TableSession) -> int:
    """What ticks have moved off the table without stacks, in minor units: zero or less until stacks are counted."""
    felt = Account.objects.filter(session=session, kind=AccountKind.FELT).first()
    return felt.balance if felt else 0


def _stack(sitting: Sitting) -> int:
    return sitting.account.balance if hasattr(sitting, "account") else 0
