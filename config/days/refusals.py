"""The refusal of what would enter a locked gaming day, whichever statement meets it.

The tables refuse such rows by a trigger (`sql/locked_days.sql`). Its error becomes the refusal that services make, on
every connection, so that the person at the desk reads a sentence.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

from config.days.registry import in_words
from config.errors import DomainError

SQLSTATE = "CRDAY"
"""The state by which the trigger's error is known; the day is its detail."""


def day_locked(day: date) -> DomainError:
    """The refusal of an entry into a locked day."""
    message = (
        f"{in_words(day)} is locked: nothing enters it any more. Record it today, and say that it belongs to that day."
    )
    return DomainError("day_locked", message)


def in_a_sentence(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Django's hook round every statement: the trigger's error as `day_locked`."""
    try:
        return execute(sql, params, many, context)
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlstate", None) != SQLSTATE:
            raise
        raise day_locked(date.fromisoformat(error.__cause__.diag.message_detail)) from error  # type: ignore[union-attr]


def put_into_words(*, connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Let a new connection put the trigger's refusals into words; first in line, as whoever adds a hook for a while
    takes away the last."""
    if in_a_sentence not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, in_a_sentence)
