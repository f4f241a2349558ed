"""Bounds of a total from a sample: a betting confidence sequence, without replacement, for bounded differences.

Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS-B 2023, arXiv 2010.09686),
section 5 and appendix B: suppose that the total were T. Then the mean of what is not drawn yet is known at every draw,
and whoever bets, before each draw, that the next value lies above it plays a fair game or a losing one. By Ville's
inequality such a player's capital ever reaches 1/alpha with probability alpha at most. A T at which it does is
rejected; what remains is the band. It holds for every population of values within the bounds, however few or large
the errors are, and after each draw, as often as anybody looks.

Its price: it leaves room for errors as large as the bounds allow that the draw may have missed. Zero errors found is
therefore never "plus or minus 0" while hands are left that were not drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

ALPHA = 0.05
"""A band is wrong at most so often: one time in twenty."""
_ALL_BUT = 0.999
"""The part of the capital that one bet may cost at most: who has lost everything never wins it back."""
_HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Band:
    """The least and the most that a total can be, in the unit of its values."""

    least: float
    most: float

    def __add__(self, other: "Band") -> "Band":
        return Band(self.least + other.least, self.most + other.most)

    def within(self, other: "Band") -> "Band":
        """The part of it inside what is possible at all; what is possible, where nothing of it is."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        return Band(least, most) if least <= most else other

    def holding(self, value: float) -> "Band":
        """The band, made wide enough to hold a value: a wider band is as sure."""
        return Band(min(self.least, value), max(self.most, value))


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that one value can be."""

    least: int
    most: int


def band(drawn: Sequence[int | None], size: int, bounds: Bounds, *, alpha: float = ALPHA) -> Band:
    """The band of the total of `size` values of which these were drawn without replacement, in random order.

    With probability 1 - alpha at least the total lies in it: each end takes half of alpha. None stands for a drawn
    value that nobody knows: it is taken for the least that it can be where the band ends below, and for the most above.
    So the band holds whatever it is about a hand that keeps it from being known.

    Strata need no bands of their own: where each hand was drawn with the same probability, any set of so many hands of
    all strata together is as likely as any other to be the drawn one, which is all that is asked here. Hands drawn at
    different rates are different populations: their bands add up, with alpha shared among them.
    """
    span = bounds.most - bounds.least
    if not span:
        return Band(size * bounds.least, size * bounds.least)
    above = [0 if value is None else value - bounds.least for value in drawn]
    below = [0 if value is None else bounds.most - value for value in drawn]
    least = size * bounds.least + least_total(above, size, nothing=-bounds.least, span=span, alpha=alpha / 2)
    most = size * bounds.most - least_total(below, size, nothing=bounds.most, span=span, alpha=alpha / 2)
    return Band(least, most).within(Band(size * bounds.least, size * bounds.most))


def least_total(drawn: Sequence[int], size: int, *, nothing: int, span: int, alpha: float) -> float:
    """The least total of `size` values from 0 to `span` that the drawn ones don't reject at `alpha`.

    Capital falls as the supposed total rises, at every draw: so the totals that are rejected lie below one number,
    which is found by halving. `nothing` is the value of a hand without a difference: the first bet expects it.
    """
    rejected, stands = 0.0, float(size * span)
    for _ in range(_HALVINGS):
        middle = (rejected + stands) / 2
        if is_rejected(middle, drawn, size, nothing=nothing, span=span, alpha=alpha):
            rejected = middle
        else:
            stands = middle
    return rejected


def is_rejected(total: float, drawn: Sequence[int], size: int, *, nothing: int, span: int, alpha: float) -> bool:
    """Whether betting that the values lie higher, were this their total, ever makes capital of 1/alpha.

    The bet at each draw follows from the draws before it alone: the stake is that of section B.1 of the paper for so
    many draws, by the variance seen so far, and never more than nearly everything.
    """
    if not drawn:
        return False
    capital, goal = 1.0, 1 / alpha
    left, rest = size, total
    weight = sqrt(2 * log(goal) / len(drawn))
    mean, squares = float(nothing), span * span / 16
    for seen, value in enumerate(drawn, start=1):
        if rest < value:
            return True  # the drawn ones alone are more
        if still := rest / left:  # 0 too where it is too little for a number
            stake = min(weight / sqrt(squares / seen), _ALL_BUT / still)
            capital *= 1 + stake * (value - still)
            if capital >= goal:
                return True
        apart = value - mean
        mean += apart / (seen + 1)
        squares += apart * (value - mean)
        left, rest = left - 1, rest - value
    return False
