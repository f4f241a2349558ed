"""The journal of a gaming day for the general ledger: what the day moved, as debits and credits of the room's books."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from config.amounts import plain_major
from config.days.models import DayLock
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from players.models import AccountKind
from rake.revenue.journal_map import BY_CODE, ENTRIES, ENTRY_OF, Entry, plain_accounts
from rake.revenue.moved import Moved, moved
from rake.revenue_models import DayJournal, JournalAccounts

HEADINGS = (
    "Gaming day", "Line", "Entry", "Account", "Account name", "Place", "Debit", "Credit", "Currency",
)  # fmt: skip
_SIDES = {kind.value: number for number, kind in enumerate(AccountKind)}
BACK = ", taken back"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: an amount that is either a debit or a credit of an account of the room's books, the other being 0.

    `entry` is the code of its entry, `is_back` says that it takes earlier transfers back, `side` is the kind of place
    in the ledger, `number` and `name` are the account's. Minor units.
    """

    entry: str
    is_back: bool
    side: str
    number: str
    name: str
    debit: int
    credit: int

    @property
    def title(self) -> str:
        """The entry in words."""
        return f"{BY_CODE[self.entry].title}{BACK if self.is_back else ''}"

    @property
    def place(self) -> str:
        """The kind of place in words."""
        return AccountKind(self.side).label


@dataclass(frozen=True, slots=True)
class Journal:
    """The lines of a gaming day. `kept` is the journal as it was exported; None of one that was not yet."""

    day: date
    lines: Sequence[Line]
    kept: DayJournal | None = None

    @property
    def debits(self) -> int:
        """All debits, minor units."""
        return sum(line.debit for line in self.lines)

    @property
    def credits(self) -> int:
        """All credits, minor units."""
        return sum(line.credit for line in self.lines)

    @property
    def entries(self) -> list[tuple[str, Entry, Sequence[Line]]]:
        """The lines of each entry, with its title and what it gathers."""
        found: dict[str, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[line.title].append(line)
        return [(title, BY_CODE[lines[0].entry], lines) for title, lines in found.items()]


def lines_of(rows: Iterable[Moved], accounts: Mapping[str, tuple[str, str]]) -> list[Line]:
    """The lines of what a day moved, entry by entry, debits before credits, by the accounts of each kind of place."""
    sums: dict[tuple[str, bool, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        entry = ENTRY_OF[row.kind].code  # type: ignore[index]  # a kind's text equals its member
        sums[entry, row.is_back, row.target][0] += row.amount
        sums[entry, row.is_back, row.source][1] += row.amount
    order = {entry.code: number for number, entry in enumerate(ENTRIES)}
    lines = [
        Line(entry, is_back, side, *accounts[side], *((amount, 0) if is_debit else (0, amount)))
        for (entry, is_back, side), both in sums.items()
        for is_debit, amount in zip((True, False), both, strict=True)
        if amount
    ]
    return sorted(lines, key=lambda line: (order[line.entry], line.is_back, not line.debit, _SIDES[line.side]))


def accounts_in_force(room: Room) -> JournalAccounts | None:
    """The accounts that the room's books have now; None where it has set none."""
    return JournalAccounts.objects.filter(room=room).select_related("set_by").order_by("number").last()


def by_side(version: JournalAccounts | None) -> dict[str, tuple[str, str]]:
    """The number and name of the account of each kind of place; the plain ones where the room has set none."""
    plain = {kind.value: account for kind, account in plain_accounts().items()}
    given = version.accounts if version else {}
    return plain | {side: (number, name) for side, (number, name) in given.items()}


def journal_of(lock: DayLock) -> Journal:
    """The journal of a locked day: as it was exported, or else as it would be exported now."""
    kept = DayJournal.objects.filter(lock=lock).select_related("exported_by", "accounts").first()
    if kept:
        return Journal(lock.gaming_day, read_lines(kept.lines), kept)
    accounts = by_side(accounts_in_force(lock.room))
    return Journal(lock.gaming_day, lines_of(moved(lock.room, lock.gaming_day, lock.gaming_day), accounts))


def kept_lines(lines: Iterable[Line]) -> str:
    """The lines as they are stored."""
    return json.dumps([asdict(line) for line in lines], separators=(",", ":"), ensure_ascii=False)


def read_lines(text: str) -> list[Line]:
    """Stored lines."""
    return [Line(**row) for row in json.loads(text)]


def csv_of(room: Room, day: date, lines: Iterable[Line]) -> str:
    """The journal as CSV (RFC 4180), amounts in plain major units; the side that a line has not stays empty."""
    rows = (
        (
            day.isoformat(), str(number), line.title, text_cell(line.number), text_cell(line.name), line.place,
            _amount(line.debit, room), _amount(line.credit, room), room.currency,
        )
        for number, line in enumerate(lines, start=1)
    )  # fmt: skip
    return "".join(map(csv_row, [HEADINGS, *rows]))


def _amount(amount: int, room: Room) -> str:
    return plain_major(amount, exponent=room.exponent) if amount else ""
