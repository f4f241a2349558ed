"""The transfers of a room, searched: newest first, one page after the other by their numbers in the room's chain."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import OrderBy

from config.rooms.models import Room
from players.dealt import dealt
from players.models import Account, Transfer
from players.selectors.ledger_places import accounts_of
from players.selectors.ledger_rows import TransferRow, told, with_words
from players.table_places import at_tables
from tables.models import Table

PAGE, FILE_PAGE = 50, 1000
"""Rows that are read at once: for a page, and for a file, whose reader turns no pages."""
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Search:
    """The terms of a search; what is None or empty narrows nothing.

    `by` is a badge or a part of a name, `table` the name of a table or a part of it, `players` are ids (an empty tuple
    finds nothing). `exactly`, `least` and `most` are minor units; `since` and `until` are gaming days, `from_time` and
    `to_time` instants, all of them included but `to_time`. `before` is the number in the chain that the page begins
    below.
    """

    by: str = ""
    players: tuple[int, ...] | None = None
    table: str = ""
    hand: int | None = None
    kind: str = ""
    exactly: int | None = None
    least: int | None = None
    most: int | None = None
    since: date | None = None
    until: date | None = None
    from_time: datetime | None = None
    to_time: datetime | None = None
    before: int | None = None

    @property
    def is_of_hours(self) -> bool:
        """Whether it is of a day at most, from an instant to another."""
        return self.from_time is not None and self.to_time is not None and self.to_time - self.from_time <= A_DAY

    @property
    def is_narrowed(self) -> bool:
        """Whether anything at all is looked for."""
        return self != Search(before=self.before)


@dataclass(frozen=True, slots=True)
class Page:
    """Transfers in words, newest first, and the number that the next page begins below (None on the last)."""

    rows: Sequence[TransferRow]
    next_before: int | None


def find(room: Room, search: Search, most: int | None = None) -> Page:
    """One page of the transfers that are looked for, `most` rows or `PAGE`, in a fixed number of queries."""
    most = most or PAGE
    found = _narrowed(Transfer.objects.filter(room=room), room, search)
    if search.before is not None:
        found = found.filter(chain_number__lt=search.before)
    rows = list(with_words(found).order_by(_newest_first(search))[: most + 1])
    return Page(told(rows[:most]), rows[most - 1].chain_number if len(rows) > most else None)


def everything(room: Room, search: Search) -> Iterator[Sequence[TransferRow]]:
    """All the transfers that are looked for, newest first, in pages: for a file of any length in little memory."""
    while True:
        page = find(room, search, FILE_PAGE)
        yield page.rows
        if page.next_before is None:
            return
        search = replace(search, before=page.next_before)


def _newest_first(search: Search) -> OrderBy:
    """The order of the rows: by their numbers in the chain.

    The rows of a player or of some hours are few: they are looked up and then sorted. By the number as it stands
    PostgreSQL would rather read the ledger backwards until it has met enough of them, which for somebody who hasn't
    come for long, or for an hour of last year, is all of it.
    """
    is_looked_up = search.players is not None or search.is_of_hours
    return (F("chain_number") + 0 if is_looked_up else F("chain_number")).desc()


def _narrowed(transfers: QuerySet[Transfer], room: Room, search: Search) -> QuerySet[Transfer]:
    wanted = {
        "kind": search.kind or None,
        "amount": search.exactly,
        "amount__gte": search.least,
        "amount__lte": search.most,
        "gaming_day__gte": search.since,
        "gaming_day__lte": search.until,
        "at__gte": search.from_time,
        "at__lt": search.to_time,
    }
    wanted |= _days_around(room, search)
    transfers = transfers.filter(**{field: value for field, value in wanted.items() if value is not None})
    if search.by:
        transfers = transfers.filter(Q(by__badge_number=search.by.upper()) | Q(by__display_name__icontains=search.by))
    if search.hand is not None:
        transfers = transfers.filter(hand_id__in=dealt().numbered(room, search.hand))
    if search.players is not None:
        transfers = transfers.filter(_through(accounts_of(room, search.players)))
    if search.table:
        transfers = transfers.filter(_through(_at_tables(room, search.table)))
    return transfers


def _days_around(room: Room, search: Search) -> dict[str, date | None]:
    """The gaming days in which rows between two instants lie, one more on each side: days have an index, instants none.

    A range of days that is asked for as well is the narrower one, and stays.
    """
    since, until = search.from_time, search.to_time
    return {
        "gaming_day__gte": search.since or (room.gaming_day(since) - A_DAY if since else None),
        "gaming_day__lte": search.until or (room.gaming_day(until) + A_DAY if until else None),
    }


def _through(accounts: QuerySet[Account]) -> Q:
    """The transfers from or to one of these accounts; one query for their ids.

    Their ids and not a subquery: only of ids does PostgreSQL know how few they are, and looks them up in the indices
    instead of reading the whole ledger for them.
    """
    ids = list(accounts.order_by().values_list("pk", flat=True))
    return Q(source__in=ids) | Q(target__in=ids)


def _at_tables(room: Room, name: str) -> QuerySet[Account]:
    """The places of the table of that name, or of every table whose name holds it where none is called so."""
    tables = Table.objects.filter(room=room)
    exact = tables.filter(name__iexact=name)
    return Account.objects.filter(at_tables(exact if exact.exists() else tables.filter(name__icontains=name)))
