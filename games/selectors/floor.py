"""The floor board: one tile per table, in a fixed number of queries."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Count, Max, Q, Sum

from config.rooms.models import Room
from games.models import Hand
from games.selectors.floor_moves import DueMove, due_moves
from games.selectors.kill_notes import KillNote, kill_markers
from players.models import Account, AccountKind, Sitting, in_play
from players.selectors.lists import list_length_by_plaque, list_lengths
from players.selectors.must_move import Advice, balance_advice
from tables.models import PlaqueVersion, SessionAlarm, Table, TableSession
from tables.selectors.dealers import Dealing, dealers_by_session
from tables.selectors.sessions import playing

HOUR = timedelta(hours=1)


@dataclass(slots=True)
class Tile:
    """A table as the board shows it. Amounts in minor units."""

    table: Table
    plaque: PlaqueVersion | None
    session: TableSession | None = None
    sittings: list[Sitting] = field(default_factory=list)
    on_table: int = 0
    hands_last_hour: int = 0
    last_hand_at: datetime | None = None
    alarms: list[SessionAlarm] = field(default_factory=list)
    dealing: Dealing | None = None
    kill: KillNote = field(default_factory=KillNote)
    waiting: int = 0

    @property
    def seats_taken(self) -> dict[int, str]:
        """Who sits where: display name by seat."""
        return {sitting.seat: sitting.player.display_name for sitting in self.sittings}


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
        return sum(tile.on_table for tile in self.tiles)


def floor_board(room: Room, at: datetime) -> Board:
    """The board of `room` at an instant, in eleven queries however many tables there are.

    Four more where tables play with a kill: it follows from their hands.
    """
    tables = Table.objects.filter(room=room, is_retired=False)
    plaques = _plaques_in_force(room, at)
    tiles = {table.pk: Tile(table, plaques.get(table.pk)) for table in tables}
    by_session = _open_sessions(room, tiles)
    _add_sittings(by_session)
    _add_chips(by_session)
    _add_hands(by_session, at)
    _add_alarms(by_session)
    _add_dealers(by_session, room, at)
    _add_kills(by_session)
    _add_lists(by_session, room)
    sessions = {tile.session: tile.sittings for tile in tiles.values() if tile.session}
    return Board(list(tiles.values()), list(due_moves(sessions)), balance_advice(room))


def board_version(room: Room, at: datetime) -> str:
    """A short text that changes whenever the board would show something else; four cheap queries.

    The minute is part of it, because the board says how long ago the last hand was.
    """
    sessions = playing(room)
    versions = list(sessions.order_by("pk").values_list("pk", "version"))
    posted = PlaqueVersion.objects.filter(room=room).aggregate(last=Max("pk"))["last"]
    tables = list(Table.objects.filter(room=room).order_by("pk").values_list("pk", "name", "is_retired"))
    waiting = sorted(list_lengths(room).items())
    shown = (room.pk, versions, posted, tables, waiting, int(at.timestamp() // 60))
    return sha256(repr(shown).encode()).hexdigest()[:16]


def _plaques_in_force(room: Room, at: datetime) -> dict[int, PlaqueVersion]:
    """The newest plaque of each table that is effective, by table."""
    plaques = PlaqueVersion.objects.filter(room=room, source=TableSession.Source.FLOOR, effective_at__lte=at)
    newest = plaques.order_by("table_id", "-effective_at", "-number").distinct("table_id")
    return {plaque.table_id: plaque for plaque in newest}


def _open_sessions(room: Room, tiles: dict[int, Tile]) -> dict[int, Tile]:
    """Put each open session on its tile, with the plaque in force there; returns the tiles by session."""
    sessions = playing(room)
    by_session = {}
    for session in sessions.select_related("room", "plaque__house_rules"):
        tile = tiles.get(session.table_id)
        if tile is not None:
            tile.session, tile.plaque = session, session.plaque
            by_session[session.pk] = tile
    return by_session


def _add_sittings(tiles: dict[int, Tile]) -> None:
    sittings = Sitting.objects.filter(session__in=tiles, left_at=None).select_related("player").order_by("seat")
    for sitting in in_play(sittings):
        tiles[sitting.session_id].sittings.append(sitting)


def _add_chips(tiles: dict[int, Tile]) -> None:
    """What lies on each table: the seats, and the felt, which ticks made negative."""
    places = Account.objects.filter(session__in=tiles, kind__in=[AccountKind.SEAT, AccountKind.FELT])
    for session, amount in places.values_list("session").annotate(on_table=Sum("balance")):
        tiles[session].on_table = amount


def _add_hands(tiles: dict[int, Tile], at: datetime) -> None:
    hands = Hand.objects.filter(session__in=tiles, version=1).values_list("session")
    counted = hands.annotate(recent=Count("pk", filter=Q(recorded_at__gt=at - HOUR)), last=Max("recorded_at"))
    for session, recent, last in counted:
        tiles[session].hands_last_hour, tiles[session].last_hand_at = recent, last


def _add_alarms(tiles: dict[int, Tile]) -> None:
    for alarm in SessionAlarm.objects.filter(session__in=tiles, cleared_at=None).order_by("raised_at"):
        tiles[alarm.session_id].alarms.append(alarm)


def _add_dealers(tiles: dict[int, Tile], room: Room, at: datetime) -> None:
    for session, dealing in dealers_by_session(room, at).items():
        if session in tiles:
            tiles[session].dealing = dealing


def _add_kills(tiles: dict[int, Tile]) -> None:
    seated = {pk: {sitting.seat: sitting.player_id for sitting in tile.sittings} for pk, tile in tiles.items()}
    sessions = [tile.session for tile in tiles.values() if tile.session]
    for session, note in kill_markers(sessions, seated).items():
        tiles[session].kill = note


def _add_lists(tiles: dict[int, Tile], room: Room) -> None:
    plaques = [tile.plaque for tile in tiles.values() if tile.plaque]
    lengths = list_length_by_plaque(room, plaques)
    for tile in tiles.values():
        tile.waiting = lengths[tile.plaque.pk] if tile.plaque else 0
