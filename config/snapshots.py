"""One picture of the database for whoever asks it several questions."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot(*, at_most: str = "10min") -> Iterator[None]:
    """One REPEATABLE READ READ ONLY transaction, whose statements take `at_most` so long; within a transaction that
    runs already, that one's picture."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set transaction isolation level repeatable read read only")
        for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute("select set_config(%s, %s, true)", [setting, at_most])
        yield
