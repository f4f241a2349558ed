"""A table as it is counted, broken or closed in one act: everybody there, what the books say, and where they can go."""

from dataclasses import dataclass
from datetime import datetime

from players.models import Account, AccountKind, ListEntry, Sitting
from players.selectors.free_seats import seats_to_draw, tables_of_the_game
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class SeatedRow:
    """A player at the table with the stack by the books, minor units; `is_away` where the chips lie under a cover."""

    sitting: Sitting
    booked: int
    is_away: bool


@dataclass(frozen=True, slots=True)
class WholeTable:
    """Everybody at a table by seat; `brought` is what lies there by the books, after what ticks took; minor units."""

    session: TableSession
    rows: list[SeatedRow]
    floating: int
    free: list[tuple[TableSession, list[int]]]
    """The other tables of the game with the seats that can be drawn there."""

    @property
    def stacks(self) -> int:
        """The stacks as the books have them, before what quick hands took since."""
        return sum(row.booked for row in self.rows)

    @property
    def brought(self) -> int:
        """The chips that must be counted, all stacks together."""
        return self.stacks + self.floating

    @property
    def seats_free(self) -> int:
        """The number of seats that can be drawn."""
        return sum(len(seats) for _, seats in self.free)


@dataclass(frozen=True, slots=True)
class SentRow:
    """The way that a player went when the table was closed: to a seat, on a list, or (neither) to the rack."""

    left: Sitting
    sits: Sitting | None
    listed: ListEntry | None


def whole_table(session: TableSession, at: datetime) -> WholeTable:
    """The table of an open session; as many queries as the game has tables, and three."""
    seated = session.sittings.filter(left_at=None, is_import=False).select_related("player").order_by("seat", "pk")
    places = Account.objects.filter(session=session, kind__in=[AccountKind.SEAT, AccountKind.FELT])
    booked: dict[int | None, int] = dict(places.values_list("sitting_id", "balance"))
    away = set(
        session.sittings.filter(left_at=None, absences__ended_at=None, absences__isnull=False).values_list(
            "pk", flat=True
        )
    )
    rows = [SeatedRow(sitting, booked.get(sitting.pk, 0), sitting.pk in away) for sitting in seated]
    free = [(other, seats_to_draw(other, at)) for other in tables_of_the_game(session)]
    return WholeTable(session, rows, booked.get(None, 0), free)


def sent_from(session: TableSession) -> list[SentRow]:
    """The ways of those who left a table as it was closed, by seat; three queries."""
    if session.closed_at is None:
        return []
    left = session.sittings.filter(left_at=session.closed_at, is_import=False).select_related("player").order_by("seat")
    players = [sitting.player_id for sitting in left]
    seated = Sitting.objects.filter(player__in=players, seated_at=session.closed_at).select_related("session__table")
    listed = ListEntry.objects.filter(player__in=players, joined_at=session.closed_at).select_related("waiting_list")
    sits = {sitting.player_id: sitting for sitting in seated}
    waits = {entry.player_id: entry for entry in listed}
    return [SentRow(each, sits.get(each.player_id), waits.get(each.player_id)) for each in left]
