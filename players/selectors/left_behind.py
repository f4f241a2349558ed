"""Lists whose table plays another game by now: who waits there is asked about once, and taken along by one tap."""

import uuid
from collections import defaultdict
from dataclasses import dataclass, field

from config.rooms.models import Room
from players.list_games import ListGame, game_of
from players.models import ListEntry, WaitingList
from tables.models import PlaqueVersion, PlaySource, TableSession
from tables.selectors.sessions import playing

_PLAQUES_BACK = 3
"""So many plaques of a table are looked at: the one in force, and those just before it."""


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """A list that no table plays any more, how many names are on it, and the table that played it with its game now."""

    waiting_list: WaitingList
    names: int
    session: TableSession
    game: ListGame
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    """The request's key: a second press takes nobody along again."""


def lists_left_behind(room: Room) -> list[LeftBehind]:
    """The lists of `room` whose table changed its game while somebody waits; three queries where every list has its
    table, else four."""
    sessions = list(playing(room).select_related("table", "plaque", "room").order_by("table__position"))
    going = {game_of(session.posted).key for session in sessions}
    names: dict[WaitingList, int] = defaultdict(int)
    entries = ListEntry.objects.filter(waiting_list__room=room, state__in=ListEntry.LIVE)
    for entry in entries.select_related("waiting_list").order_by("waiting_list"):
        if entry.waiting_list.key not in going:
            names[entry.waiting_list] += 1
    if not names or not sessions:
        return []
    before = _games_before(sessions)
    found = []
    for waiting_list, count in names.items():
        session = next((each for each in sessions if waiting_list.key in before[each.table_id]), None)
        if session:
            found.append(LeftBehind(waiting_list, count, session, game_of(session.posted, room.money)))
    return found


def _games_before(sessions: list[TableSession]) -> dict[int, set[str]]:
    """The games that each table played by the plaques just before the one in force, by their keys."""
    tables = {session.table_id: session.plaque.number for session in sessions}
    plaques = PlaqueVersion.objects.filter(table__in=tables, source=PlaySource.FLOOR).order_by("-number")
    games: dict[int, set[str]] = {table: set() for table in tables}
    for plaque in plaques:
        if tables[plaque.table_id] - _PLAQUES_BACK < plaque.number < tables[plaque.table_id]:
            games[plaque.table_id].add(game_of(plaque.plaque).key)
    return games
