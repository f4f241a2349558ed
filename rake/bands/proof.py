"""The proof of the band: days played by a seed, and how often the band held what was true of them.

A day is that of FIGURES: 480 hands at each of 36 tables, some of them off by 1, over or under. Only the drawn hands of
a day are played one by one: how many of them are off is all that the others decide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from rake.bands.betting import ALPHA, Bounds, band, is_rejected

TABLE_DAY, ROOM_DAY = 480, 480 * 36
RATES: Final = (5, 15, 50)
PER_MILLE_OFF: Final = (5, 10, 20, 50)
"""The hands that are off, of a thousand: 0.5 to 5 %."""
CAP = 5
"""The most that a hand owes: no difference is larger, either way."""
_BOUNDS = Bounds(-CAP, CAP)
_SPAN = 2 * CAP
_WIDTHS = 5
"""The days of a cell whose band is worked out whole, for its width."""
_USUAL = 1.96


@dataclass(frozen=True, slots=True)
class Cell:
    """One size of day, one rate of drawing and one rate of errors: days played, and those whose band was right.

    `usual` are the days on which the usual band of a mean, 1.96 standard errors, was right. Widths are half the band,
    in hands that are off by 1, as a mean over days.
    """

    hands: int
    one_in: int
    per_mille_off: int
    days: int
    held: int
    usual: int
    half_width: float

    @property
    def coverage(self) -> float:
        """The share of days whose band held the truth."""
        return self.held / self.days


def cells(days: int, seed: int) -> Iterator[Cell]:
    """Every cell, each with days of its own seed: the same seed gives the same cells."""
    for hands in (TABLE_DAY, ROOM_DAY):
        for one_in in RATES:
            for per_mille in PER_MILLE_OFF:
                yield _cell(hands, one_in, per_mille, days, Random(f"{seed}:{hands}:{one_in}:{per_mille}"))


def _cell(hands: int, one_in: int, per_mille: int, days: int, chance: Random) -> Cell:
    differences = _differences(hands, per_mille)
    total, held, usual = sum(differences), 0, 0
    widths = []
    for day in range(days):
        drawn = chance.sample(differences, _how_many(hands, one_in, chance))
        held += holds(total, drawn, hands)
        usual += _usual_holds(total, drawn, hands)
        if day < _WIDTHS:
            whole = band(drawn, hands, _BOUNDS)
            widths.append((whole.most - whole.least) / 2)
    return Cell(hands, one_in, per_mille, days, held, usual, sum(widths) / len(widths))


def _differences(hands: int, per_mille: int) -> list[int]:
    """The differences of a day's hands. Three in five of the errors are over, the others under: what is true of the day
    is not the 0 that an honest guess would be."""
    off = round(hands * per_mille / 1000)
    over = -(-off * 3 // 5)
    return [1] * over + [-1] * (off - over) + [0] * (hands - off)


def _how_many(hands: int, one_in: int, chance: Random) -> int:
    """The number of hands that are drawn, each by itself one in so many: about a normal number, as of a fair coin."""
    about = chance.gauss(hands / one_in, sqrt(hands * (one_in - 1)) / one_in)
    return min(hands, max(2, round(about)))


def holds(total: int, drawn: list[int], size: int, *, alpha: float = ALPHA) -> bool:
    """Whether the band of these draws holds the total: neither end rejects it, which is the band without its ends."""
    above = [value - _BOUNDS.least for value in drawn]
    below = [_BOUNDS.most - value for value in drawn]
    given = {"nothing": CAP, "span": _SPAN, "alpha": alpha / 2}
    return not (
        is_rejected(total - size * _BOUNDS.least, above, size, **given)  # type: ignore[arg-type]  # ints and a float
        or is_rejected(size * _BOUNDS.most - total, below, size, **given)  # type: ignore[arg-type]  # likewise
    )


def _usual_holds(total: int, drawn: list[int], size: int) -> bool:
    """Whether 1.96 standard errors about the mean, with the correction for a finite population, hold the total."""
    if len(drawn) < 2:
        return False
    mean = sum(drawn) / len(drawn)
    variance = sum((value - mean) ** 2 for value in drawn) / (len(drawn) - 1)
    error = sqrt(variance / len(drawn) * (1 - len(drawn) / size)) * size
    return abs(mean * size - total) <= _USUAL * error
