"""The errors that are planted in a simulated room, each with what it must cause and where the books must show it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class Mark(NamedTuple):
    """A line of the books: what it is a line of, the row that it stands in, and which of the row's lines it is."""

    what: str
    row: int
    part: str = ""


class Effect(NamedTuple):
    """The part of a line of the books that an error put there; minor units, and how many."""

    chips: int = 0
    cash: int = 0
    times: int = 0

    def plus(self, other: "Effect") -> "Effect":
        """Both together."""
        return Effect(self.chips + other.chips, self.cash + other.cash, self.times + other.times)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of error: its code, and what it must cause in the books, the reports and the alarms of the room."""

    code: str
    must_cause: str


@dataclass(frozen=True, slots=True)
class Planted:
    """One error: who made it where and when, and the line of the books in which its effect must stand."""

    number: int
    kind: Kind
    at: datetime
    mark: Mark
    effect: Effect
    place: str
    who: str = ""
    hand: int = 0
    request: str = ""
    """The request key of the act in which it was made, where there is one."""

    def to_json(self) -> dict[str, Any]:
        """One key per field that people read, and what the error must cause."""
        told = {"number": self.number, "kind": self.kind.code, "at": self.at.isoformat(), "place": self.place}
        return told | {"who": self.who, "hand": self.hand, **self.effect._asdict(), "must_cause": self.kind.must_cause}
