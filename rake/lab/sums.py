"""The sums of past hands under two schedules. Sums of parts are the sums of the whole, in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Final, NamedTuple

MOST_CHANGES: Final = 10
BANDS: Final = ((2, "heads-up"), (4, "3 or 4"), (6, "5 or 6"), (99, "7 or more"))
"""Hands dealt to so many players at most are a band, with its name."""


def band_of(players: int) -> int:
    """The number of the band of a hand dealt to so many, from 0."""
    return next(number for number, (most, _) in enumerate(BANDS) if players <= most)


class Change(NamedTuple):
    """The rake of one hand now and then, minor units."""

    hand: int
    now: int
    then: int

    @property
    def by(self) -> int:
        """The difference."""
        return self.then - self.now


class Group(NamedTuple):
    """Facts that hands share, as far as a rake in per cent depends on them."""

    pot: int
    players: int
    flop: bool
    is_flop_game: bool
    is_small: bool


@dataclass(slots=True)
class Fees:
    """The fees of hands under one schedule. `small` is the rake from small pots; `breaches` counts the hands beyond
    the ceiling and `beyond` is what is beyond it. Minor units."""

    rake: int = 0
    promo: int = 0
    small: int = 0
    breaches: int = 0
    beyond: int = 0

    def add(self, other: Fees) -> None:
        """Add those of other hands."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass(slots=True)
class Sums:
    """The sums of hands: how many there are, why some aren't judged and what is supposed of others; fees `now` and
    `then`; by the hour of a table and by band of players the hands, the rake now and the rake then; the judged hands of
    each plaque, and those of them whose rake changes; what changes most.
    """

    hands: int = 0
    pots: int = 0
    small_hands: int = 0
    small_pots: int = 0
    now: Fees = field(default_factory=Fees)
    then: Fees = field(default_factory=Fees)
    left_out: Counter[str] = field(default_factory=Counter)
    supposed: Counter[str] = field(default_factory=Counter)
    blocks: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    bands: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    plaques: Counter[int] = field(default_factory=Counter)
    changed: Counter[int] = field(default_factory=Counter)
    groups: Counter[Group] = field(default_factory=Counter)

    @property
    def judged(self) -> int:
        """The hands that the fees are of."""
        return self.hands - sum(self.left_out.values())

    def add(self, other: Sums) -> None:
        """Add the sums of other hands."""
        for name in ("hands", "pots", "small_hands", "small_pots"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.now.add(other.now)
        self.then.add(other.then)
        for name in ("left_out", "supposed", "plaques", "changed", "groups"):
            getattr(self, name).update(getattr(other, name))
        for mine, theirs in ((self.blocks, other.blocks), (self.bands, other.bands)):
            for key, values in theirs.items():
                count(mine, key, *values)
        self.changes = most_changed([*self.changes, *other.changes])


def count(sums: dict[int, tuple[int, int, int]], key: int, hands: int, now: int, then: int) -> None:
    """Add hands with their rake now and then to those of the same hour or band."""
    before = sums.get(key, (0, 0, 0))
    sums[key] = (before[0] + hands, before[1] + now, before[2] + then)


def most_changed(changes: list[Change]) -> list[Change]:
    """Those that change most, of as much the earliest first."""
    return sorted(changes, key=lambda change: (-abs(change.by), change.hand))[:MOST_CHANGES]
