"""The transfers of a room, searched: newest first, one page after the other by their numbers in the room's chain."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Q, QuerySet

from config.rooms.models import Room
from players.dealt import dealt
from players.models import Account, Transfer
from players.selectors.ledger_places import accounts_of
from players.selectors.ledger_rows import TransferRow, told, with_words
from tables.models import Table

PAGE = 50


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
    def is_narrowed(self) -> bool:
        """Whether anything at all is looked for."""
        return self != Search(before=self.before)


@dataclass(frozen=True, slots=True)
class Page:
    """Transfers in words, newest first, and the number that the next page begins below (None on the last)."""

    rows: Sequence[TransferRow]
    next_before: int | None


def find(room: Room, search: Search) -> Page:
    """One page of the transfers that are looked for, in a fixed number of queries."""
    found = _narrowed(Transfer.objects.filter(room=room), room, search)
    if search.before is not None:
        found = found.filter(chain_number__lt=search.before)
    rows = list(with_words(found).order_by("-chain_number")[: PAGE + 1])
    return Page(told(rows[:PAGE]), rows[PAGE - 1].chain_number if len(rows) > PAGE else None)


def everything(room: Room, search: Search) -> Iterator[Sequence[TransferRow]]:
    """All the transfers that are looked for, newest first, in pages: for a file of any length in little memory."""
    while True:
        page = find(room, search)
        yield page.rows
        if page.next_before is None:
            return
        search = replace(search, before=page.next_before)


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


def _through(accounts: QuerySet[Account]) -> Q:
    """The transfers from or to one of these accounts."""
    ids = accounts.values("pk")
    return Q(source__in=ids) | Q(target__in=ids)


def _at_tables(room: Room, name: str) -> QuerySet[Account]:
    """The places at the table of that name, or at every table whose name holds it where none is called so."""
    tables = Table.objects.filter(room=room)
    exact = tables.filter(name__iexact=name)
    return Account.objects.filter(session__table__in=exact if exact.exists() else tables.filter(name__icontains=name))
