"""The question that somebody puts to the lab, by value, as it is kept with its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from config.errors import DomainError
from rake.figures.periods import MOST_DAYS, Kind, Period
from rake.lab.ceiling import NO_CEILING, Ceiling
from rake.lab.family import Wish
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from tables.models import TableSession

USUAL_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Question:
    """The hands of a period, of the floor or of files, of one game or of plaques with one name, under another schedule.

    `house` is the code of the house under whose rules full hands are played again, empty for their own; `typed` a
    ceiling that counts only where the room's house rules set none; `wish` asks for the best schedule too.
    """

    first: date
    last: date
    other: FeeSchedule
    source: str = TableSession.Source.FLOOR
    game: str = ""
    plaque: str = ""
    house: str = ""
    typed: Ceiling = NO_CEILING
    wish: Wish | None = None
    seed: int = USUAL_SEED

    @property
    def period(self) -> Period:
        """Its gaming days."""
        return Period(Kind.DAYS, self.first, self.last)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, one key per field."""
        return {
            "first": self.first.isoformat(),
            "last": self.last.isoformat(),
            "other": self.other.to_json(),
            "source": self.source,
            "game": self.game,
            "plaque": self.plaque,
            "house": self.house,
            "typed": self.typed.to_json(),
            "wish": self.wish.to_json() if self.wish else None,
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Question:
        """The question that `to_json` wrote."""
        wish = written["wish"]
        return cls(
            first=date.fromisoformat(written["first"]),
            last=date.fromisoformat(written["last"]),
            other=FeeSchedule.from_json(written["other"]),
            typed=Ceiling(**written["typed"]),
            wish=Wish.from_json(wish) if wish else None,
            **{name: written[name] for name in ("source", "game", "plaque", "house", "seed")},
        )


def asked(question: Question) -> Question:
    """The question, if past hands can answer it. Raises DomainError `period_backwards`, `period_too_long`,
    `house_unknown`, `time_not_from_pots`."""
    if question.last < question.first:
        raise DomainError("period_backwards", "The last day comes before the first: turn them round.", field="last")
    if question.period.days > MOST_DAYS:
        message = f"Ask for {MOST_DAYS} days at most."
        raise DomainError("period_too_long", message, allowed={"most": MOST_DAYS}, field="last")
    if question.house and question.house not in HOUSES:
        raise DomainError(
            "house_unknown", f"There is no house {question.house!r}: choose one of the list.", field="house"
        )
    if question.other.mode == "time":
        message = (
            "A time charge is not taken from pots, and hands don’t say who sat through which half hour: "
            "choose a rake, or no rake. What time brings stands in the figures of time."
        )
        raise DomainError("time_not_from_pots", message, field="fee_mode")
    return replace(question, typed=replace(question.typed, is_of_room=False))
