"""The best explanation of all that was seen: error rates of the whole room, and the parts of a few subjects.

The rates are found by expectation and maximisation (Dempster, Laird and Rubin 1977): each round shares the chips that
are expected to have lacked among whatever may explain them, and no round makes the explanation worse.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import hypot, sqrt

from rake.assurance.chances import STRAY, log_chance, told
from rake.assurance.seen import Part, Seen, Side, widest

AT_ONCE = 2
"""Besides the errors of everybody, so many parts explain the differences at most."""
_TRIED = 2
"""The likeliest candidates that are tried at each step."""
_RAREST, _OFTEN = 0.001, 0.5
"""The least and the most often that a box is a stray."""
_STILL = 0.01
"""A round that makes an explanation better by less is the last one."""
_WORTH_IT = 0.5
"""A part that makes an explanation better by less is none."""
_FIRST_RATE = 0.005
RATES = (0.02, 0.05, 0.12, 0.3, 0.8)
"""The chips a hand that are bet on, and that a fit begins from, for each part alike."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Chips for each hand: what everybody's errors lack and have too many, and the parts of subjects in it; and how
    often a box is off by any number at all."""

    lacking: float = _FIRST_RATE
    surplus: float = _FIRST_RATE
    parts: Mapping[Part, float] = field(default_factory=dict)
    stray: float = STRAY

    def expected(self, seen: Seen) -> tuple[float, float]:
        """The chips that are expected to lack and to be too many."""
        lacking, surplus = self.lacking * seen.hands, self.surplus * seen.hands
        if self.parts:
            for subject, hands in seen.shares:
                lacking += self.parts.get(Part(subject, Side.LACKING), 0.0) * hands
                surplus += self.parts.get(Part(subject, Side.SURPLUS), 0.0) * hands
        return lacking, surplus

    def log_chance(self, seen: Seen) -> float:
        """The logarithm of the chance of what was seen."""
        return log_chance(seen.lacking, *self.expected(seen), widest(seen.hands), self.stray)


@dataclass(frozen=True, slots=True)
class Fitted:
    """An explanation with the logarithm of the chance of everything under it."""

    explanation: Explanation
    log_chance: float


Counted = Mapping[Seen, int]
"""The number of times that each thing was seen."""
_Row = tuple[int, float, tuple[float, ...]]
"""The amount that lacks, the hands, and how many of them each part of an explanation had a hand in."""


def chance_of(counted: Counted, explanation: Explanation) -> float:
    """The logarithm of the chance of everything under one explanation."""
    return sum(times * explanation.log_chance(seen) for seen, times in counted.items())


def fit(counted: Counted, parts: Collection[Part], start: Explanation) -> Fitted:
    """The best explanation by these parts, from a first one on."""
    rows = _rows(counted, parts)
    now = replace(start, parts={part: start.parts.get(part) or RATES[0] for part in parts})
    for part in parts:
        if not start.parts.get(part):
            begun = [replace(now, parts={**now.parts, part: rate}) for rate in RATES]
            now = max(begun, key=lambda each: _round(rows, each)[1])
    before = float("-inf")
    while True:
        better, chance = _round(rows, now)
        if chance - before < _STILL:
            return Fitted(now, chance)
        before, now = chance, better


def _rows(counted: Counted, parts: Collection[Part]) -> Mapping[_Row, int]:
    """All that was seen as far as it matters to these parts: what is alike then is one."""
    rows: Counter[_Row] = Counter()
    subjects = [part.subject for part in parts]
    for seen, times in counted.items():
        dealt = dict(seen.shares) if subjects else {}
        rows[seen.lacking, seen.hands, tuple(dealt.get(subject, 0.0) for subject in subjects)] += times
    return rows


def _round(rows: Mapping[_Row, int], now: Explanation) -> tuple[Explanation, float]:
    """A better explanation, and the chance of everything under the one before."""
    sides = [(part.side, rate) for part, rate in now.parts.items()]
    total = hands = boxes = strays = shortfall = excess = 0.0
    chips, dealt = [0.0] * len(sides), [0.0] * len(sides)
    for (difference, played, shares), times in rows.items():
        expected = {Side.LACKING: now.lacking * played, Side.SURPLUS: now.surplus * played}
        for (side, rate), share in zip(sides, shares, strict=True):
            expected[side] += rate * share
        tells = told(difference, expected[Side.LACKING], expected[Side.SURPLUS], widest(played), now.stray)
        belongs = times * tells.belongs
        each = {
            Side.LACKING: belongs * tells.lacking / (expected[Side.LACKING] or 1),
            Side.SURPLUS: belongs * tells.surplus / (expected[Side.SURPLUS] or 1),
        }
        total += times * tells.log_chance
        boxes, strays = boxes + times, strays + times - belongs
        hands += belongs * played
        shortfall += each[Side.LACKING] * now.lacking * played
        excess += each[Side.SURPLUS] * now.surplus * played
        for number, ((side, rate), share) in enumerate(zip(sides, shares, strict=True)):
            chips[number] += each[side] * rate * share
            dealt[number] += belongs * share
    if not hands:
        return now, total
    rates = {part: of / (in_all or 1) for part, of, in_all in zip(now.parts, chips, dealt, strict=True)}
    return Explanation(shortfall / hands, excess / hands, rates, min(max(strays / boxes, _RAREST), _OFTEN)), total


def explain(counted: Counted, start: Explanation, *, without: Part | None = None, at_most: int = AT_ONCE) -> Fitted:
    """The best explanation that has no part `without`, found a part at a time: at each step the likeliest are tried.

    An explanation without any part is one too. The other side of the subject is allowed.
    """
    best = fit(counted, (), start)
    for _ in range(at_most):
        taken = set(best.explanation.parts)
        tried = [
            fit(counted, [*taken, part], best.explanation)
            for part in likeliest(counted, best.explanation, _TRIED, {*taken, without})
        ]
        better = max(tried, key=lambda each: each.log_chance, default=best)
        if better.log_chance < best.log_chance + _WORTH_IT:
            break
        best = better
    return best


def likeliest(counted: Counted, now: Explanation, most: int, without: Collection[Part | None] = ()) -> list[Part]:
    """The parts that would make an explanation better: by the slope of the chance, beside what the slope is by accident
    (Rao's score), so many; and as many more by all differences alike, those too that are taken for strays."""
    slopes: dict[Part, tuple[float, float]] = {}
    plain: dict[Part, tuple[float, float]] = {}
    for seen, times in counted.items():
        lacking, surplus = now.expected(seen)
        tells = told(seen.lacking, lacking, surplus, widest(seen.hands), now.stray)
        apart = seen.lacking - lacking + surplus
        for side, slope, off in (
            (Side.LACKING, tells.lacking / (lacking or 1) - 1, apart),
            (Side.SURPLUS, tells.surplus / (surplus or 1) - 1, -apart),
        ):
            for subject, hands in seen.shares:
                part = Part(subject, side)
                _add(slopes, part, tells.belongs * slope * hands, times)
                _add(plain, part, off * hands, times)
    ranked = [sorted(scores, key=lambda part: (-scores[part], part)) for scores in (_scores(slopes), _scores(plain))]
    chosen = [part for parts in ranked for part in [each for each in parts if each not in without][:most]]
    return list(dict.fromkeys(chosen))


def _add(sums: dict[Part, tuple[float, float]], part: Part, amount: float, times: int) -> None:
    """Add an amount so many times to a part's sum, and to the length of all its amounts: its square would be nothing
    where a box is so far off that hardly any of it is explained."""
    total, length = sums.get(part, (0.0, 0.0))
    sums[part] = total + times * amount, hypot(length, sqrt(times) * amount)


def _scores(sums: Mapping[Part, tuple[float, float]]) -> dict[Part, float]:
    return {part: total / length for part, (total, length) in sums.items() if total > 0}
