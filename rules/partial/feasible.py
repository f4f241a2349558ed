"""Figures of which only a range is known, and the rules that narrow them: each bound remembers why and from what.

A rule reads bounds and gives narrower ones; all rules are applied until none has anything to add. What is left is
never too narrow: every set of true figures lies within the ranges, and where the ends meet the figure is determined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from rules.text.violation import Json, Money

Name: TypeAlias = tuple[str, int]
"""What a figure is, and of which seat; seat 0 stands for the whole hand."""

MOST_ROUNDS: Final = 60
"""How often all rules are applied at most: stopping early leaves a range wider than it could be, never wrong."""


class Fact(NamedTuple):
    """Something known of the hand: a figure or its bounds, and the sentence that says so."""

    name: Name
    low: int
    high: int | None
    sentence: str


class Bound(NamedTuple):
    """One end of a range, the sentence why, and the facts from which it follows."""

    amount: int
    why: str
    facts: frozenset[Fact]


@dataclass(frozen=True, slots=True)
class Figure:
    """The bounds of an amount: at least `low`, at most `high` (None: nothing limits it), and the sentence why."""

    low: int
    high: int | None
    why: str

    @property
    def is_determined(self) -> bool:
        """Whether there is only one such amount."""
        return self.low == self.high

    def __contains__(self, amount: int) -> bool:
        return self.low <= amount and (self.high is None or amount <= self.high)

    def words(self, money: Money) -> str:
        """The range for people: "45", "40 to 60", "at least 40"."""
        if self.high is None:
            return f"at least {money(self.low)}"
        return money(self.low) if self.is_determined else f"{money(self.low)} to {money(self.high)}"

    def to_json(self, money: Money) -> dict[str, Json]:
        """Both ends as the currency writes them, and why."""
        return {"low": money(self.low), "high": None if self.high is None else money(self.high), "why": self.why}


class Contradiction(Exception):  # noqa: N818  facts contradict each other: nothing went wrong in the reckoning
    """Raised where a figure would have to be more than it can be; `facts` are those that say so."""

    def __init__(self, facts: frozenset[Fact]) -> None:
        super().__init__(", ".join(fact.sentence for fact in facts))
        self.facts = facts


class Figures:
    """The bounds of every figure of a hand, as far as there are any. Amounts are never negative.

    `changed` are the figures that were narrowed in this round, `fresh` those of the round before as well. `spans` are
    the amounts of both ends, as `span` tells them, of the figures that are limited at all.
    """

    def __init__(self, facts: Iterable[Fact], money: Money) -> None:
        self.money = money
        self.changed: set[Name] = set()
        self.fresh: set[Name] = set()
        self.lows: dict[Name, Bound] = {}
        self.highs: dict[Name, Bound] = {}
        self.spans: dict[Name, tuple[int, int]] = {}
        for fact in facts:
            own = frozenset([fact])
            self.at_least(fact.name, fact.low, fact.sentence, own)
            if fact.high is not None:
                self.at_most(fact.name, fact.high, fact.sentence, own)

    def begin_round(self) -> None:
        """Tell what is narrowed from now on from what was before."""
        self.fresh, self.changed = self.changed, set()

    def low(self, name: Name) -> Bound:
        """The lower end."""
        return self.lows.get(name, _NOTHING)

    def high(self, name: Name) -> Bound | None:
        """The upper end; None where nothing limits it."""
        return self.highs.get(name)

    def span(self, name: Name) -> tuple[int, int]:
        """The amounts of both ends, a huge one where nothing limits it."""
        return self.spans.get(name, _UNLIMITED)

    def most(self, name: Name, otherwise: int) -> int:
        """The amount of the upper end, or `otherwise`."""
        bound = self.highs.get(name)
        return otherwise if bound is None else bound.amount

    def exact(self, name: Name) -> Bound | None:
        """The figure where it is determined, with all the facts that make it so."""
        low, high = self.low(name), self.highs.get(name)
        if high is None or low.amount != high.amount:
            return None
        return Bound(low.amount, high.why, low.facts | high.facts)

    def is_above(self, name: Name, amount: int) -> bool:
        """Whether `amount` would raise the lower end: who has to write the sentence why may ask before."""
        return amount > self.span(name)[0]

    def is_below(self, name: Name, amount: int) -> bool:
        """Whether `amount` would lower the upper end."""
        return amount < self.span(name)[1]

    def at_least(self, name: Name, amount: int, why: str, facts: frozenset[Fact]) -> None:
        """Raise the lower end to `amount`, if it is below. Raises Contradiction where that is above the upper end."""
        if self.is_above(name, amount):
            self.lows[name] = Bound(amount, why, facts)
            self._changed(name)

    def at_most(self, name: Name, amount: int, why: str, facts: frozenset[Fact]) -> None:
        """Lower the upper end to `amount`, if it is above. Raises Contradiction where that is below the lower end."""
        if self.is_below(name, amount):
            self.highs[name] = Bound(amount, why, facts)
            self._changed(name)

    def figure(self, name: Name) -> Figure:
        """The bounds of the figure in the end, with the sentences of both its ends."""
        low, high = self.low(name), self.highs.get(name)
        if high is None:
            return Figure(low.amount, None, low.why)
        if high.amount == low.amount:
            return Figure(low.amount, high.amount, high.why or low.why)
        return Figure(low.amount, high.amount, " ".join(dict.fromkeys(filter(None, (low.why, high.why)))))

    def _changed(self, name: Name) -> None:
        self.changed.add(name)
        self.fresh.add(name)
        low, high = self.low(name), self.highs.get(name)
        if high and low.amount > high.amount:
            raise Contradiction(low.facts | high.facts)
        self.spans[name] = low.amount, high.amount if high else _ENDLESS


_NOTHING: Final = Bound(0, "", frozenset())
_ENDLESS: Final = 1 << 100
"""More than all figures of a hand add up to."""
_UNLIMITED: Final = (0, _ENDLESS)

Rule: TypeAlias = Callable[[Figures], None]


def narrow(figures: Figures, rules: Sequence[Rule]) -> None:
    """Apply the rules until none of them narrows anything. Raises Contradiction."""
    for _ in range(MOST_ROUNDS):
        figures.begin_round()
        for rule in rules:
            rule(figures)
        if not figures.changed:
            return


class Sum:
    """A rule: what stands on the left adds up to what stands on the right, for the reason in the sentence."""

    def __init__(self, left: Sequence[Name], right: Sequence[Name], sentence: str, words: Mapping[str, str]) -> None:
        self._terms = terms = [*((1, name) for name in left), *((-1, name) for name in right)]
        self._others = [
            (sign, name, [(other * -sign, term) for other, term in terms if term != name]) for sign, name in terms
        ]
        self._names = frozenset(name for _, name in terms)
        self._sentence = sentence
        self._words = words

    def __call__(self, figures: Figures) -> None:
        if self._names.isdisjoint(figures.fresh):
            return  # it would say again what it said in the round before
        below, above, widest = self._room(figures)
        if widest <= below and widest <= above:
            return  # as most sums are
        for sign, name, others in self._others:
            low, high = figures.span(name)
            width = high - low
            if width <= below and width <= above:
                continue
            if width > (above if sign > 0 else below):
                self._bound(figures, name, others, lower=True)
            if width > (below if sign > 0 else above):
                self._bound(figures, name, others, lower=False)
            below, above, _ = self._room(figures)

    def _room(self, figures: Figures) -> tuple[int, int, int]:
        """The distances below and above nothing that left less right can be, and the width of the widest range.

        A range that the others narrow is wider than one of the two: so most are told to be narrow enough without a look
        at each pair of terms.
        """
        least, most, widest = 0, 0, 0
        spans = figures.spans
        for sign, name in self._terms:
            low, high = spans.get(name, _UNLIMITED)
            if sign > 0:
                least += low
                most += high
            else:
                least -= high
                most -= low
            widest = max(widest, high - low)
        return -least, most, widest

    def _bound(self, figures: Figures, name: Name, others: list[tuple[int, Name]], *, lower: bool) -> None:
        """One end of the figure, from the ends of the others that go with it."""
        total, lows, highs = 0, figures.lows, figures.highs
        used: list[Bound] = []
        for sign, term in others:
            bound = lows.get(term, _NOTHING) if (sign > 0) is lower else highs.get(term)
            if bound is None:
                return
            total += sign * bound.amount
            used.append(bound)
        known = figures.low(name) if lower else figures.high(name)
        if known is not None and (total <= known.amount if lower else total >= known.amount):
            return
        narrowed = figures.at_least if lower else figures.at_most
        facts = frozenset[Fact]().union(*(bound.facts for bound in used))
        narrowed(name, total, self._why(figures, others, used), facts)

    def _why(self, figures: Figures, others: list[tuple[int, Name]], used: list[Bound]) -> str:
        told = [
            f"{self._words[kind]} {figures.money(bound.amount)}"
            for (_, (kind, _)), bound in zip(others, used, strict=True)
            if bound.amount
        ]
        return f"{self._sentence} ({', '.join(told)})." if told else f"{self._sentence}."
