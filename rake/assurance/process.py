"""The evidence against each subject, which may be looked at whenever anybody likes.

Universal inference (Wasserman, Ramdas and Balakrishnan, PNAS 2020, section 8): of two explanations the one that takes
the subject in is fixed before each look by what was seen until then; the other is the best of all explanations that
leave the subject out, chosen afterwards. The ratio of the two chances, were the subject without a part in it, is ever
above 1/alpha with probability alpha at most: whoever else has a part in it, and whenever anybody stops looking.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from math import exp, log

from rake.assurance.chances import STRAY, log_chance
from rake.assurance.fits import RATES, Counted, Explanation, Fitted, chance_of, explain, fit
from rake.assurance.seen import Part, Seen, Side, widest

_PRIOR_HANDS, _PRIOR_RATE = 1000, 0.005
"""The prior of everybody's errors: 1 % of hands, over or under (FIGURES)."""
_PRIOR_BOXES = 100
_NOTICED = 6.0
"""The evidence from which on a part enters what is believed."""
_BELIEVED = 3
_KEPT = 60


@dataclass(slots=True)
class _Point:
    """An explanation that was tried, with the logarithm of the chance of everything until now."""

    explanation: Explanation
    log_chance: float


@dataclass(slots=True)
class _Ledger:
    """The gains of betting on each part at each rate, beside one belief about everybody else."""

    believed: float = 0.0
    won: dict[Part, list[float]] = field(default_factory=dict)

    def bet(self, seen: Seen, times: int, belief: Explanation, sides: tuple[Side, ...]) -> None:
        """Settle the bets on what was seen, which were placed by the belief."""
        lacking, surplus = belief.expected(seen)
        most = widest(seen.hands)
        chance = log_chance(seen.lacking, lacking, surplus, most, belief.stray)
        self.believed += times * chance
        for subject, hands in seen.shares:
            for side in sides:
                part = Part(subject, side)
                own = belief.parts.get(part, 0.0) * hands
                won = self.won.setdefault(part, [0.0] * len(RATES))
                for number, rate in enumerate(RATES):
                    more = rate * hands - own
                    expected = (lacking + more, surplus) if side == Side.LACKING else (lacking, surplus + more)
                    won[number] += times * (log_chance(seen.lacking, *expected, most, belief.stray) - chance)

    def chances(self, part: Part) -> list[float]:
        """The logarithm of the chance of everything by each of the bets on a part."""
        return [self.believed + each for each in self.won[part]]


def log_mean(logarithms: list[float]) -> float:
    """The logarithm of the mean of numbers that are given by theirs."""
    most = max(logarithms)
    return most + log(sum(exp(each - most) for each in logarithms) / len(logarithms))


@dataclass(slots=True)
class Process:
    """The evidence of one signal, look by look. `sides` are the ways of a difference that are bet on."""

    sides: tuple[Side, ...] = (Side.LACKING, Side.SURPLUS)
    counted: Counter[Seen] = field(default_factory=Counter)
    looks: int = 0
    _belief: Explanation = field(default_factory=lambda: Explanation(_PRIOR_RATE, _PRIOR_RATE))
    ledgers: tuple["_Ledger", ...] = field(default_factory=lambda: (_Ledger(), _Ledger()))
    _points: list[_Point] = field(default_factory=list)

    def look(self, new: Iterable[Seen]) -> None:
        """Take in what was counted since the last look: the bets first, which knew nothing of it."""
        news = Counter(new)
        for seen, times in news.items():
            self._bet(seen, times)
        self.counted.update(news)
        for point in self._points:
            point.log_chance += chance_of(news, point.explanation)
        self.looks += 1
        self._learn()

    def parts(self) -> Collection[Part]:
        """Everything that was bet on."""
        return self.ledgers[0].won.keys()

    def bound(self, part: Part) -> float:
        """The most that the evidence can be (logarithm): against the explanations that were tried until now."""
        others = (point.log_chance for point in self._points if part not in point.explanation.parts)
        return self._won(part) - max(others)

    def evidence(self, part: Part, *, above: float = 0.0) -> float:
        """The logarithm of the evidence that a subject has a part in it. Where it can't come `above` this, the most
        that it can be."""
        if self.bound(part) <= above:
            return self.bound(part)
        known = [point for point in self._points if part not in point.explanation.parts]
        start = max(known, key=lambda point: point.log_chance).explanation
        again = fit(self.counted, start.parts, start)
        self._keep(again)
        if self.bound(part) > above:
            self._keep(explain(self.counted, again.explanation, without=part))
        return self.bound(part)

    def best(self) -> Fitted:
        """The best explanation of everything until now, of those with few parts."""
        return explain(self.counted, self._belief)

    # ------------------------------------------------------------------------------------------------------ privates

    @property
    def _beliefs(self) -> tuple[Explanation, Explanation]:
        """The beliefs beforehand: everybody's errors as they were found, and the same as often over as under, by
        the smaller of both. Whoever takes chips makes the other one larger."""
        alike = min(self._belief.lacking, self._belief.surplus)
        return self._belief, replace(self._belief, lacking=alike, surplus=alike)

    def _bet(self, seen: Seen, times: int) -> None:
        for belief, ledger in zip(self._beliefs, self.ledgers, strict=True):
            ledger.bet(seen, times, belief, self.sides)

    def _won(self, part: Part) -> float:
        """The logarithm of the chance of everything as it was bet on beforehand, over all bets alike."""
        return log_mean([each for ledger in self.ledgers for each in ledger.chances(part)])

    def _learn(self) -> None:
        """Form the belief for the next look: everybody's errors, and the parts that have been noticed."""
        nobody = fit(_without_shares(self.counted), (), self._belief)
        self._points = [point for point in self._points if point.explanation.parts]
        self._keep(Fitted(nobody.explanation, chance_of(self.counted, nobody.explanation)))
        noticed = {part: rate for part, rate in self._belief.parts.items() if rate > RATES[0] / 2}
        other = max((part for part in self.parts() if part not in noticed), key=self._won, default=None)
        if other and len(noticed) < _BELIEVED and self._won(other) - self.ledgers[0].believed > _NOTICED:
            noticed[other] = 0.0
        if noticed:
            found = fit(self.counted, noticed, replace(nobody.explanation, parts=noticed))
            self._keep(found)
            nobody = found
        self._belief = self._tempered(nobody.explanation)

    def _tempered(self, found: Explanation) -> Explanation:
        """Everybody's errors as found, with those that are believed of the first thousand hands added."""
        hands = sum(seen.hands * times for seen, times in self.counted.items())
        prior = _PRIOR_HANDS * _PRIOR_RATE
        lacking, surplus = ((each * hands + prior) / (hands + _PRIOR_HANDS) for each in (found.lacking, found.surplus))
        boxes = self.counted.total()
        stray = (found.stray * boxes + _PRIOR_BOXES * STRAY) / (boxes + _PRIOR_BOXES)
        return Explanation(lacking, surplus, found.parts, stray)

    def _keep(self, found: Fitted) -> None:
        self._points.append(_Point(found.explanation, found.log_chance))
        if len(self._points) > _KEPT:
            with_parts = [point for point in self._points if point.explanation.parts]
            self._points.remove(min(with_parts, key=lambda point: point.log_chance))


def _without_shares(counted: Counted) -> Counted:
    """All that was seen, whoever had a part in it: what is alike then is one."""
    alike: Counter[Seen] = Counter()
    for seen, times in counted.items():
        alike[Seen(seen.lacking, seen.hands, ())] += times
    return alike
