"""The things that every part of a simulated room has in common: its script, its clock, its people, and chance."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from config.staff.models import User
from demo.simulation.agenda import Act, Agenda
from demo.simulation.house import House
from demo.simulation.planted import Planted
from demo.simulation.script import Script


@dataclass
class Stage:
    """A room in the middle of being played. `closes` is when the day that is played ends; `counting` counts every stack
    of a table, by its session: what lies there is the books' only then."""

    script: Script
    house: House
    agenda: Agenda
    chance: Random
    closes: datetime
    planted: list[Planted] = field(default_factory=list)
    counting: dict[int, Act] = field(default_factory=dict)
    keys: int = 0

    @property
    def now(self) -> datetime:
        """The room's own time."""
        return self.agenda.now

    @property
    def is_open(self) -> bool:
        """Whether the day goes on."""
        return self.now < self.closes

    def key(self, what: str) -> str:
        """A request key that no other act of any simulated room has."""
        self.keys += 1
        return f"{self.script.name}:{self.keys}:{what}"

    def after(self, act: Act, **length: int) -> None:
        """Let something happen in so many minutes or seconds."""
        self.agenda.at(self.now + timedelta(**length), act)

    def by(self, who: str) -> User:
        """A member of the staff, by what they do."""
        return self.house.staff[who]

    def floor(self) -> dict[str, Any]:
        """The floor supervisor, now: who and when every act of the floor is told with."""
        return {"by": self.by("floor"), "at": self.now}

    def cage(self) -> dict[str, Any]:
        """The cashier at the room's window, now."""
        return {"room": self.house.room, "drawer": self.house.drawer, "by": self.by("cashier"), "at": self.now}
