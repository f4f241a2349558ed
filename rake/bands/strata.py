"""The stratified estimate of a total: each stratum's mean of what was drawn there, times the values in it."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stratum:
    """The values of one kind: how many there are, and the drawn ones that are known."""

    size: int
    known: tuple[int, ...]


def estimate(strata: Mapping[tuple[Hashable, ...], Stratum]) -> float | None:
    """The estimate of the total over all strata; None where nothing is known in any of them.

    A stratum of which nothing is known takes the mean of those that share its name without the last word, and so on:
    a dealer of whom no hand was answered that of the plaque, a plaque that of the table, a table that of the room.
    """
    if not any(stratum.known for stratum in strata.values()):
        return None
    return sum(stratum.size * _mean(name, strata) for name, stratum in strata.items())


def _mean(name: tuple[Hashable, ...], strata: Mapping[tuple[Hashable, ...], Stratum]) -> float:
    for words in range(len(name), -1, -1):
        alike = [stratum for other, stratum in strata.items() if other[:words] == name[:words]]
        if known := [value for stratum in alike for value in stratum.known]:
            return sum(known) / len(known)
    raise AssertionError("nothing is known of any stratum")
