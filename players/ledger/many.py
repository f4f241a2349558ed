"""Many groups of moves in one statement: what comes by the thousand isn't posted one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

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


_WRITE = """
with moved as (
    select * from unnest(
        %(keys)s::text[], %(numbers)s::int[], %(chain_numbers)s::bigint[], %(sources)s::bigint[], %(targets)s::bigint[],
        %(amounts)s::bigint[], %(kinds)s::text[], %(instants)s::timestamptz[], %(days)s::date[], %(by)s::bigint[],
        %(reasons)s::text[], %(hands)s::bigint[], %(reverses)s::bigint[], %(hashes)s::text[]
    ) as row (
        key, number, chain_number, source, target, amount, kind, at, day, by, reason, hand, reverses, hash
    )
), added as (
    insert into players_transfer (
        room_id, request_key, number, source_id, target_id, amount, kind, at, gaming_day, by_id, reason, hand_id,
        reverses_id, chain_number, hash
    )
    select %(room)s, key, number, source, target, amount, kind, at, day, by, reason, hand, reverses, chain_number, hash
    from moved order by chain_number
), balances as (
    update players_account account
    set balance = account.balance + leg.amount, transfers_posted = account.transfers_posted + leg.rows
    from (
        select id, sum(amount) as amount, count(*) as rows
        from (select source as id, -amount as amount from moved union all select target, amount from moved) legs
        group by id
    ) leg
    where account.id = leg.id
)
update players_ledgerhead set chain_number = %(last_number)s, hash = %(last_hash)s where room_id = %(room)s
"""


def _write(room: Room, rows: Sequence[Row], hashes: Sequence[str]) -> None:
    """Add the rows, move the balances, advance the head."""
    facts: dict[str, Any] = {
        "room": room.pk,
        "keys": [row.request_key for row in rows],
        "numbers": [row.number for row in rows],
        "chain_numbers": [row.chain_number for row in rows],
        "sources": [row.source for row in rows],
        "targets": [row.target for row in rows],
        "amounts": [row.amount for row in rows],
        "kinds": [row.kind for row in rows],
        "instants": [row.at for row in rows],
        "days": [row.gaming_day for row in rows],
        "by": [row.by for row in rows],
        "reasons": [row.reason for row in rows],
        "hands": [row.hand for row in rows],
        "reverses": [row.reverses for row in rows],
        "hashes": list(hashes),
        "last_number": rows[-1].chain_number,
        "last_hash": hashes[-1],
    }
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, facts)
