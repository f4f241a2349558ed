"""The errors that are planted in a simulated room, each with what it must cause."""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What somebody did wrong."""

    DROPPED_SHORT = "dropped_short"
    POT_UNSAID = "pot_unsaid"
    SKIMMED = "skimmed"


CAUSES = {
    Kind.DROPPED_SHORT: "the hand's rake is rated short by the amount",
    Kind.POT_UNSAID: "the hand is counted and not rated",
    Kind.SKIMMED: "the box is counted short by the amount, in this dealer's downs more than in others'",
}
"""What each kind must cause, in the reports and alarms of the room."""


@dataclass(frozen=True, slots=True)
class Planted:
    """One error: where and when, who made it, and the chips that it concerns in minor units."""

    kind: Kind
    at: datetime
    table: str
    hand: int
    dealer: str = ""
    amount: int = 0

    def to_json(self) -> dict[str, Any]:
        """One key per field, and what the error must cause."""
        return asdict(self) | {"kind": self.kind.value, "at": self.at.isoformat(), "must_cause": CAUSES[self.kind]}
