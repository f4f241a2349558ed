"""Chips for each hand of every subject, by a regression of what lacks on the hands that each had a part in.

A box that was filled by several dealers is shared by what their other boxes say. Before anything is seen each subject
is believed to be off by some chips, either way (ridge): so subjects who are always together have no figures of their
own, but wide bands. The band holds the true rate 95 times in 100, however often it is looked at: it leaves out each
rate that was 20 times as likely before as it is now (the prior-posterior ratio; Robbins 1970).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from rake.assurance.chances import told
from rake.assurance.fits import Counted, Explanation
from rake.assurance.seen import Kind, Subject, widest

ALPHA = 0.05
_USUAL = 0.5
"""A subject's part before anything is seen: a chip in every other hand, either way, is nothing unusual. Less would make
every rate small of which few hands are known."""
_ANY = 1.0
_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Rate:
    """A subject's part, in chips that lack for each hand beyond the mean of the others of its kind: about, and between;
    with its hands."""

    about: float
    least: float
    most: float
    hands: float


def rates(counted: Counted, explanation: Explanation) -> Mapping[Subject, Rate]:
    """The rate of every subject who had a part in what was seen."""
    names = sorted({subject for seen in counted for subject, _ in seen.shares})
    if not names:
        return {}
    place = {name: number for number, name in enumerate(names, start=1)}
    size = len(names) + 1
    gram = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    hands = dict.fromkeys(names, 0.0)
    for seen, times in counted.items():
        lacking, surplus = explanation.expected(seen)
        weight = (
            times
            * told(seen.lacking, lacking, surplus, widest(seen.hands), explanation.stray).belongs
            / (lacking + surplus)
        )
        row = [(0, seen.hands), *((place[name], dealt) for name, dealt in seen.shares)]
        for name, dealt in seen.shares:
            hands[name] += times * dealt
        for first, amount in row:
            right[first] += weight * amount * seen.lacking
            for second, other in row:
                gram[first][second] += weight * amount * other
    for number in range(size):
        gram[number][number] += 1 / (_USUAL if number else _ANY) ** 2
    inverse = _inverse(gram)
    about = [sum(a * b for a, b in zip(line, right, strict=True)) for line in inverse]
    kinds = {kind: [place[name] for name in names if name.kind == kind] for kind in Kind}
    return {
        name: _rate(_beside_others(place[name], kinds[name.kind], about, inverse), hands[name], len(kinds[name.kind]))
        for name in names
    }


def _beside_others(
    number: int, alike: Sequence[int], about: Sequence[float], inverse: Sequence[Sequence[float]]
) -> tuple[float, float]:
    """A subject's rate less the mean of the others of its kind, and how far that may be off; its own where there are
    no others. All dealers together deal every hand: only what is between them can be known."""
    weights = {other: -1 / (len(alike) - 1) for other in alike if other != number} | {number: 1.0}
    variance = sum(
        inverse[one][two] * of_one * of_two for one, of_one in weights.items() for two, of_two in weights.items()
    )
    return sum(about[one] * weight for one, weight in weights.items()), sqrt(max(variance, _NOTHING))


def _rate(found: tuple[float, float], hands: float, alike: int) -> Rate:
    """The rate with the band of all that is not 20 times less likely now than before."""
    about, spread = found
    usual = _USUAL * sqrt(alike / max(1, alike - 1))
    narrow, wide = 1 / spread**2, 1 / usual**2
    apart = narrow - wide
    if apart <= wide / 100:
        return Rate(about, float("-inf"), float("inf"), hands)
    room = 2 * (log(1 / ALPHA) + log(usual / spread))
    middle = about * narrow / apart
    half = sqrt(max(0.0, middle**2 - (about**2 * narrow - room) / apart))
    return Rate(about, middle - half, middle + half, hands)


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive matrix, by Gauss and Jordan: its diagonal never comes near nothing."""
    size = len(matrix)
    rows = [
        [*line, *(1.0 if column == number else 0.0 for column in range(size))] for number, line in enumerate(matrix)
    ]
    for pivot in range(size):
        top = rows[pivot]
        scale = 1 / top[pivot]
        rows[pivot] = top = [each * scale for each in top]
        for number, line in enumerate(rows):
            if number != pivot and (factor := line[pivot]):
                rows[number] = [each - factor * other for each, other in zip(line, top, strict=True)]
    return [line[size:] for line in rows]
