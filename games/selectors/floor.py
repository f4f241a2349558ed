"""The floor board: one tile per table, in a fixed number of queries."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, Sum

from config.rooms.models import Room
from games.models import Hand
from games.selectors.floor_moves import DueMove, due_moves
from games.selectors.kill_notes import KillNote, kill_markers
from players.held import Held, held_for
from players.list_games import game_of
from players.models import Absence, Account, AccountKind, PlayerId, Sitting, in_play
from players.selectors.lists import list_lengths
from players.selectors.must_move import Advice, balance_advice
from players.selectors.time_due import time_due
from rules.table.seats import Seat
from tables.models import PlaqueVersion, Table, TableSession
from tables.residuals import Residual, residuals_at
from tables.selectors.alarms import AlarmLine, alarms_at
from tables.selectors.dealers import Dealing, dealers_at, in_line

HOUR = timedelta(hours=1)
MOST_ALARMS = 2
"""So many lines of a tile may be alarms; where there are more, the last of them says how many."""


@dataclass(frozen=True, slots=True)
class Chips:
    """The chips that lie on a table by the books, in minor units, and the shortest and largest stack of those who sit
    there.

    Ticks drop their rake from the felt and not from any stack: until the next count only the sum is known, and each
    stack about (`is_counted` is False). `held` of the total lies on cases, until they are ruled.
    """

    total: int = 0
    shortest: int = 0
    largest: int = 0
    is_counted: bool = True
    held: int = 0


@dataclass(slots=True)
class Tile:
    """A table as the board shows it. Amounts in minor units."""

    table: Table
    plaque: PlaqueVersion | None = None
    session: TableSession | None = None
    sittings: list[Sitting] = field(default_factory=list)
    chips: Chips = field(default_factory=Chips)
    hands_last_hour: int = 0
    last_hand_at: datetime | None = None
    alarms: list[AlarmLine] = field(default_factory=list)
    dealing: Dealing | None = None
    kill: KillNote = field(default_factory=KillNote)
    held: list[Held] = field(default_factory=list)
    residuals: list[Residual] = field(default_factory=list)
    time_due: int = 0
    waiting: int = 0

    @property
    def seats_taken(self) -> dict[int, str]:
        """The players who sit: display name by seat."""
        return {sitting.seat: sitting.player.display_name for sitting in self.sittings}

    @property
    def list_key(self) -> str:
        """The key of the list for its game; "" where nothing is played."""
        return game_of(self.session.posted).key if self.session else ""

    @property
    def is_counted(self) -> bool:
        """Whether anything of it was counted: its felt, its box, or a tray, which always is to be."""
        return any(each.at or each.name == "tray" for each in self.residuals)

    @property
    def main(self) -> Table | None:
        """The table of the main game, where this is a must-move game."""
        return self.session.feeds.table if self.session and self.session.feeds else None

    @property
    def away(self) -> frozenset[int]:
        """The seats whose players are away."""
        return frozenset(sitting.seat for sitting in self.sittings if sitting.is_away)  # type: ignore[attr-defined]  # annotated

    @property
    def held_seats(self) -> frozenset[int]:
        """The seats of whose players a case holds chips."""
        return frozenset(held.seat for held in self.held)

    @property
    def average(self) -> int:
        """The chips that each who sits there can play with on average, in whole chips of the room, minor units: what a
        case holds lies before nobody."""
        chip = self.session.room.smallest_chip if self.session else 1
        return (self.chips.total - self.chips.held) // max(len(self.sittings), 1) // chip * chip

    @property
    def has_seat_for_list(self) -> bool:
        """Whether a seat is empty while names wait for the game."""
        return bool(self.session and self.waiting and self.plaque and len(self.sittings) < self.plaque.plaque.seats)

    @property
    def urgency(self) -> int:
        """The place on the board: 0 with alarms, 1 where something is to be done, 2 while it runs, 3 not open."""
        if self.alarms:
            return 0
        is_pushed = self.dealing is not None and self.dealing.push_is_due
        if is_pushed or self.has_seat_for_list or self.time_due:
            return 1
        return 2 if self.session else 3

    @property
    def shown_alarms(self) -> list[AlarmLine]:
        """The most urgent alarms: as many as have room on the tile."""
        return self.alarms if len(self.alarms) <= MOST_ALARMS else self.alarms[: MOST_ALARMS - 1]

    @property
    def more_alarms(self) -> int:
        """The number of alarms that have none."""
        return len(self.alarms) - len(self.shown_alarms)


@dataclass(frozen=True, slots=True)
class Board:
    """All tiles, who moves from one to another, what would balance the games, and the floor in one line."""

    tiles: list[Tile]
    due_moves: list[DueMove] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)

    @property
    def tables_open(self) -> int:
        return sum(tile.session is not None for tile in self.tiles)

    @property
    def players_seated(self) -> int:
        return sum(len(tile.sittings) for tile in self.tiles)

    @property
    def on_tables(self) -> int:
        """Chips on all tables, minor units."""
        return sum(tile.chips.total for tile in self.tiles)


def floor_board(room: Room, at: datetime) -> Board:
    """The board of `room` at an instant, in twelve queries however many tables there are.

    One more where a table has a tray, one where a table is not open, four where tables play with a kill, which follows
    from their hands, and three where tables charge time.
    """
    tiles, waiting = read_tiles(room, at), list_lengths(room)
    for tile in tiles:
        tile.waiting = waiting[tile.list_key]
    return board_of(tiles)


def board_of(tiles: Sequence[Tile]) -> Board:
    """The board that these tiles make; no query."""
    sessions = {tile.session: tile.sittings for tile in tiles if tile.session}
    seated = {session: len(sittings) for session, sittings in sessions.items()}
    return Board(list(tiles), list(due_moves(sessions)), balance_advice(seated))


def read_tiles(room: Room, at: datetime, *, only: Collection[int] | None = None) -> list[Tile]:
    """The tiles of `room`, or of some of its tables by id, in the floor's order; all but who waits.

    Eleven queries, and more as for the board.
    """
    tables = Table.objects.filter(room=room, is_retired=False, **({} if only is None else {"pk__in": only}))
    tiles = {table.pk: Tile(table) for table in tables}
    by_session = _open_sessions(room, tiles)
    _add_posted(tiles, at)
    _add_sittings(by_session)
    _add_chips(by_session)
    _add_hands(by_session, at)
    _add_alarms(by_session, at)
    _add_dealers(by_session, at)
    _add_kills(by_session)
    _add_time(by_session, at)
    _add_residuals(by_session)
    return list(tiles.values())


def _add_posted(tiles: dict[int, Tile], at: datetime) -> None:
    """The newest plaque that is effective, of each table that is not open."""
    shut = [table for table, tile in tiles.items() if tile.session is None]
    posted = PlaqueVersion.objects.filter(table__in=shut, source=TableSession.Source.FLOOR, effective_at__lte=at)
    for plaque in posted.order_by("table_id", "-effective_at", "-number").distinct("table_id"):
        tiles[plaque.table_id].plaque = plaque


def _open_sessions(room: Room, tiles: dict[int, Tile]) -> dict[int, Tile]:
    """Put each open session on its tile, with the plaque in force there; returns the tiles by session."""
    by_session = {}
    sessions = in_line(room).filter(table__in=tiles)
    for session in sessions.select_related("room", "plaque__house_rules", "feeds__table"):
        tile = tiles.get(session.table_id)
        if tile is not None:
            session.table = tile.table
            tile.session, tile.plaque = session, session.plaque
            by_session[session.pk] = tile
    return by_session


def _add_sittings(tiles: dict[int, Tile]) -> None:
    away = Exists(Absence.objects.filter(sitting=OuterRef("pk"), ended_at=None))
    sittings = Sitting.objects.filter(session__in=tiles, left_at=None).select_related("player").order_by("seat")
    for sitting in in_play(sittings.annotate(is_away=away)):
        tiles[sitting.session_id].sittings.append(sitting)


def _add_chips(tiles: dict[int, Tile]) -> None:
    """Add what lies on each table: the seats, and the felt, which ticks made negative."""
    places = Account.objects.filter(session__in=tiles, kind__in=[AccountKind.SEAT, AccountKind.FELT])
    seated, felt = Q(kind=AccountKind.SEAT, sitting__left_at=None), Q(kind=AccountKind.FELT)
    sums = places.values_list("session").annotate(
        total=Sum("balance"),
        shortest=Min("balance", filter=seated),
        largest=Max("balance", filter=seated),
        uncounted=Sum("balance", filter=felt),
    )
    for session, total, shortest, largest, uncounted in sums:
        tiles[session].chips = Chips(total, shortest or 0, largest or 0, is_counted=not uncounted)
    _add_held(tiles)


def _add_held(tiles: dict[int, Tile]) -> None:
    """Add what cases hold of each table's chips: part of its total, though it lies at no seat."""
    for held in held_for(Sitting.objects.filter(session__in=tiles, left_at=None)):
        tile = tiles[held.session]
        tile.held.append(held)
        tile.chips = replace(tile.chips, total=tile.chips.total + held.amount, held=tile.chips.held + held.amount)


def _add_hands(tiles: dict[int, Tile], at: datetime) -> None:
    hands = Hand.objects.filter(session__in=tiles, version=1).values_list("session")
    counted = hands.annotate(recent=Count("pk", filter=Q(recorded_at__gt=at - HOUR)), last=Max("recorded_at"))
    for session, recent, last in counted:
        tiles[session].hands_last_hour, tiles[session].last_hand_at = recent, last


def _add_alarms(tiles: dict[int, Tile], at: datetime) -> None:
    for session, alarms in alarms_at(_sessions(tiles), at).items():
        tiles[session].alarms = alarms


def _add_dealers(tiles: dict[int, Tile], at: datetime) -> None:
    for session, dealing in dealers_at(_sessions(tiles), at).items():
        tiles[session].dealing = dealing


def _add_kills(tiles: dict[int, Tile]) -> None:
    seated = {pk: _players(tile) for pk, tile in tiles.items()}
    for session, note in kill_markers(_sessions(tiles), seated).items():
        tiles[session].kill = note


def _add_time(tiles: dict[int, Tile], at: datetime) -> None:
    """Add what is due for time."""
    for session, due in time_due(_sessions(tiles), at).items():
        tiles[session].time_due = sum(each.amount for each in due)


def _add_residuals(tiles: dict[int, Tile]) -> None:
    """Add what the tray, the felt and the box of each table are off."""
    for session, found in residuals_at(_sessions(tiles)).items():
        tiles[session].residuals = found


def _players(tile: Tile) -> dict[Seat, PlayerId]:
    """The players at the table of a tile, in their seats."""
    return {Seat(sitting.seat): PlayerId(sitting.player_id) for sitting in tile.sittings}


def _sessions(tiles: dict[int, Tile]) -> list[TableSession]:
    return [tile.session for tile in tiles.values() if tile.session]
