"""The things that every part of a simulated room has in common: its script, its clock, its people, and chance."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Protocol

from config.staff.models import User
from demo.simulation.agenda import Act, Agenda
from demo.simulation.house import House
from demo.simulation.planted import Effect, Kind, Mark, Planted
from demo.simulation.script import Script
from demo.simulation.truth import Truth
from players.models import Player, Sitting
from tables.models import TableSession


class InPlay(Protocol):
    """A table that is played at, as others see it."""

    def count(self) -> None:
        """Count every stack: what lies there is the books' only then."""

    def look_again(self) -> None:
        """Somebody came, went or bought chips: look who sits there."""

    def pay_time(self, *who: Sitting) -> None:
        """Collect for time from `who`, or from everybody who sits there."""

    def take_off(self, sitting: Sitting, *, toke: int, carried: int) -> None:
        """A player who leaves gives the dealer a `toke`, and puts away what is `carried` off, minor units."""


class AtTheWindow(Protocol):
    """A drawer that is open, as players see it."""

    def sell(self, player: Player, session: TableSession, amount: int, what: str) -> None:
        """Sell chips for cash; `what` names the request."""

    def redeem(self, player: Player, amount: int) -> None:
        """Pay chips out."""

    def hand_over(self, *, key: str, chips: int = 0, cash: int = 0) -> None:
        """Let chips and cash change hands, as it was booked under `key`; what leaves the drawer is below zero."""


@dataclass
class Stage:
    """A room in the middle of being played. `closes` is when the day that is played ends, `tables` are the tables in
    play by their session, `open_window` is the drawer that is open, and `truth` is what really lies in the drawers,
    whatever the books say."""

    script: Script
    house: House
    agenda: Agenda
    chance: Random
    closes: datetime
    truth: Truth
    planted: list[Planted] = field(default_factory=list)
    tables: dict[int, InPlay] = field(default_factory=dict)
    open_window: AtTheWindow | None = None
    keys: int = 0

    @property
    def window(self) -> AtTheWindow:
        """The window at which players buy chips and are paid out. Raises ValueError while the cage is closed."""
        if self.open_window is None:
            raise ValueError(f"nobody is at the window at {self.now:%H:%M}")
        return self.open_window

    @property
    def now(self) -> datetime:
        """The room's own time."""
        return self.agenda.now

    @property
    def is_open(self) -> bool:
        """Whether the day goes on."""
        return self.now < self.closes

    def chance_of(self, part: str) -> Random:
        """Chance of a part's own: one part more changes nothing of what the others draw."""
        return Random(f"{self.script.seed}:{part}")

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

    def plant(self, kind: Kind, mark: Mark, effect: Effect, place: str, **facts: Any) -> None:
        """Note an error that has just been made."""
        self.planted.append(Planted(len(self.planted) + 1, kind, self.now, mark, effect, place, **facts))
