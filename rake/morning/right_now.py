"""The room right now in sentences: tables, waits, dealers, drawers and disputes, and what else waits for somebody, each
number in a link."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from cage.selectors.drawers import drawer_rows
from cage.selectors.liability import liability
from cage.selectors.transit import is_late, open_slips
from config.durations import in_words
from config.hooks.selectors import given_up_lately
from config.rooms.models import Room
from config.staff.access_review import Standing
from config.staff.leaving import left_in
from config.web.text import ended
from disputes.selectors.cases import cases_of
from games.selectors.floor import Board, floor_board
from players.models import ListEntry
from players.selectors.lists import GameList, game_lists
from rake.morning.phrases import Subject
from rake.morning.sentences import Words
from tables.selectors.alarms import alarms_of_closed
from tables.selectors.dealers import LineUp, line_up

_MOST_ALARMS = 5
"""So many alarms of closed tables are told one by one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence about the room right now. `waits` says that somebody has to do something about it."""

    subject: Subject
    words: tuple[Words, ...]
    waits: bool = False

    @property
    def text(self) -> str:
        """The sentence without its links."""
        return "".join(each.text for each in self.words)


def right_now(room: Room, at: datetime) -> list[Line]:
    """The room at an instant, by subject; what is nothing is left out, but not that no table is open."""
    return [
        *_money(room, at),
        *_late_slips(room, at),
        *_tables(floor_board(room, at), room),
        *_closed_alarms(room),
        *_lists(game_lists(room, at)),
        *_dealers(line_up(room, at)),
        *_disputes(room),
        *_events(room, at),
        *_access(room, at),
    ]


def _money(room: Room, at: datetime) -> Iterator[Line]:
    if liability(room, at=at, now=True).lacking:
        chips = Words("chips in use", reverse("liability"))
        told = (Words("The house’s money covers less of the "), chips, Words(" than the room asks."))
        yield Line(Subject.MONEY, told, waits=True)
    if running := sum(row.running is not None for row in drawer_rows(room)):
        yield Line(Subject.MONEY, _counted(running, "drawer is", "drawers are", "drawers", "open or being counted"))


def _late_slips(room: Room, at: datetime) -> Iterator[Line]:
    """The fills and credits of drawers and trays that have been open for longer than the room has set."""
    if late := sum(is_late(slip, at) for slip in open_slips(room)):
        yield Line(Subject.MONEY, _counted(late, "slip is", "slips are", "slips", "open for too long"), waits=True)


def _tables(board: Board, room: Room) -> Iterator[Line]:
    if not board.tables_open:
        yield Line(Subject.TABLES, (Words("No table is open."),))
        return
    opened = _number(board.tables_open, "table is", "tables are", "floor")
    seated = _number(board.players_seated, "player", "players", "floor")
    chips = Words(room.money(board.on_tables), reverse("floor"))
    with_chips = (*opened, Words(" open, with "), *seated, Words(" and "), chips, Words(" in chips."))
    yield Line(Subject.TABLES, with_chips)
    tiles = board.tiles
    if alarms := sum(bool(tile.alarms) for tile in tiles):
        yield Line(Subject.TABLES, _counted(alarms, "table has", "tables have", "floor", "an alarm"), waits=True)
    if charged := sum(bool(tile.time_due) for tile in tiles):
        yield Line(Subject.TABLES, _counted(charged, "table owes", "tables owe", "floor", "time"), waits=True)
    if free := sum(tile.has_seat_for_list for tile in tiles):
        words = _counted(free, "table has", "tables have", "lists", "an empty seat while names wait for the game")
        yield Line(Subject.LISTS, words, waits=True)


def _closed_alarms(room: Room) -> Iterator[Line]:
    """Each alarm that still stands at a table that was closed, up to a few; the board has the others."""
    standing = alarms_of_closed(room, most=_MOST_ALARMS)
    for alarm in standing.first:
        told = Words(ended(f"{alarm.table}, which was closed, has an alarm: {alarm.line.text}"), alarm.line.href)
        yield Line(Subject.TABLES, (told,), waits=True)
    if more := standing.more:
        words = _counted(more, "more alarm stands", "more alarms stand", "floor", "at tables that were closed")
        yield Line(Subject.TABLES, words, waits=True)


def _lists(games: list[GameList]) -> Iterator[Line]:
    rows = [row for game in games for row in game.rows]
    if not rows:
        return
    names = _number(len(rows), "name is on the lists", "names are on the lists", "lists")
    here = [row.minutes for row in rows if not row.is_away and row.entry.state != ListEntry.State.CALLED]
    if not here:
        yield Line(Subject.LISTS, (*names, Words(".")))
        return
    longest = Words(in_words(max(here)), reverse("lists"))
    yield Line(Subject.LISTS, (*names, Words("; of those here and not called the longest waits "), longest, Words(".")))


def _dealers(dealers: LineUp) -> Iterator[Line]:
    if alone := dealers.without_dealer:
        yield Line(Subject.DEALERS, _counted(alone, "table has", "tables have", "dealers", "no dealer"), waits=True)
    if due := sum(row.push_is_due for row in dealers.line):
        yield Line(Subject.DEALERS, _counted(due, "table waits", "tables wait", "dealers", "for a push"), waits=True)
    if out := len(dealers.out):
        yield Line(Subject.DEALERS, _counted(out, "dealer is", "dealers are", "dealers", "out"))


def _disputes(room: Room) -> Iterator[Line]:
    if waiting := cases_of(room).filter(rank=0).count():
        words = _counted(waiting, "dispute waits", "disputes wait", "disputes", "for a ruling")
        yield Line(Subject.DISPUTES, words, waits=True)


def _events(room: Room, at: datetime) -> Iterator[Line]:
    if lost := given_up_lately(room, at):
        rest = "given up since yesterday, because the system that is told of them took none"
        yield Line(Subject.SYSTEMS, _counted(lost, "event was", "events were", "hooks", rest), waits=True)


def _access(room: Room, at: datetime) -> Iterator[Line]:
    """The review of access, once it is late, and whoever has left and can still sign in; without a link, because
    not everybody who reads the morning may see it."""
    standing = Standing.of(room)
    if standing and (late := standing.days_late(at)):
        days = f"{late} {'day' if late == 1 else 'days'}"
        said = (
            f"The review of access is {days} late: an administrator looks through everybody (Staff, Review of access)."
        )
        yield Line(Subject.STAFF, (Words(said),), waits=True)
    for left in left_in(room, at):
        said = f"{left.person} left and can still sign in: an administrator disables them (Staff) before the end of"
        yield Line(Subject.STAFF, (Words(f"{said} {left.until:%-d %B}{_late(left.days_late)}."),), waits=True)


def _late(days: int) -> str:
    return f", which was {days} {'day' if days == 1 else 'days'} ago" if days else ""


def _counted(count: int, one: str, many: str, page: str, rest: str) -> tuple[Words, ...]:
    """A whole sentence about a number of things: “3 tables have an alarm.”"""
    return (*_number(count, one, many, page), Words(f" {rest}."))


def _number(count: int, one: str, many: str, page: str) -> tuple[Words, ...]:
    """The number in a link to its page, and what it counts."""
    return Words(f"{count:,}", reverse(page)), Words(f" {one if count == 1 else many}")
