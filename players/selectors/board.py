"""The lists as the public sees them: names as people are called, places and games; no ids, no legal names, no money."""

from dataclasses import dataclass
from datetime import datetime

from config.rooms.models import Room
from players.models import ListEntry, Player
from players.selectors.lists import EntryRow, GameList, game_lists


@dataclass(frozen=True, slots=True)
class PublicName:
    """A name on the wall: its place, how it is shown, and whether its seat is open now, and which: "Table 1, seat 7".

    Who did not come in time is shown as waiting.
    """

    place: int
    name: str
    is_called: bool
    is_held: bool
    seat: str = ""


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A game on the wall: how many tables play it, its empty seats, who waits, and how long a new name would."""

    name: str
    tables: int
    seats_open: int
    names: list[PublicName]
    quoted: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """The wall screen of one room."""

    games: list[PublicGame]
    helplines: list[str]


@dataclass(frozen=True, slots=True)
class Place:
    """The state of a name, as the holder of its private link sees it; `quoted` is the wait as it is reckoned now."""

    entry: ListEntry
    name: str
    row: EntryRow | None
    ahead: int
    quoted: int | None


def public_name(player: Player) -> str:
    """The name that strangers may read: a nickname as it is, of several names the first and one letter of the last."""
    first, *rest = player.display_name.split() or ["–"]
    return f"{first} {rest[-1][0]}." if rest else first


def public_board(room: Room, at: datetime) -> Board:
    """The board of `room`; as many queries as `game_lists`."""
    lists = game_lists(room, at)
    return Board([_public(each) for each in lists], _helplines(room, lists))


def place_of(entry: ListEntry, at: datetime) -> Place:
    """The place where a name stands now; the entry comes with its player, list and room."""
    lists = {each.game.key: each for each in game_lists(entry.waiting_list.room, at)} if entry.is_live else {}
    own = lists.get(entry.waiting_list.key)
    row = next((row for row in own.rows if row.entry.pk == entry.pk), None) if own else None
    quoted = own.pace.minutes(row.place) if own and own.pace and row else None
    quoted = None if quoted and own and own.seats else quoted
    return Place(entry, public_name(entry.player), row, row.place - 1 if row else 0, quoted)


def _public(each: GameList) -> PublicGame:
    names = [
        PublicName(
            row.place,
            public_name(row.entry.player),
            is_called=_is_called(row),
            is_held=row.entry.state == ListEntry.State.HELD,
            seat=_kept_seat(row) if _is_called(row) else "",
        )
        for row in each.rows
    ]
    return PublicGame(each.game.name, len(each.tables), len(each.seats), names, each.quoted)


def _is_called(row: EntryRow) -> bool:
    """Whether the player was called and has time to come."""
    return row.entry.state == ListEntry.State.CALLED and not row.is_overdue


def _kept_seat(row: EntryRow) -> str:
    session = row.entry.called_session
    return f"{session.table}, seat {row.entry.called_seat}" if session else ""


def _helplines(room: Room, lists: list[GameList]) -> list[str]:
    """The helplines of the plaques on open tables, each once; the room's own where no plaque says one."""
    said = [session.posted.helpline for each in lists for session in each.tables]
    return list(dict.fromkeys(filter(None, said))) or [line for line in [room.helpline] if line]
