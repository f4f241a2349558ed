"""The waiting lists as the pages show them: every game with its names in order, its empty seats, whose turn it is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import QuerySet

from config.rooms.models import Room
from players.list_games import ListGame, game_of
from players.models import ListEntry, Player, SeatChange, Sitting, WaitingList
from players.selectors.must_move import first_to_move, seated_in_order
from players.selectors.waits import Pace, paces
from players.standing import of_persons
from tables.models import PlaqueVersion, TableSession
from tables.selectors.plaques import waiting_plaques
from tables.selectors.sessions import playing

_STATES = ListEntry.State
LATELY = timedelta(hours=1)
MOST_LATELY = 12


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
    is_late: bool
    """Whether they said by phone when they come, and that time has passed."""
    seat: tuple[TableSession, int] | None = None
    """The place where the player may sit down now, if called: the seat that was kept, as long as nobody has it."""

    @property
    def is_away(self) -> bool:
        """Whether the player phoned or reserved and has not come yet."""
        return self.entry.arrived_at is None


@dataclass(slots=True)
class GameList:
    """A game with its list: the tables that play it (None of them: an interest list), and the names in order."""

    game: ListGame
    pace: Pace | None
    rows: list[EntryRow] = field(default_factory=list)
    changes: list[tuple[SeatChange, int | None]] = field(default_factory=list)
    """The requests for another seat at its tables, and the seat that each can have now."""
    seats: list[tuple[TableSession, int]] = field(default_factory=list)
    """The empty seats that are kept for nobody who was called, in the floor's order."""
    moves: list[tuple[Sitting, TableSession, int]] = field(default_factory=list)
    """The players who move from a must-move game to a seat of its main game, before anybody of the list sits down
    there."""
    next_plaques: list[tuple[TableSession, PlaqueVersion]] = field(default_factory=list)
    """Its tables where another game or other limits are played from the next hand on, and the plaque that says so."""
    quoted: int | None = None
    """Minutes that a name added now would wait; None: unknown, as it is while empty seats wait to be given out."""

    @property
    def tables(self) -> list[TableSession]:
        """The open tables of the game."""
        return self.pace.sessions if self.pace else []

    @property
    def seats_for_list(self) -> list[tuple[TableSession, int]]:
        """The empty seats that nobody at the table asked for and no must-move game fills: those that the next name
        can be called to."""
        asked = {(change.sitting.session_id, change.seat) for change, _ in self.changes}
        fed = {main.pk for _, main, _ in self.moves}
        free = ((table, seat) for table, seat in self.seats if table.pk not in fed)
        return [(table, seat) for table, seat in free if not {(table.pk, seat), (table.pk, None)} & asked]

    @property
    def may_call(self) -> bool:
        """Whether the next name can be called: to an empty seat, or to start the game."""
        return bool(self.seats_for_list) or not self.tables

    @property
    def due(self) -> str:
        """The step to take first at this game, as its page names it ("change-4", "move-7", "entry-9"); "" for
        nothing."""
        if change := next((change for change, seat in self.changes if seat), None):
            return f"change-{change.pk}"
        if self.moves:
            return f"move-{self.moves[0][0].pk}"
        if called := next((row for row in self.rows if row.seat and not row.is_overdue), None):
            return f"entry-{called.entry.pk}"
        return f"entry-{self.next_row.entry.pk}" if self.tables and self.next_row and self.seats_for_list else ""

    @property
    def next_row(self) -> EntryRow | None:
        """The row whose turn it is."""
        return next((row for row in self.rows if row.is_next), None)


def game_lists(room: Room, at: datetime) -> list[GameList]:
    """Every game of `room` that is going or waited for, by name, so that a panel stays in its place when a table opens
    or closes; seven queries, and one where tables feed others."""
    games = paces(room, at)
    lists = {key: GameList(game_of(pace.sessions[0].plaque.plaque, room.money), pace) for key, pace in games.items()}
    entries = list(_live(room).select_related("player", "waiting_list", "called_session__table"))
    for entry in entries:
        waiting = entry.waiting_list
        lists.setdefault(waiting.key, GameList(listed(waiting), None))
    _add_rows(lists, entries, at)
    _add_seats(lists, entries, at)
    _add_moves(lists.values())
    _add_next_plaques(lists.values(), at)
    for each in lists.values():
        each.rows = [replace(row, seat=_seat_of(row, each)) for row in each.rows]
    for each in lists.values():
        quoted = each.pace.minutes(len(each.rows) + 1) if each.pace else None
        each.quoted = None if quoted and each.seats else quoted
    return sorted(lists.values(), key=lambda each: each.game.name)


def first_due(games: Iterable[GameList]) -> str:
    """The step to take first on the whole page: the one thing that its accent stands for."""
    return next((game.due for game in games if game.due), "")


def lately_off(room: Room, at: datetime) -> list[ListEntry]:
    """The names that left a list within the last hour without a seat, newest first: they can be put back."""
    ended = (_STATES.DECLINED, _STATES.NO_SHOW, _STATES.REMOVED)
    entries = ListEntry.objects.filter(waiting_list__room=room, state__in=ended, ended_at__gt=at - LATELY)
    return list(entries.select_related("player", "waiting_list").order_by("-ended_at", "-pk")[:MOST_LATELY])


def may_come_back(entry: ListEntry, at: datetime) -> bool:
    """Whether a name that left the list may have its old place again: it left lately, or on this gaming day. A
    place of an earlier day is before everybody who waits now."""
    room, ended = entry.waiting_list.room, entry.ended_at
    return ended is None or ended > at - LATELY or room.gaming_day(ended) == room.gaming_day(at)


def lists_version(room: Room, at: datetime) -> str:
    """A short text that changes whenever the lists would show something else; three cheap queries.

    The minute is part of it, because the lists say how long everybody waits.
    """
    entries = _live(room).order_by("pk").values_list("pk", "state", "called_until", "arrived_at")
    sessions = playing(room)
    minute = int(at.timestamp() // 60)
    shown = (room.pk, list(entries), list(sessions.order_by("pk").values_list("pk", "version", "plaque")), minute)
    return sha256(repr(shown).encode()).hexdigest()[:16]


def list_lengths(room: Room) -> Counter[str]:
    """Return how many names wait on each list of the room, by the key of its game; one query."""
    return Counter(_live(room).order_by().values_list("waiting_list__key", flat=True))


def find_game(room: Room, key: str, at: datetime) -> ListGame | None:
    """The game of that key: one that has a list, or that a plaque on some table offers; None where there is none."""
    waiting = WaitingList.objects.filter(room=room, key=key).first()
    return listed(waiting) if waiting else games_on_plaques(room, at).get(key)


def games_on_plaques(room: Room, at: datetime) -> dict[str, ListGame]:
    """The games that stand on the newest plaque of any table of the room, open or not, by key; one query."""
    posted = PlaqueVersion.objects.filter(
        room=room, source=TableSession.Source.FLOOR, effective_at__lte=at, table__is_retired=False
    )
    newest = posted.order_by("table_id", "-effective_at", "-number").distinct("table_id")
    games = [game_of(plaque.plaque, room.money) for plaque in newest]
    return {game.key: game for game in sorted(games, key=lambda game: game.name)}


def listed(waiting: WaitingList) -> ListGame:
    """The game that a list is for."""
    return ListGame(waiting.key, waiting.name, waiting.game, waiting.structure)


def names_for(session: TableSession, at: datetime) -> list[ListEntry]:
    """The names of the list that should get an empty seat of this table: those called to it, then the next.

    Nobody is next for the main game of a must-move game whose players wait to move.
    """
    key = game_of(session.posted).key
    entries = _live(session.room).filter(waiting_list__key=key).select_related("player")
    called = [each for each in entries if each.state == _STATES.CALLED and each.called_session_id == session.pk]
    turn = None if first_to_move(session) else turn_of(entries, at)
    return [*called, turn] if turn else called


def turn_of(entries: Iterable[ListEntry], at: datetime) -> ListEntry | None:
    """The name whose turn it is on one list, in their order: the first who waits, is here, and is called nowhere else,
    by whichever record; one query."""
    names = [entry for entry in entries if entry.has_turn(at)]
    theirs = of_persons({entry.player.person_id for entry in names})
    called = ListEntry.objects.filter(theirs, state=_STATES.CALLED).select_related("player")
    busy = {entry.player.person_id for entry in called}
    return next((entry for entry in names if entry.player.person_id not in busy), None)


def row_of(entry: ListEntry, at: datetime) -> EntryRow | None:
    """A name as its list shows it; None once it is off the list."""
    if not entry.is_live:
        return None
    lists = {each.game.key: each for each in game_lists(entry.waiting_list.room, at)}
    return next(row for row in lists[entry.waiting_list.key].rows if row.entry.pk == entry.pk)


def last_reached(player: Player) -> dict[str, str]:
    """The mobile number and email by which a player was reached the last time on a list."""
    entry = player.list_entries.exclude(mobile="", email="").order_by("-pk").first()
    return {"mobile": entry.mobile, "email": entry.email} if entry else {}


def _live(room: Room) -> QuerySet[ListEntry]:
    entries = ListEntry.objects.filter(waiting_list__room=room, state__in=ListEntry.LIVE)
    return entries.order_by("waiting_list", "number")


def _add_rows(lists: Mapping[str, GameList], entries: list[ListEntry], at: datetime) -> None:
    """The names in their order; the next is the first whose turn can come and who is called nowhere."""
    called = {entry.player.person_id for entry in entries if entry.state == _STATES.CALLED}
    sitting = _sittings(entries)
    for entry in entries:
        each = lists[entry.waiting_list.key]
        is_next = each.next_row is None and entry.has_turn(at) and entry.player.person_id not in called
        each.rows.append(
            EntryRow(
                entry,
                place=len(each.rows) + 1,
                minutes=int((at - entry.joined_at).total_seconds() // 60),
                sitting=sitting.get(entry.player_id),
                is_next=is_next,
                is_overdue=entry.is_overdue(at),
                minutes_left=_minutes_left(entry, at),
                is_late=entry.arrived_at is None and entry.expected_at is not None and entry.expected_at < at,
            )
        )


def _minutes_left(entry: ListEntry, at: datetime) -> int:
    """Whole minutes that a name has to come, the last one begun included."""
    return (
        -int((at - entry.called_until).total_seconds() // 60) if entry.called_until and entry.called_until > at else 0
    )


def _sittings(entries: list[ListEntry]) -> dict[int, Sitting]:
    """The sittings of those who wait, meanwhile."""
    seated = Sitting.objects.filter(player__in={entry.player_id for entry in entries}, left_at=None, is_import=False)
    return {sitting.player_id: sitting for sitting in seated.select_related("session__table")}


def _add_seats(lists: Mapping[str, GameList], entries: list[ListEntry], at: datetime) -> None:
    """The empty seats of every open table, and who at the table asked for another."""
    taken: dict[int, set[int | None]] = defaultdict(set)
    sessions = [session for each in lists.values() for session in each.tables]
    for session, seat in Sitting.objects.filter(session__in=sessions, left_at=None).values_list("session", "seat"):
        taken[session].add(seat)
    for entry in entries:
        if entry.state == _STATES.CALLED and entry.called_session_id and not entry.is_overdue(at):
            taken[entry.called_session_id].add(entry.called_seat)
    asked = SeatChange.objects.filter(sitting__session__in=sessions, sitting__left_at=None, state=SeatChange.State.OPEN)
    changes = list(asked.select_related("sitting__player", "sitting__session__table"))
    for each in lists.values():
        each.seats = [
            (session, seat)
            for session in each.tables
            for seat in range(1, session.posted.seats + 1)
            if seat not in taken[session.pk]
        ]
        each.changes = _with_seats(changes, each)


def _add_moves(lists: Iterable[GameList]) -> None:
    """Add who moves to the main games that have a seat: the first in order of the game that feeds each."""
    going = list(lists)
    feeders = {session.pk: session for each in going for session in each.tables if session.feeds_id}
    first: dict[int, Sitting] = {}
    for sitting in seated_in_order(feeders.values()) if feeders else []:
        first.setdefault(sitting.session_id, sitting)
    by_age = sorted(feeders.values(), key=lambda session: session.opened_at)
    movers: dict[int | None, Sitting] = {}
    for feeder in by_age:
        if feeder.pk in first:
            movers.setdefault(feeder.feeds_id, first[feeder.pk])
    for each in going:
        for main, seat in each.seats:
            if mover := movers.pop(main.pk, None):
                each.moves.append((mover, main, seat))


def _add_next_plaques(lists: Iterable[GameList], at: datetime) -> None:
    """Add what was posted on the tables of each game and waits for the next hand, where the game's name is another
    then."""
    going = [(each, session) for each in lists for session in each.tables]
    waiting = waiting_plaques((session for _, session in going), at)
    for each, session in going:
        plaque = waiting.get(session.pk)
        if plaque and plaque.short_name != session.plaque.short_name:
            each.next_plaques.append((session, plaque))


def _seat_of(row: EntryRow, each: GameList) -> tuple[TableSession, int] | None:
    """The seat where a name that was called may sit down; one called without a seat, to start a game, takes any."""
    entry = row.entry
    if entry.state != _STATES.CALLED:
        return None
    if entry.called_session is None or entry.called_seat is None:
        return None if row.is_overdue else next(iter(each.seats_for_list), None)
    own = (entry.called_session, entry.called_seat)
    return own if own in each.seats or not row.is_overdue else None


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
