"""The chain of hashes over a room's transfers: whoever changes a row breaks every row after it (I-7).

hash(n) = sha256(hash(n - 1) + canonical(n)) in hexadecimal, hash(0) is 64 zeros. The canonical form of a row is a JSON
array without spaces, in this order: room, chain number, request key, number, source, target, amount, kind, instant
(UTC, microseconds, ISO 8601), gaming day (ISO 8601), by, reason, hand, reversed transfer; ids as integers, null
where there is none. Text outside ASCII is written as JSON escapes.
"""

import hashlib
import json
from datetime import UTC, date, datetime
from typing import NamedTuple

GENESIS = "0" * 64


class Row(NamedTuple):
    """A transfer as the chain sees it, fields in canonical order. Ids are primary keys, the amount is minor units."""

    room: int
    chain_number: int
    request_key: str
    number: int
    source: int
    target: int
    amount: int
    kind: str
    at: datetime
    gaming_day: date
    by: int | None
    reason: str
    hand: int | None
    reverses: int | None

    def canonical(self) -> str:
        """The row as one line of text; two rows that differ in anything differ here."""
        return json.dumps([_written(value) for value in self], separators=(",", ":"))


def link(previous: str, row: Row) -> str:
    """The hash of `row` behind a row whose hash is `previous`."""
    return hashlib.sha256((previous + row.canonical()).encode("ascii")).hexdigest()


def _written(value: object) -> object:
    """A value as JSON holds it: an instant in UTC to the microsecond, a day as ISO 8601 writes it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value.isoformat() if isinstance(value, date) else value
