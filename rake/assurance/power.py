"""The chips that a room would find, and how fast: from its own hands, errors, dealers and tables, and its goal.

The evidence grows by what one box tells on average (the Kullback-Leibler divergence of the two explanations), less what
the choice among bets and among other explanations costs once. A box that is filled by many dealers tells of one of them
only as far as their part in it changes from box to box.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, log

from rake.assurance.chances import log_chance
from rake.assurance.fits import RATES

SKIMS = (0.02, 0.05, 0.10)
"""The shares of hands of which a chip is kept (FIGURES)."""
_CHOICE = log(2 * len(RATES))
"""The cost of betting at several rates at once."""
_OTHERS = 5.0
"""The evidence that the best of the other explanations gains by accident: measured on rooms of `rooms`, 4 to 7."""
LONGEST = 1000
"""Shifts beyond which nothing is found (a year and a half)."""


@dataclass(frozen=True, slots=True)
class Design:
    """A room: the hands of a down, the downs of a shift at each table, tables, dealers, and the chips for each hand
    that lack and that are too many by everybody's errors.

    `varies` is how far a dealer's hands in a box of a shift differ from box to box (their variance), where boxes show
    it.
    """

    hands_a_down: float
    downs: float
    tables: float
    dealers: float
    lacking: float
    surplus: float
    varies: float | None = None


@dataclass(frozen=True, slots=True)
class Power:
    """A share of hands of which a chip is kept, and after how many shifts that is found; None: not within LONGEST."""

    skim: float
    by_shift: int | None
    by_down: int | None


def power_table(design: Design, goal: float) -> list[Power]:
    """The table for each share."""
    return [Power(skim, *_shifts(design, goal, skim)) for skim in SKIMS]


def _shifts(design: Design, goal: float, skim: float) -> tuple[int | None, int | None]:
    needed = goal + _CHOICE + _OTHERS
    return _ceiling(needed, _by_shift(design, skim)), _ceiling(needed, _by_down(design, skim))


def _ceiling(needed: float, growth: float) -> int | None:
    return None if growth * LONGEST < needed else ceil(needed / growth)


def _by_down(design: Design, skim: float) -> float:
    """The evidence of a shift where each down has a box of its own."""
    lacking, surplus = design.lacking * design.hands_a_down, design.surplus * design.hands_a_down
    gained = divergence(lacking + skim * design.hands_a_down, lacking, surplus, design.hands_a_down)
    return gained * design.downs * design.tables / design.dealers


def _by_shift(design: Design, skim: float) -> float:
    """The evidence of a shift where each table has one box: as far as the hands of a dealer differ between boxes.

    Where no boxes show it, dealers are drawn anew for each down: their number of downs at a table has the variance of a
    coin that falls so.
    """
    share = 1 / design.dealers
    drawn = design.downs * share * (1 - share) * design.hands_a_down**2
    varies = drawn if design.varies is None else design.varies
    hands = design.hands_a_down * design.downs
    noise = hands * (design.lacking + design.surplus + skim * share)
    return skim**2 * varies / (2 * noise) * design.tables if noise else 0.0


def variance_in_boxes(boxes: Sequence[Mapping[Hashable, float]], subjects: Collection[Hashable]) -> float:
    """The mean of the variances of the subjects' hands in a box, from box to box."""
    if not boxes or not subjects:
        return 0.0
    sum_of_all = 0.0
    for subject in subjects:
        dealt = [box.get(subject, 0.0) for box in boxes]
        mean = sum(dealt) / len(dealt)
        sum_of_all += sum((each - mean) ** 2 for each in dealt) / len(dealt)
    return sum_of_all / len(subjects)


def divergence(truly: float, lacking: float, surplus: float, hands: float) -> float:
    """The evidence of one box on average where `truly` chips are expected to lack and somebody believes `lacking`."""
    widest = hands + 3
    sum_of_all = 0.0
    for difference in range(-round(widest), round(widest) + 1):
        chance = log_chance(difference, truly, surplus, widest)
        sum_of_all += exp(chance) * (chance - log_chance(difference, lacking, surplus, widest))
    return sum_of_all
