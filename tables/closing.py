"""The registry of what the close of a table asks of the apps above, and what they do with it.

Tables know no chips, trays or slips. An app that has something at a table which must be settled before it is closed
registers it in `ready`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from config.staff.models import User
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Closing:
    """The close of one table session, which is locked: by whom and when, and the codes of the questions that they
    have answered with yes; `reason` and `second` are what they say to such a question, and who confirms it."""

    session: TableSession
    by: User | None
    at: datetime
    confirmed: tuple[str, ...] = ()
    reason: str = ""
    second: User | None = None


Step = Callable[[Closing], None]

BEFORE: Final[list[Step]] = []
"""Steps that may refuse a close."""
AFTER: Final[list[Step]] = []
"""Steps taken once a table is closed, in the same transaction."""


def before_close(step: Step) -> Step:
    """Register what may refuse to close a table; returns it."""
    BEFORE.append(step)
    return step


def after_close(step: Step) -> Step:
    """Register what is done with a table that was closed; returns it."""
    AFTER.append(step)
    return step
