"""Many groups of moves in one statement: what comes by the thousand isn't posted one by one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from config.copying import add_rows
from config.rooms.models import Room
from config.rooms.services import open_books
from config.staff.models import User
from players.ledger.chain import Row, link
from players.ledger.posting import Group, Move, hold_to_the_rules, lock_head
from players.models import Account


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """A group of moves under its request key, at its instant."""

    key: str
    moves: Sequence[Move]
    at: datetime
    reason: str = ""
    hand_id: int | None = None


def post_all(postings: Sequence[Posting], *, room: Room, held: Mapping[int, Account], by: User | None) -> None:
    """Post these groups one behind the other as `post` would, each held to the balances that those before it leave.

    `held` is what the caller has locked: all that is moved from and to, and everything that lies on those tables. The
    caller has claimed the keys. Refuses and raises as `post`.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the ledger is written in the transaction of the service that asks for it")
    for posting in postings:
        hold_to_the_rules(posting.moves, held, room=room, whole_table=True)
    whole = [posting for posting in postings if posting.moves]
    if not whole:
        return
    open_books(room, at=whole[0].at)
    chain_number, last_hash = lock_head(room)
    rows: list[Row] = []
    for posting in whole:
        group = Group(room, posting.key, by, posting.at, posting.reason, posting.hand_id)
        first = chain_number + len(rows)
        rows += [group.row(number, first + number, move) for number, move in enumerate(posting.moves, start=1)]
    hashes = []
    for row in rows:
        last_hash = link(last_hash, row)
        hashes.append(last_hash)
    _write(room, rows, hashes)


_COLUMNS = (
    "room_id", "request_key", "number", "source_id", "target_id", "amount", "kind", "at", "gaming_day", "by_id",
    "reason", "hand_id", "reverses_id", "chain_number", "hash",
)  # fmt: skip
_MOVE_ON = """
with balances as (
    update players_account account
    set balance = account.balance + leg.amount, transfers_posted = account.transfers_posted + leg.rows
    from unnest(%(accounts)s::bigint[], %(amounts)s::bigint[], %(rows)s::bigint[]) as leg (id, amount, rows)
    where account.id = leg.id
)
update players_ledgerhead set chain_number = %(last_number)s, hash = %(last_hash)s where room_id = %(room)s
"""


def _write(room: Room, rows: Sequence[Row], hashes: Sequence[str]) -> None:
    """Add the rows to the transfers, move the balances, advance the head."""
    add_rows("players_transfer", _COLUMNS, [_columns(row, own) for row, own in zip(rows, hashes, strict=True)])
    amounts, times = _legs(rows)
    facts: dict[str, Any] = {
        "room": room.pk,
        "accounts": list(times),
        "amounts": [amounts[pk] for pk in times],
        "rows": list(times.values()),
        "last_number": rows[-1].chain_number,
        "last_hash": hashes[-1],
    }
    with connection.cursor() as cursor:
        cursor.execute(_MOVE_ON, facts)


def _columns(row: Row, own_hash: str) -> tuple[Any, ...]:
    """A row as it stands in the table, column by column."""
    return (
        row.room, row.request_key, row.number, row.source, row.target, row.amount, row.kind, row.at, row.gaming_day,
        row.by, row.reason, row.hand, row.reverses, row.chain_number, own_hash,
    )  # fmt: skip


def _legs(rows: Sequence[Row]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """By account: the amount that it gains by all rows together, and in how many of their ends it stands."""
    amounts: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for row in rows:
        amounts[row.source] -= row.amount
        amounts[row.target] += row.amount
        times.update((row.source, row.target))
    return amounts, times
