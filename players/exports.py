"""Transfers as a file, in the words and figures of the pages."""

from collections.abc import Iterable, Iterator, Sequence

from config.amounts import plain_major
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from players.models import Transfer
from players.selectors.ledger_rows import TransferRow

HEADINGS = (
    "Number", "When", "Gaming day", "Kind", "Amount", "From", "To", "Done by", "Badge", "Reason", "Hand", "Group",
    "Takes back", "Taken back by", "Imported",
)  # fmt: skip


def csv_lines(room: Room, pages: Iterable[Sequence[TransferRow]]) -> Iterator[str]:
    """The transfers as CSV (RFC 4180), page by page: instants on the room's clock, amounts in plain major units."""
    yield csv_row(HEADINGS)
    for rows in pages:
        for row in rows:
            yield csv_row([text_cell(cell) for cell in _cells(row, room)])


def _cells(row: TransferRow, room: Room) -> tuple[str, ...]:
    transfer = row.transfer
    who = (transfer.by.display_name, transfer.by.badge_number) if transfer.by else ("the system", "")
    return (
        str(transfer.chain_number),
        f"{transfer.at.astimezone(room.zone):%Y-%m-%d %H:%M:%S %z}",
        transfer.gaming_day.isoformat(),
        transfer.get_kind_display(),
        plain_major(transfer.amount, exponent=room.exponent),
        row.source.name,
        row.target.name,
        *who,
        transfer.reason,
        row.hand,
        transfer.request_key,
        _number(row.took_back),
        _number(row.taken_back_by),
        "yes" if row.is_import else "",
    )


def _number(transfer: Transfer | None) -> str:
    return str(transfer.chain_number) if transfer else ""
