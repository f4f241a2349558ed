"""The game-pace audit of a room's period: the cells that are compared, those that are left out, and each dealer's
line."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cage.models import TransitAct
from config.clocks import start_of_hour
from config.rooms.models import Room
from config.snapshots import snapshot
from disputes.models import Dispute
from rake.figures.periods import Period
from rake.figures.scopes import Scope
from rake.models import PlayHour, RakeHour
from rake.pace.reckoning import Cell, DealerPace, paces
from tables.models import Dealer

SHORTEST = 600
"""Seconds with a game below which an hour of a dealer is no cell: a few hands either way would be its pace."""

_Key = tuple[int, int, int, datetime]
"""Table, plaque, dealer and the beginning of the hour."""


@dataclass(frozen=True, slots=True)
class PaceLine:
    """One dealer, and their pace beside the house's."""

    dealer: Dealer
    pace: DealerPace


@dataclass(frozen=True, slots=True)
class PaceAudit:
    """The dealers of a period; `left_out` are hours that were not compared, by why."""

    period: Period
    lines: tuple[PaceLine, ...]
    left_out: Mapping[str, int]
    read_at: datetime
    read_from: str = ""
    """A sentence on the replica that it was read from, or why it wasn't; empty where no replica is named."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody dealt an hour that can be compared."""
        return not self.lines


def pace_audit(room: Room, period: Period, at: datetime) -> PaceAudit:
    """The audit of the floor's play in the period, from one picture of the database; six queries."""
    scope = Scope(room, period, at)
    with snapshot(at_most="2min"):
        hours, left_out = compared(scope)
        cells = [cell for _, cell in hours]
        dealers = Dealer.objects.filter(room=room).in_bulk([cell.dealer for cell in cells])
    lines = tuple(PaceLine(dealers[each.dealer], each) for each in paces(cells))
    return PaceAudit(period, lines, dict(left_out), at)  # a Counter has any key, “items” among them


def compared(scope: Scope) -> tuple[list[tuple[datetime, Cell]], Counter[str]]:
    """The cells of the scope with the beginning of each, in order, and how many hours are left out for which reason."""
    hands = {_key(row): row for row in _lines(RakeHour, scope)}
    stopped = _stops(scope)
    cells: list[tuple[datetime, Cell]] = []
    left_out = Counter[str]()
    for row in _lines(PlayHour, scope):
        taken = hands.get(_key(row))
        if why := _why_not(row, taken, stopped):
            left_out[why] += 1
        else:
            cells.append((row.hour_starts_at, _cell(row, taken)))
    return cells, left_out


def _lines(rollup: type[RakeHour] | type[PlayHour], scope: Scope) -> Iterator[Any]:
    rows = rollup.objects.filter(scope.of_days(), room=scope.room, source=scope.origin)
    return rows.exclude(dealer=None).exclude(plaque=None).iterator()


def _key(row: Any) -> _Key:
    return row.table_id, row.plaque_id, row.dealer_id, row.hour_starts_at


def _why_not(row: Any, taken: Any, stopped: Mapping[tuple[int, datetime], str]) -> str:
    """Why an hour isn't compared; empty if it is."""
    if row.game_seconds < SHORTEST:
        return "less than ten minutes with a game"
    if taken is not None and taken.full_hands:
        return "hands entered in full"
    return stopped.get((row.table_id, row.hour_starts_at), "")


def _stops(scope: Scope) -> dict[tuple[int, datetime], str]:
    """The hours of tables in which the game waited for a dispute, or for chips."""
    since = {"gte": scope.since, "lt": scope.until}
    cases = Dispute.objects.filter(room=scope.room, **{f"opened_at__{name}": at for name, at in since.items()})
    acts = TransitAct.objects.filter(slip__room=scope.room, **{f"at__{name}": at for name, at in since.items()})
    zone = scope.room.time_zone
    moved = acts.exclude(slip__table=None).values_list("slip__table", "at")
    stops = {(table, start_of_hour(at, zone)): "a fill or a credit" for table, at in moved}
    disputed = cases.values_list("session__table", "opened_at")
    return stops | {(table, start_of_hour(at, zone)): "a dispute" for table, at in disputed}


def _cell(row: Any, taken: Any) -> Cell:
    players = round(row.played_seconds / row.open_seconds)
    hands, rake = (taken.hands, taken.rake_taken) if taken else (0, 0)
    return Cell(row.dealer_id, row.plaque_name, players, hands, row.game_seconds, rake)
