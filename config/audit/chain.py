"""The chain over every row that is only ever added: sealed here, laid open for the checks.

A table's trigger writes a link (table, row, digest) in the transaction of the row. Links carry no hash of each other,
so nobody waits for anybody. A seal, made every minute, takes the links of all finished transactions and hashes them
behind the seal before: whoever changes a row, a link or a seal changes every seal after it. docs/adr/0008 says why.
"""

from django.db import connection, transaction

from config.audit.models import ChainSeal
from config.locks import LockKind, hold


def seal_all() -> ChainSeal | None:
    """Seal the links of all finished transactions; returns the newest seal, None where nothing was ever sealed.

    A transaction that doesn't end within three seconds leaves them to the next time.
    """
    while _seal():
        pass
    return newest_seal()


def _seal() -> bool:
    """Make one seal of at most ten thousand links; False where there is nothing to seal, or not yet."""
    with transaction.atomic(), connection.cursor() as cursor:
        hold(LockKind.SEAL, room=0, thing=0)
        cursor.execute("select audit_seal()")
        return cursor.fetchone() != (None,)


def newest_seal() -> ChainSeal | None:
    """The end of the chain."""
    return ChainSeal.objects.order_by("-number").first()


def short(head: bytes | memoryview | str) -> str:
    """A head as people compare it: the first sixteen hexadecimal digits in fours."""
    digits = (head if isinstance(head, str) else bytes(head).hex())[:16].upper()
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))
