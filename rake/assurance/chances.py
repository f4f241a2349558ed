"""The chance of a difference: so many chips lacking and so many too many, of which only what is left over is seen.

Chips that lack in a box come one at a time, at a rate for each hand, and so do chips that it holds too many: each
number is a Poisson number, and their difference is what Skellam described (J. R. Stat. Soc. 109, 1946). Now and then a
box is off by any number at all (a stack that stayed behind, two boxes exchanged). Such a stray says nothing of anybody,
so every explanation allows for it alike.
"""

from functools import lru_cache
from math import exp, lgamma, log
from typing import NamedTuple

STRAY = 0.01
"""One box in a hundred is off by chance of another kind, as it is believed before anything is seen (house)."""
_ENOUGH = 1e-12
_LEAST_RATE = 1e-9
_REMEMBERED = 1 << 16


class Told(NamedTuple):
    """One difference under an explanation: the logarithm of its chance, how likely it is no stray, and the
    chips that lacked and that were too many, as expected once their difference is known."""

    log_chance: float
    belongs: float
    lacking: float
    surplus: float


@lru_cache(_REMEMBERED)
def told(difference: int, lacking: float, surplus: float, widest: float, stray: float = STRAY) -> Told:
    """The meaning of a difference where `lacking` and `surplus` chips are expected; `stray` is how
    often it is any number up to `widest`, either way."""
    lacking, surplus = max(lacking, _LEAST_RATE), max(surplus, _LEAST_RATE)
    size = abs(difference)
    more = lacking if difference >= 0 else surplus
    product, sum_of_terms, cancelled, number, term = lacking * surplus, 1.0, 0.0, 0, 1.0
    while True:
        number += 1
        term *= product / (number * (number + size))
        sum_of_terms += term
        cancelled += number * term
        if term * number < _ENOUGH * sum_of_terms and number * (number + size) > product:
            break
    start = size * log(more) - lgamma(size + 1) - lacking - surplus
    regular = (1 - stray) * exp(start) * sum_of_terms
    chance = regular + stray / (2 * widest + 1)
    pairs = cancelled / sum_of_terms
    return Told(log(chance), regular / chance, pairs + max(difference, 0), pairs + max(-difference, 0))


@lru_cache(_REMEMBERED)
def log_chance(difference: int, lacking: float, surplus: float, widest: float, stray: float = STRAY) -> float:
    """The logarithm of the chance of a difference alone."""
    lacking, surplus = max(lacking, _LEAST_RATE), max(surplus, _LEAST_RATE)
    size = abs(difference)
    product, sum_of_terms, number, term = lacking * surplus, 1.0, 0, 1.0
    while term > _ENOUGH * sum_of_terms:
        number += 1
        term *= product / (number * (number + size))
        sum_of_terms += term
    more = lacking if difference >= 0 else surplus
    regular = (1 - stray) * exp(size * log(more) - lgamma(size + 1) - lacking - surplus) * sum_of_terms
    return log(regular + stray / (2 * widest + 1))
