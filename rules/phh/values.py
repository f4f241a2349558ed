"""The values that a poker hand history (PHH) is read into and written from.

Amounts are minor units of the hand's own currency (cents; hundredths of a chip where the file names no
currency), an unknown stack is None. Players are counted as the file counts them: index 0 is its p1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time as clock_time

from rules.phh.actions import Notation
from rules.phh.numerals import Numeral, currency_exponent
from rules.table.seats import Seat


class Unreadable(ValueError):  # noqa: N818  it is also the answer for a hand, and says what the hand is
    """A file or hand that can't be read: where (file, key of the hand, line) and why, in a sentence."""

    def __init__(self, reason: str, *, file: str = "", key: str = "", line: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.file, self.key, self.line = reason, file, key, line

    def __str__(self) -> str:
        hand, line = self.key and f"hand {self.key}", self.line and f"line {self.line}"
        place = ", ".join(str(part) for part in (self.file, hand, line) if part)
        return f"{place}: {self.reason}" if place else self.reason


@dataclass(frozen=True, slots=True)
class Source:
    """The place of a hand: the file's name, the hand's key in it ("1" in a .phh), its first line."""

    file: str = ""
    key: str = "1"
    line: int = 1


@dataclass(frozen=True)  # without slots: see `of`
class PhhHand:
    """One hand as a .phh file, or a section of a .phhs file, states it; fields as the PHH standard names them.

    `blinds_or_straddles` is empty in games with a bring-in; a negative entry is the live post of a player who enters
    the game (the PHH dataset's convention). Heads-up, it and `antes` keep the file's order: the small blind comes
    first, although p2, who has the button, posts it. `extras` holds every field that the standard doesn't define, as
    it is: those that begin with “_” belong to whoever wrote them, the others are named in `warnings` too.
    """

    variant: str
    antes: tuple[int, ...]
    starting_stacks: tuple[int | None, ...]
    actions: tuple[Notation, ...]
    blinds_or_straddles: tuple[int, ...] = ()
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    finishing_stacks: tuple[int | None, ...] | None = None
    winnings: tuple[int, ...] | None = None
    ante_trimming_status: bool = False
    currency: str | None = None
    currency_symbol: str | None = None
    author: str | None = None
    event: str | None = None
    url: str | None = None
    venue: str | None = None
    address: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    time: clock_time | None = None
    time_zone: str | None = None
    time_zone_abbreviation: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    hand: int | str | None = None
    level: int | None = None
    seats: tuple[Seat, ...] | None = None
    seat_count: int | None = None
    table: int | str | None = None
    players: tuple[str, ...] | None = None
    time_limit: int | Numeral | None = None
    time_banks: tuple[int | Numeral, ...] | None = None
    extras: Mapping[str, object] = field(default_factory=dict)
    source: Source = field(default=Source(), compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, fields: dict[str, object]) -> "PhhHand":
        """The hand that has these fields and, for the others, their defaults; `extras` has to be among them.

        The same as the constructor, which sets forty fields one by one: that takes as long as to play the hand. The
        dictionary is the hand's own from now on.
        """
        hand = object.__new__(cls)
        object.__setattr__(hand, "__dict__", fields)
        return hand

    @property
    def exponent(self) -> int:
        """Decimals of the hand's currency."""
        return currency_exponent(self.currency)

    @property
    def player_count(self) -> int:
        """The number of players dealt in."""
        return len(self.starting_stacks)
