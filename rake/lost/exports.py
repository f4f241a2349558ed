"""Lost rake as CSV: a line for each game in all, and for each hour in which seats were lost, or a table stood
still or could have played after its close."""

from collections.abc import Iterator
from datetime import datetime

from config.amounts import plain_major
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from players.models import ListEntry
from rake.lost.reading import STOPPED, GameLost, Spread
from tables.models import TableSession

ENDS = (ListEntry.State.SEATED, ListEntry.State.DECLINED, ListEntry.State.NO_SHOW, ListEntry.State.REMOVED)
"""The ways in which names leave a list, in the order in which they are told."""

CAUSES = (*TableSession.Cause, "")
"""The causes of closings, in the order in which they are told; the last: nobody said why."""

_EACH = ("Lost seat-hours", "Dead spread without a dealer, hours", "Dead spread without players, hours")
HEADINGS = (
    *("Game", "Hour", *_EACH, "Seated", "Declined", "No-show", "Left", "Waits quoted", "Told too long, minutes"),
    *("9 of 10 off by at most, minutes", "Low", "High"),
    *("Closed: nobody left to play", "Closed: no dealer", "Closed: by order", "Closed: nobody said why"),
    *("After a close by order, table-hours", "After a close by order, seat-hours"),
    *("After a close for no dealer, table-hours", "After a close for no dealer, seat-hours", "Worth after closes"),
)


def csv_lines(games: list[GameLost], room: Room) -> Iterator[str]:
    """The file, line by line; the hour is empty where a line is of all hours, else local time with its offset."""
    yield csv_row(HEADINGS)
    for game in games:
        yield csv_row([text_cell(game.name), "", *_in_all(game, room)])
        for hour in game.hours:
            told = _hours(game.by_hour.get(hour, 0), *game.spread.get(hour, Spread()))
            idle = _hours(*_idle(game, hour))
            nothing = [""] * (len(HEADINGS) - 3 - len(told) - len(idle))
            local = hour.astimezone(room.zone).isoformat()
            yield csv_row([text_cell(game.name), local, *told, *nothing, *idle, ""])


def _idle(game: GameLost, hour: datetime | None = None) -> Iterator[int]:
    """The seconds of tables and seats after closes, cause by cause, of an hour or of all."""
    for cause in STOPPED:
        yield from game.idle(cause, hour)


def _hours(*seconds: int) -> list[str]:
    """Seconds as hours with two decimals."""
    return [plain_major(round(each / 36), exponent=2) for each in seconds]


def _in_all(game: GameLost, room: Room) -> list[str]:
    quotes, worth = game.quotes, game.worth
    amounts = [worth.low, worth.high, worth.closed] if worth else []
    low, high, closed = [plain_major(each, exponent=room.exponent) for each in amounts] or ["", "", ""]
    return [
        *_hours(game.lost, *game.stood),
        *(str(game.ended.get(end, 0)) for end in ENDS),
        str(quotes.many),
        "" if quotes.bias is None else str(round(quotes.bias)),
        "" if quotes.nine_of_ten is None else str(quotes.nine_of_ten),
        *(low, high),
        *(str(game.closed.get(cause, 0)) for cause in CAUSES),
        *_hours(*_idle(game)),
        closed,
    ]
