"""The tiles of the floor board, kept in the memory of this process: only what changed is read and drawn again.

A tile is kept under everything that it shows (`FloorState.key`), and as drawn under the permissions of who looks, so
that nobody is shown another's links. One request at a time reads and draws; those that waited find it done.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock

from django.utils.safestring import SafeString

from config.rooms.models import Room
from games.selectors.floor import Board, Tile, board_of, read_tiles
from games.selectors.floor_state import FloorState, TableKey, floor_state
from tables.selectors.alarms import AlarmLine, ClosedAlarms, alarms_of_closed, alarms_of_room

Draw = Callable[[Tile], SafeString]
MOST_OF_CLOSED = 12
"""So many alarms of closed tables are told one by one; whoever puts some away sees the others."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A tile with what it was made from, and as it was drawn, by permissions."""

    key: TableKey
    tile: Tile
    drawn: dict[frozenset[str], SafeString] = field(default_factory=dict)

    def draw(self, may: frozenset[str], draw: Draw) -> SafeString:
        """The tile for people with these permissions. One that offers to open its table is drawn for each of them
        anew: its form carries a token."""
        if self.tile.session is None:
            return draw(self.tile)
        if may not in self.drawn:
            self.drawn[may] = draw(self.tile)
        return self.drawn[may]


_rooms: dict[int, dict[int, Kept]] = {}
_alarms: dict[int, tuple[str, list[AlarmLine]]] = {}
"""The alarms of each room, with the state of the floor that they were read in: once a minute, and where settings
change."""
_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """The board at an instant, its version, and its tiles as they are drawn for whoever looks."""

    at: datetime
    version: str
    board: Board
    tiles: list[SafeString]
    alarms: list[AlarmLine]
    """The alarms of the whole room, as they were when the minute began."""
    closed_alarms: ClosedAlarms
    """The alarms that still stand at tables that were closed, the most urgent of them read."""
    findings: int
    """Faults in the books that nobody has acknowledged."""


def kept_board(room: Room, clock: Callable[[], datetime], *, may: frozenset[str], draw: Draw) -> KeptBoard:
    """The board of `room` as it is now, its tiles drawn for people with the permissions `may`, the most urgent first.

    One query where nothing changed since this process was asked last; one more where alarms of closed tables stand, and
    those of the room's own alarms once a minute. Its state and the clock are asked when it is one's turn: whoever
    waited must not bring back what was true on arrival.
    """
    with _one_at_a_time:
        at = clock()
        state, kept = floor_state(room, at), _rooms.setdefault(room.pk, {})
        _read_changed(kept, room, state, at)
        _count_waiting(kept, state)
        shown = [kept[table] for table in state.tables if table in kept]
        shown.sort(key=lambda each: each.tile.urgency)  # the floor's order within each
        tiles = [each.draw(may, draw) for each in shown]
        closed = alarms_of_closed(room, most=MOST_OF_CLOSED) if state.closed_alarms else ClosedAlarms()
        board, alarms = board_of([each.tile for each in shown]), _room_alarms(room, state, at)
        return KeptBoard(at, state.version, board, tiles, alarms, closed, state.findings)


def _room_alarms(room: Room, state: FloorState, at: datetime) -> list[AlarmLine]:
    """The alarms of the room, read once for each state that all of its tiles share, of which the minute is part."""
    if _alarms.get(room.pk, ("",))[0] != state.shared:
        _alarms[room.pk] = state.shared, alarms_of_room(room, at)
    return _alarms[room.pk][1]


def _read_changed(kept: dict[int, Kept], room: Room, state: FloorState, at: datetime) -> None:
    for table in [table for table, each in kept.items() if each.key != state.key(table)]:
        del kept[table]
    if missing := [table for table in state.tables if table not in kept]:
        for tile in read_tiles(room, at, only=missing):
            kept[tile.table.pk] = Kept(state.key(tile.table.pk), tile)


def _count_waiting(kept: dict[int, Kept], state: FloorState) -> None:
    """Write the number of names that wait, which changes without the table: the tile is drawn again, not read."""
    for table, each in kept.items():
        waiting = state.waiting.get(each.tile.list_key, 0)
        if waiting != each.tile.waiting:
            kept[table] = Kept(each.key, replace(each.tile, waiting=waiting))
