"""A part of a simulated room: what its people do at which hour, which errors they make, and where those must show."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from demo.simulation.planted import Effect, Mark
from demo.simulation.stage import Stage

Settler = Callable[[date], None]
"""Settles everything of one kind that keeps a gaming day open."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the books that stands there because something went wrong: which one, what it says, and where."""

    mark: Mark
    effect: Effect
    sentence: str


class Part:
    """Each hour of a day at which a part may have something to do; a part says what, and leaves out the others.

    The day goes: `open`, then `half_hour` and `down` again and again, then `close`, and when everybody has been paid
    `count`. Later, when the gaming day has ended, comes the `night`, and whatever still keeps the day open is settled
    by `settlers`, by the code of the open item.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def open(self) -> None:
        """The room opens."""

    def half_hour(self) -> None:
        """Half an hour has passed."""

    def down(self) -> None:
        """The dealers have dealt a down."""

    def close(self) -> None:
        """The room closes."""

    def count(self) -> None:
        """Everybody has left with their money: what lies there is counted."""

    def night(self) -> None:
        """The gaming day has ended, and what still keeps it open is about to be settled."""

    def settlers(self) -> Mapping[str, Settler]:
        """The ways in which this part's people settle what keeps a gaming day open, by the code of the open item."""
        return {}

    def shown(self) -> Iterator[Shown]:
        """Every line of the books about this part that stands there because something went wrong."""
        return iter(())
