"""The waiting lists as the pages show them: every game with its names in order, its empty seats, whose turn it is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from django.db.models import QuerySet

from config.rooms.models import Room
from players.list_games import ListGame, game_of
from players.models import ListEntry, Player, SeatChange, Sitting, WaitingList
from players.selectors.waits import Pace, paces
from tables.models import PlaqueVersion, TableSession
from tables.selectors.sessions import playing

_STATES = ListEntry.State


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A name on a list: its place (1 is next), for how long it waits, where it sits meanwhile, and what is due."""

    entry: ListEntry
    place: int
    minutes: int
    sitting: Sitting | None
    is_next: bool
    is_overdue: bool
    minutes_left: int

    @property
    def is_away(self) -> bool:
        """Whether he phoned or reserved and has not come yet."""
        return self.entry.arrived_at is None


@dataclass(slots=True)
class GameList:
    """A game with its list: the tables that play it (None of them: an interest list), and the names in order."""

    game: ListGame
    pace: Pace | None
    rows: list[EntryRow] = field(default_factory=list)
    changes: list[tuple[SeatChange, int | None]] = field(default_factory=list)
    """Who at its tables wants another seat, and which one he can have now."""
    seats: list[tuple[TableSession, int]] = field(default_factory=list)
    """The empty seats that nobody was called to, in the floor's order."""
    quoted: int | None = None
    """Minutes that a name added now would wait; None: unknown."""

    @property
    def tables(self) -> list[TableSession]:
        """The open tables of the game."""
        return self.pace.sessions if self.pace else []

    @property
    def seats_for_list(self) -> list[tuple[TableSession, int]]:
        """The empty seats that nobody at the table asked for: those that the next name can be called to."""
        asked = [(change.sitting.session_id, change.seat) for change, _ in self.changes]
        return [(table, seat) for table, seat in self.seats if not {(table.pk, seat), (table.pk, None)} & {*asked}]

    @property
    def may_call(self) -> bool:
        """Whether the next name can be called: to an empty seat, or to start the game."""
        return bool(self.seats_for_list) or not self.tables

    @property
    def next_row(self) -> EntryRow | None:
        """Whose turn it is."""
        return next((row for row in self.rows if row.is_next), None)


def game_lists(room: Room, at: datetime) -> list[GameList]:
    """Every game of `room` that is going or waited for, those with names first; six queries."""
    games = paces(room, at)
    lists = {key: GameList(game_of(pace.sessions[0].plaque.sign), pace) for key, pace in games.items()}
    entries = list(_live(room).select_related("player", "waiting_list", "called_session__table"))
    for entry in entries:
        waiting = entry.waiting_list
        lists.setdefault(waiting.key, GameList(listed(waiting), None))
    _add_rows(lists, entries, at)
    _add_seats(lists, entries, room)
    for each in lists.values():
        each.quoted = each.pace.minutes(len(each.rows) + 1) if each.pace else None
    return sorted(lists.values(), key=lambda each: (not each.rows, not each.tables, each.game.name))


def lists_version(room: Room, at: datetime) -> str:
    """A short text that changes whenever the lists would show something else; three cheap queries.

    The minute is part of it, because the lists say how long everybody waits.
    """
    entries = _live(room).order_by("pk").values_list("pk", "state", "called_until", "arrived_at")
    sessions = playing(room)
    minute = int(at.timestamp() // 60)
    shown = (room.pk, list(entries), list(sessions.order_by("pk").values_list("pk", "version", "plaque")), minute)
    return sha256(repr(shown).encode()).hexdigest()[:16]


def list_length_by_plaque(room: Room, plaques: Iterable[PlaqueVersion]) -> dict[int, int]:
    """How many names wait for the game of each of these plaques, by the plaque's id; one query."""
    waiting = list_lengths(room)
    return {plaque.pk: waiting[game_of(plaque.sign).key] for plaque in plaques}


def list_lengths(room: Room) -> Counter[str]:
    """How many names wait on each list of the room, by the key of its game; one query."""
    return Counter(_live(room).order_by().values_list("waiting_list__key", flat=True))


def find_game(room: Room, key: str, at: datetime) -> ListGame | None:
    """The game of that key: one that has a list, or that a sign on some table offers; None where there is none."""
    waiting = WaitingList.objects.filter(room=room, key=key).first()
    return listed(waiting) if waiting else games_on_signs(room, at).get(key)


def games_on_signs(room: Room, at: datetime) -> dict[str, ListGame]:
    """The games that stand on the newest sign of any table of the room, open or not, by key; one query."""
    posted = PlaqueVersion.objects.filter(
        room=room, source=TableSession.Source.FLOOR, effective_at__lte=at, table__is_retired=False
    )
    newest = posted.order_by("table_id", "-effective_at", "-number").distinct("table_id")
    games = [game_of(plaque.sign) for plaque in newest]
    return {game.key: game for game in sorted(games, key=lambda game: game.name)}


def listed(waiting: WaitingList) -> ListGame:
    """The game that a list is for."""
    return ListGame(waiting.key, waiting.name, waiting.game, waiting.structure)


def names_for(session: TableSession, at: datetime) -> list[ListEntry]:
    """Who of the list should get an empty seat of this table: who was called to it, then who is next; two queries."""
    key = game_of(session.plaque.sign).key
    entries = _live(session.room).filter(waiting_list__key=key).select_related("player")
    called = [each for each in entries if each.state == _STATES.CALLED and each.called_session_id == session.pk]
    turn = next((each for each in entries if each.has_turn(at)), None)
    return [*called, turn] if turn else called


def row_of(entry: ListEntry, at: datetime) -> EntryRow | None:
    """A name as its list shows it; None once it is off the list."""
    if not entry.is_live:
        return None
    lists = {each.game.key: each for each in game_lists(entry.waiting_list.room, at)}
    return next(row for row in lists[entry.waiting_list.key].rows if row.entry.pk == entry.pk)


def last_reached(player: Player) -> dict[str, str]:
    """Where a player was reached the last time that he was on a list: mobile and email."""
    entry = player.list_entries.exclude(mobile="", email="").order_by("-pk").first()
    return {"mobile": entry.mobile, "email": entry.email} if entry else {}


def _live(room: Room) -> QuerySet[ListEntry]:
    entries = ListEntry.objects.filter(waiting_list__room=room, state__in=ListEntry.LIVE)
    return entries.order_by("waiting_list", "number")


def _add_rows(lists: Mapping[str, GameList], entries: list[ListEntry], at: datetime) -> None:
    """The names in their order; the next is the first whose turn can come and who is called nowhere."""
    called = {entry.player_id for entry in entries if entry.state == _STATES.CALLED}
    sitting = _sittings(entries)
    for entry in entries:
        each = lists[entry.waiting_list.key]
        is_next = each.next_row is None and entry.has_turn(at) and entry.player_id not in called
        each.rows.append(
            EntryRow(
                entry,
                place=len(each.rows) + 1,
                minutes=int((at - entry.joined_at).total_seconds() // 60),
                sitting=sitting.get(entry.player_id),
                is_next=is_next,
                is_overdue=entry.is_overdue(at),
                minutes_left=_minutes_left(entry, at),
            )
        )


def _minutes_left(entry: ListEntry, at: datetime) -> int:
    """Whole minutes that a name has to come, the last one begun included."""
    return (
        -int((at - entry.called_until).total_seconds() // 60) if entry.called_until and entry.called_until > at else 0
    )


def _sittings(entries: list[ListEntry]) -> dict[int, Sitting]:
    """Where those who wait sit meanwhile."""
    seated = Sitting.objects.filter(player__in={entry.player_id for entry in entries}, left_at=None, is_import=False)
    return {sitting.player_id: sitting for sitting in seated.select_related("session__table")}


def _add_seats(lists: Mapping[str, GameList], entries: list[ListEntry], room: Room) -> None:
    """The empty seats of every open table, and who at the table asked for another."""
    taken: dict[int, set[int | None]] = defaultdict(set)
    sessions = [session for each in lists.values() for session in each.tables]
    for session, seat in Sitting.objects.filter(session__in=sessions, left_at=None).values_list("session", "seat"):
        taken[session].add(seat)
    for entry in entries:
        if entry.state == _STATES.CALLED and entry.called_session_id:
            taken[entry.called_session_id].add(entry.called_seat)
    asked = SeatChange.objects.filter(sitting__session__in=sessions, sitting__left_at=None, state=SeatChange.State.OPEN)
    changes = list(asked.select_related("sitting__player", "sitting__session__table"))
    for each in lists.values():
        each.seats = [
            (session, seat)
            for session in each.tables
            for seat in range(1, session.plaque.sign.seats + 1)
            if seat not in taken[session.pk]
        ]
        each.changes = _with_seats(changes, each)


def _with_seats(changes: list[SeatChange], each: GameList) -> list[tuple[SeatChange, int | None]]:
    """The requests at the tables of a game, each with the empty seat that it can have, first come first served."""
    empty = {session.pk: [seat for table, seat in each.seats if table.pk == session.pk] for session in each.tables}
    given = []
    for change in changes:
        if (seats := empty.get(change.sitting.session_id)) is None:
            continue
        seat = next((seat for seat in seats if change.seat in (None, seat)), None)
        if seat:
            seats.remove(seat)
        given.append((change, seat))
    return given
