"""The monthly return as a file and as JSON: the same lines and sums as the page."""

from collections.abc import Iterator
from typing import Any

from config.amounts import plain_major
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from rake.revenue.returns import Line, MonthlyReturn


def csv_lines(shown: MonthlyReturn) -> Iterator[str]:
    """The return as CSV (RFC 4180), line by line: a line for each gaming day, the last the total; plain major units."""
    titles = (text_cell(each.title) for each in shown.sums)
    yield csv_row(("Gaming day", "Locked", "Version", *titles, "Total", "Currency"))
    for line in shown.lines:
        yield csv_row(_day_cells(shown, line))
    parts = (_amount(amount, shown.room) for amount in shown.parts.values())
    complete = "complete" if shown.is_complete else "incomplete"
    yield csv_row(("Total", complete, "", *parts, _amount(shown.total, shown.room), shown.room.currency))
    if shown.read_from:
        yield csv_row(("Read from", text_cell(shown.read_from)))


def _day_cells(shown: MonthlyReturn, line: Line) -> tuple[str, ...]:
    parts = (_amount(line.parts.get(each.code), shown.room) for each in shown.sums)
    version = str(line.version.number) if line.version else ""
    locked = "yes" if line.is_locked else "no"
    total = _amount(line.total, shown.room)
    return (line.day.isoformat(), locked, version, *parts, total, shown.room.currency)


def _amount(amount: int | None, room: Room) -> str:
    return "" if amount is None else plain_major(amount, exponent=room.exponent)


def as_json(shown: MonthlyReturn) -> dict[str, Any]:
    """The return as the API speaks it; amounts in minor units."""
    return {
        "definition": shown.code,
        "title": shown.title,
        "first_day": shown.month.first.isoformat(),
        "last_day": shown.month.last.isoformat(),
        "currency": shown.room.currency,
        "is_complete": shown.is_complete,
        "missing": [lack.sentence for lack in shown.lacks],
        "versions": [
            {
                "number": version.number,
                "from_day": version.from_day.isoformat() if version.from_day else None,
                "formula": list(version.terms),
                "source": version.source,
            }
            for version in shown.versions
        ],
        "days": [
            {
                "gaming_day": line.day.isoformat(),
                "is_locked": line.is_locked,
                "version": line.version.number if line.version else None,
                "parts": dict(line.parts),
                "total": line.total,
            }
            for line in shown.lines
        ],
        "parts": shown.parts,
        "total": shown.total,
    }
