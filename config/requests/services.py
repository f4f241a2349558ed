"""Make a request take effect once: claim its key first, in the same transaction as its work."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from config.errors import KeyReused
from config.requests.models import RequestKey
from config.staff.models import User


@dataclass(frozen=True, slots=True)
class Claim:
    """A request among many that are claimed together; `answer` is what it will have been answered with, None where the
    row that it makes keeps the key."""

    key: str
    kind: str
    body: Mapping[str, Any]
    at: datetime
    answer: Mapping[str, Any] | None = None


def digest(body: Mapping[str, Any]) -> str:
    """The sha256 of `body` in canonical JSON."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":"), default=str).encode()).hexdigest()


def claim(key: str, kind: str, body: Mapping[str, Any], *, by: User | None, at: datetime) -> RequestKey | None:
    """Claim `key` for this request, or return the earlier one that has it already.

    None means: go on, the key is yours as soon as this transaction commits; call `answered` before it does, or keep the
    key in the row that is made. A RequestKey means: the same request was already answered, as its `answer` or that row
    says. Two requests at once: the second waits for the first. Raises KeyReused where the key was used for another body
    or kind.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a request key is claimed in the transaction of its work")
    body_digest = digest(body)
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into requests_requestkey (key, kind, digest, by_id, at) values (%s, %s, %s, %s, %s)"
            " on conflict (key) do nothing",
            [key, kind, body_digest, by.pk if by else None, at],
        )
        if cursor.rowcount == 1:
            return None
    earlier = RequestKey.objects.get(key=key)
    if earlier.kind != kind or earlier.digest != body_digest:
        raise KeyReused
    return earlier


def claim_all(claims: Sequence[Claim], *, by: User | None) -> bool:
    """Claim the keys of many requests in one statement; False where one of them was used before, and then the caller
    must leave its transaction, because others may be claimed."""
    if not connection.in_atomic_block:
        raise RuntimeError("a request key is claimed in the transaction of its work")
    columns = zip(
        *((each.key, each.kind, digest(each.body), each.at, _json(each.answer)) for each in claims), strict=True
    )
    keys, kinds, digests, instants, answers = map(list, columns)
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM_ALL, [by.pk if by else None, keys, kinds, digests, instants, answers])
        return cursor.rowcount == len(claims)


_CLAIM_ALL = """
insert into requests_requestkey (key, kind, digest, by_id, at, answer)
select key, kind, digest, %s::bigint, at, answer::jsonb
from unnest(%s::text[], %s::text[], %s::text[], %s::timestamptz[], %s::text[]) as asked (key, kind, digest, at, answer)
on conflict (key) do nothing
"""


def _json(answer: Mapping[str, Any] | None) -> str | None:
    return None if answer is None else json.dumps(answer)


def answered(key: str, answer: Mapping[str, Any]) -> None:
    """Keep what the request was answered with, to be given again to a retry."""
    with connection.cursor() as cursor:
        cursor.execute("update requests_requestkey set answer = %s::jsonb where key = %s", [_json(answer), key])
