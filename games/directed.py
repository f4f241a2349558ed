"""A directive: something that a ruling says of the next hand, as an event among the hands of a session."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import TextChoices

from players.models import PlayerId
from rules.house.plaque import Plaque
from rules.table.seats import Seat


class What(TextChoices):
    """The subject of a directive."""

    KILL = "kill", "the kill is on"
    NO_KILL = "no_kill", "no kill is on"
    BUTTON = "button", "the button lies there"
    BLINDS = "blinds", "what a player owes of the blinds"


DIRECTS: Final[Mapping[str, tuple[What, ...]]] = {
    "KILL_ERROR": (What.KILL, What.NO_KILL),
    "BUTTON_BLIND": (What.BUTTON, What.BLINDS),
    "MISDEAL": (What.BUTTON,),
    "RECORD_ERROR": (What.BUTTON,),
}
"""The directives by which a dispute is put right, by its kind: state alone, so that it is never too late for them."""

OWED: Final[Mapping[str, str]] = {
    "": "owes no blind",
    "small": "posts a small blind dead",
    "big": "posts the big blind",
    "both": "posts the big blind, and a small one dead",
}
"""Blinds that a player posts before the next hand, by those that they missed (WSOP 154-157)."""


@dataclass(frozen=True, slots=True)
class Directed:
    """A directive among the hands: it acts after hand number `after`, and on every hand until something changes it.

    `player` and `seat` are whose it is, `missed` the blinds that they owe, `plaque` the table's when it was made.
    """

    what: str
    seat: Seat | None
    player: PlayerId | None
    missed: str
    plaque: Plaque
    at: datetime
    after: int
    case: int
    citation: str

    @property
    def reason(self) -> str:
        """Why it is so, in words that end a sentence."""
        return f"by the ruling in case {self.case} ({self.citation})"

    @property
    def sentence(self) -> str:
        """A sentence that says what holds for the next hand, and why."""
        return f"{directive_words(self.what, self.seat, self.missed)}, {self.reason}."


def directive_words(what: str, seat: int | None, missed: str) -> str:
    """The beginning of a sentence that says what a directive says."""
    return {
        What.KILL: f"The kill of seat {seat} is on for the next hand",
        What.NO_KILL: "No kill is on for the next hand",
        What.BUTTON: f"The button lies at seat {seat} for the next hand",
        What.BLINDS: f"Seat {seat} {OWED[missed]}",
    }[What(what)]
