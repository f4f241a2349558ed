"""A simulated room from its opening to the lock of its last day."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from config.days.models import DayLock
from config.days.registry import end_of
from config.rooms.models import Room
from demo.simulation.agenda import Agenda
from demo.simulation.house import House, open_house
from demo.simulation.night import end_day
from demo.simulation.part import Part
from demo.simulation.parts import PARTS
from demo.simulation.plan import plan_of
from demo.simulation.planted import Planted
from demo.simulation.report import Report, report
from demo.simulation.script import Script
from demo.simulation.stage import Stage
from demo.simulation.truth import Truth
from tables.selectors.dealers import DOWN

HALF_HOUR = timedelta(minutes=30)
AFTER_THE_LAST = timedelta(hours=3)
"""The time after the close of the room at which everything is counted: everybody has been paid by then."""
OnLock = Callable[[DayLock], None]


@dataclass(frozen=True, slots=True)
class Played:
    """A room that was played, with its parts."""

    stage: Stage
    parts: tuple[Part, ...]

    @property
    def room(self) -> Room:
        """The room."""
        return self.stage.house.room

    @property
    def planted(self) -> list[Planted]:
        """Every error that was planted, in the order in which they were made."""
        return self.stage.planted

    def go_on(self, at: datetime, act: Callable[[Part], None], *kinds: type[Part]) -> None:
        """Let the parts of these kinds do at an instant what they do at an hour, on a day that somebody else plays."""
        self.stage.agenda.now = at
        _each([part for part in self.parts if isinstance(part, kinds)], act)

    def report(self) -> Report:
        """The lines in which the books show the errors, and those without any."""
        return report(self.stage.planted, self.parts)


def play(
    script: Script, on_lock: OnLock = lambda lock: None, until: datetime | None = None, house: House | None = None
) -> Played:
    """Make the room of a script, or take one that was just made, play all its days and lock each. `on_lock` is told
    each day's lock.

    With `until` the play stops at that instant, in the middle of whatever is going on then.
    Raises UnsettledError where something keeps a day open that nobody settles.
    """
    chance, agenda = Random(script.seed), Agenda(script.opens(0))
    opened = house or open_house(plan_of(script), chance, script.is_made_at)
    stage = Stage(script, opened, agenda, chance, closes=agenda.now, truth=Truth())
    parts = tuple(part(stage) for part in PARTS)
    for day in range(script.days):
        agenda.at(script.opens(day), lambda: _begin(stage, parts, on_lock))
    agenda.run(until)
    return Played(stage, parts)


def _begin(stage: Stage, parts: Sequence[Part], on_lock: OnLock) -> None:
    """Open the room, and enter what the day brings at its hours."""
    room, agenda = stage.house.room, stage.agenda
    day = room.gaming_day(stage.now)
    stage.closes = stage.now + timedelta(hours=stage.script.hours)

    def every(part_of_day: timedelta, act: Callable[[Part], None]) -> None:
        def again() -> None:
            if stage.is_open:
                _each(parts, act)
                agenda.at(stage.now + part_of_day, again)

        agenda.at(stage.now + part_of_day, again)

    _each(parts, lambda part: part.open())
    every(HALF_HOUR, lambda part: part.half_hour())
    every(DOWN, lambda part: part.down())
    agenda.at(stage.closes, lambda: _each(parts, lambda part: part.close()))
    agenda.at(stage.closes + AFTER_THE_LAST, lambda: _each(parts, lambda part: part.count()))
    agenda.at(end_of(room, day) + stage.script.locked_after, lambda: _lock(stage, parts, day, on_lock))


def _each(parts: Sequence[Part], act: Callable[[Part], None]) -> None:
    for part in parts:
        act(part)


def _lock(stage: Stage, parts: Sequence[Part], day: date, on_lock: OnLock) -> None:
    on_lock(end_day(stage, parts, day))
