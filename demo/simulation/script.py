"""The script of a simulated room: how long, how large, by which draw, and what goes wrong in it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from demo.places import ROOM

FIRST_DAY = date(2026, 3, 2)
DAY_START, OPENS_AFTER, HOURS = time(6), timedelta(hours=5), 14
LOCKED_AFTER = timedelta(hours=3, minutes=30)
"""The time after the end of a gaming day at which it is locked: before the room opens again."""
MINUTES_A_HAND = 3
FULL_EVERY = 40
"""One hand in so many is entered action by action; the others are quick hands."""


@dataclass(frozen=True, slots=True)
class Thief:
    """A dealer who keeps a chip of the rake in `skim` of the hands: called out, entered, and not in the box."""

    dealer: str
    skim: float

    @classmethod
    def read(cls, text: str) -> "Thief":
        """The thief of "dealer=3,skim=0.05"; the badge D3 is the same. Raises ValueError for anything else."""
        said = dict(part.partition("=")[::2] for part in text.split(","))
        if said.keys() != {"dealer", "skim"} or not said["dealer"]:
            raise ValueError("Name the dealer and the share of hands: dealer=3,skim=0.05.")
        dealer = said["dealer"]
        return cls(f"D{dealer}" if dealer.isdecimal() else dealer, rate(said["skim"]))


@dataclass(frozen=True, slots=True)
class Script:
    """The days to play: `days` from `first_day` on, at so many `tables`, open so many `hours`. A gaming day begins at
    `day_start` by the room's clock, and is locked so long after its end.

    `errors` is the share of hands in which something goes wrong. With `by_down` each push changes the rake box of its
    table, which is counted at once.
    """

    days: int
    tables: int
    seed: int
    errors: float = 0.0
    thief: Thief | None = None
    by_down: bool = False
    first_day: date = FIRST_DAY
    hours: int = HOURS
    day_start: time = DAY_START
    locked_after: timedelta = LOCKED_AFTER
    slug: str = ""

    @property
    def name(self) -> str:
        """The room's short name, by which its people and its requests are told from those of other rooms."""
        return self.slug or f"simulated-{self.seed}"

    @property
    def pools_tokes(self) -> bool:
        """Whether the dealers share their tokes: in every other room, by the seed."""
        return self.seed % 2 == 1

    @property
    def is_made_at(self) -> datetime:
        """The instant at which everything is made that the room opens with."""
        return self.opens(0) - timedelta(hours=1)

    def opens(self, day: int) -> datetime:
        """The instant at which the room opens on its day number `day`, counted from 0."""
        zone, that_day = ZoneInfo(str(ROOM["time_zone"])), self.first_day + timedelta(days=day)
        return datetime.combine(that_day, self.day_start, zone) + OPENS_AFTER


def rate(text: str) -> float:
    """A share of hands between 0 and 1. Raises ValueError, with a sentence, for anything else."""
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError(f"“{text}” is no share: write a number from 0 to 1, such as 0.01.")
    return share
