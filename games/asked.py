"""The questions that are asked after a quick hand was recorded: of some hands, its pot. The app that asks answers here.

This app knows that something may be asked at a table once a hand's takings are on record, not what or why. Whoever asks
registers in its `ready`, as who keeps the cases does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Question:
    """The questions of a table as its pages show them: the template of the part, and what it shows."""

    template: str
    shown: Any


class Asker(Protocol):
    """Whoever asks about quick hands."""

    def asks(self) -> dict[str, Any]:
        """The questions to the row of a session, answered by the statement that locks it: no hand costs another one."""

    def before_quick_hand(self, session: TableSession, answers: Mapping[str, Any], *, at: datetime) -> None:
        """Make ready what must be on record before a hand is. The caller has locked the session."""

    def questions(self, session: TableSession) -> Question | None:
        """The questions about the last hands of a session that wait for an answer; at most one query."""


_REGISTERED: Final[list[Asker]] = []


def register(asker: Asker) -> None:
    """Let this app ask after quick hands."""
    _REGISTERED[:] = [asker]


def asker() -> Asker:
    """Whoever asks."""
    return _REGISTERED[0]
