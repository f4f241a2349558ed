"""The most that a jurisdiction lets a house take of one hand, and the hands that are beyond it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rules.house.fee_schedule import PERCENT, WHOLE, FeeSchedule, percent_words
from rules.house.house import House
from rules.text.violation import Money


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most rake of one hand: a part of its called pot in basis points, an amount in minor units, or both.

    `is_of_room` says that the room's house rules set it; else somebody typed it in for one question. The promo drop is
    no part of it.
    """

    percent_bp: int | None = None
    cap: int | None = None
    is_of_room: bool = False

    @property
    def is_set(self) -> bool:
        """Whether it limits anything."""
        return self.percent_bp is not None or self.cap is not None

    def excess(self, rake: int, pot: int) -> int:
        """The part of a hand's rake that is beyond the ceiling, minor units; a part of a unit counts as one."""
        over_cap = 0 if self.cap is None else rake - self.cap
        over_percent = 0 if self.percent_bp is None else -(-(rake * WHOLE - self.percent_bp * pot) // WHOLE)
        return max(0, over_cap, over_percent)

    def allows(self, schedule: FeeSchedule) -> bool:
        """Whether the plaque's own words, percentage and cap, stay below it. Rounding is judged hand by hand."""
        too_dear = self.percent_bp is not None and schedule.percent_bp > self.percent_bp
        too_much = self.cap is not None and (schedule.cap is None or schedule.cap > self.cap)
        return not too_dear and not too_much

    def in_words(self, money: Money) -> str:
        """“at most 5% of the pot and 3 of one hand, as this room’s house rules say”; empty where none is set."""
        if not self.is_set:
            return ""
        share = None if self.percent_bp is None else f"{percent_words(self.percent_bp)} of the pot"
        amount = None if self.cap is None else f"{money(self.cap)} of one hand"
        source = "as this room’s house rules say" if self.is_of_room else "typed in here: it is no setting of the room"
        return f"at most {' and '.join(filter(None, [share, amount]))}, {source}"

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, one key per field."""
        return {"percent_bp": self.percent_bp, "cap": self.cap, "is_of_room": self.is_of_room}


NO_CEILING: Final = Ceiling()


def ceiling_of(house: House) -> Ceiling:
    """The ceiling that a house's rules set (`rake_percent`, `rake_cap`); one that limits nothing where they don't."""
    percent, cap = house.answers.rake_percent, house.answers.rake_cap
    return Ceiling(
        percent * PERCENT if type(percent) is int else None, cap if type(cap) is int else None, is_of_room=True
    )
