"""Make a request take effect once: claim its key first, in the same transaction as its work."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection

from config.errors import KeyReused
from config.requests.models import RequestKey
from config.staff.models import User


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


def answered(key: str, answer: Mapping[str, Any]) -> None:
    """Keep what the request was answered with, to be given again to a retry."""
    RequestKey.objects.filter(key=key).update(answer=dict(answer))
