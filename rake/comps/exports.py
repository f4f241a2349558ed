"""An account of points as a file and as JSON: the same entries as its page."""

from collections.abc import Iterator
from typing import Any

from config.amounts import plain_major
from config.web.spreadsheets import csv_row, text_cell
from rake.comps.told import AccountTold, EntryRow

HEADINGS = (
    "Number", "When", "Gaming day", "Kind", "Points", "Balance", "Value", "Of the day", "Seconds of play", "Gone on",
    "For", "Reason", "Done by", "Confirmed by",
)  # fmt: skip


def csv_lines(told: AccountTold) -> Iterator[str]:
    """Every entry of an account as CSV (RFC 4180), the newest first; values in plain major units."""
    yield csv_row(HEADINGS)
    for row in told.entries(None):
        yield csv_row(_cells(told, row))


def _cells(told: AccountTold, row: EntryRow) -> tuple[str, ...]:
    entry, room = row.entry, told.room
    return (
        str(entry.number),
        f"{entry.at.astimezone(room.zone):%Y-%m-%d %H:%M:%S %z}",
        entry.gaming_day.isoformat(),
        entry.get_kind_display(),
        str(entry.points),
        str(entry.balance),
        plain_major(entry.value, exponent=room.exponent),
        entry.for_day.isoformat() if entry.for_day else "",
        str(entry.seconds) if entry.for_day else "",
        entry.expires_on.isoformat() if entry.expires_on else "",
        *(
            text_cell(words)
            for words in (entry.what, entry.reason, str(entry.by or "the system"), str(entry.second or ""))
        ),
    )


def as_json(told: AccountTold) -> dict[str, Any]:
    """The account as the API speaks it: points, values in minor units, seconds of play."""
    has = told.has
    return {
        "player": told.player.pk,
        "gaming_day": told.today.isoformat(),
        "points": told.account.available,
        "value": told.value,
        "currency": told.room.currency,
        "seconds_in_period": has.seconds if has else 0,
        "why_not": told.why_not,
        "entries": [
            {
                "number": entry.number, "kind": entry.kind, "points": entry.points, "balance": entry.balance,
                "value": entry.value, "gaming_day": entry.gaming_day.isoformat(), "at": entry.at.isoformat(),
                "for_day": entry.for_day.isoformat() if entry.for_day else None, "seconds": entry.seconds,
                "expires_on": entry.expires_on.isoformat() if entry.expires_on else None, "what": entry.what,
            }
            for entry in (row.entry for row in told.entries())
        ],
    }  # fmt: skip
