"""The band of a total that chance leaves: a paired bootstrap over the hours of the tables.

The hours of the tables are drawn anew, as many as there were, with some of them twice and others not at all; each draw
adds up the rake now and the rake then of the *same* hours, so that busy and idle hours don't blur the difference. Hours
and not hands, because the hands of an hour are alike: the same plaque, the same players, the same evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

RESAMPLES: Final = 1000
LEVEL: Final = 95
"""Per cent of the draws that lie in a band."""
FEWEST_BLOCKS: Final = 20
"""With fewer hours of tables nothing is said of chance: so few drawn anew look surer than they are."""
MOST_UNITS: Final = 5000
"""More hours than that are drawn in bundles: the band stays as wide, and is found in seconds."""

Pair = tuple[int, int]


class Spread(NamedTuple):
    """The least and the most of a total, in minor units."""

    least: int
    most: int


class Paired(NamedTuple):
    """The bands of the rake now, of the rake then, and of the difference."""

    now: Spread
    then: Spread
    difference: Spread


def paired(blocks: Sequence[Pair], *, seed: int, resamples: int = RESAMPLES) -> Paired | None:
    """The bands of the totals of these pairs (now, then), the same for the same seed; None for too few of them."""
    if len(blocks) < FEWEST_BLOCKS:
        return None
    units, random = _bundled(blocks), Random(seed)
    draws = [_total(random.choices(units, k=len(units))) for _ in range(resamples)]
    now, then = ([draw[place] for draw in draws] for place in (0, 1))
    return Paired(_middle(now), _middle(then), _middle([after - before for before, after in draws]))


def _bundled(blocks: Sequence[Pair]) -> list[Pair]:
    many = min(len(blocks), MOST_UNITS)
    return [_total(blocks[place::many]) for place in range(many)]


def _total(pairs: Iterable[Pair]) -> Pair:
    now, then = zip(*pairs, strict=True)
    return sum(now), sum(then)


def _middle(totals: list[int]) -> Spread:
    """The band that leaves as many of the draws out below as above."""
    ordered = sorted(totals)
    out = len(ordered) * (100 - LEVEL) // 200
    return Spread(ordered[out], ordered[-1 - out])
