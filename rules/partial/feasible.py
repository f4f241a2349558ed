"""Figures of which only a range is known, and the rules that narrow them: each bound remembers why and from what.

A rule reads bounds and gives narrower ones; all rules are applied until none has anything to add. What is left is
never too narrow: every set of true figures lies within the ranges, and where the ends meet the figure is determined.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeAlias

from rules.text.violation import Json, Money

Name: TypeAlias = str
"""A figure and its seat: "paid 3"; without a number it is of the whole hand. A text, since figures are
looked up by it all the time, and a text remembers its hash."""

MOST_ROUNDS: Final = 60
"""The most times that all rules are applied: stopping early leaves a range wider than it could be, never wrong."""


class Fact(NamedTuple):
    """Something known of the hand: a figure or its bounds, and the sentence that says so."""

    name: Name
    low: int
    high: int | None
    sentence: str


class Bound:
    """One end of a range, the sentence why, and the facts and other ends from which it follows.

    Most ends are narrowed again before anybody reads why: where the sentence has to be made up it is, when it is asked
    for.
    """

    __slots__ = ("_why", "amount", "sources")

    def __init__(self, amount: int, why: Why, sources: Iterable[Source]) -> None:
        self.amount = amount
        self.sources = sources
        self._why = why

    @property
    def why(self) -> str:
        """The sentence."""
        if not isinstance(self._why, str):
            self._why = self._why()
        return self._why


Why: TypeAlias = str | Callable[[], str]
Source: TypeAlias = Bound | Fact | None
"""The facts that a bound follows from; nothing follows from None, an end that isn't limited."""


def facts_behind(*bounds: Source) -> frozenset[Fact]:
    """The facts from which all these follow."""
    facts: set[Fact] = set()
    seen: set[int] = set()
    waiting = [*bounds]
    while waiting:
        source = waiting.pop()
        if isinstance(source, Fact):
            facts.add(source)
        elif source is not None and id(source) not in seen:
            seen.add(id(source))
            waiting.extend(source.sources)
    return frozenset(facts)


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
    """The bounds of every figure of a hand. Amounts are never negative; of what nothing is known nothing limits it.

    `waiting` has a bit for each of the `rules` that reads a figure which was narrowed since the rule was applied last.
    `lows` and `highs` are the ends, None where nothing limits a figure, `spans` the amounts of both, a huge one for
    None.
    """

    def __init__(self, names: Iterable[Name], facts: Iterable[Fact], rules: Rules, money: Money) -> None:
        self.money = money
        self.waiting = 0
        self._readers = rules.readers
        self.spans = dict.fromkeys(names, _UNLIMITED)
        self.lows = dict.fromkeys(self.spans, _NOTHING)
        self.highs: dict[Name, Bound | None] = dict.fromkeys(self.spans)
        for fact in facts:
            own = (fact,)
            self.at_least(fact.name, fact.low, fact.sentence, own)
            if fact.high is not None:
                self.at_most(fact.name, fact.high, fact.sentence, own)

    def most(self, name: Name, otherwise: int) -> int:
        """The amount of the upper end, or `otherwise`."""
        bound = self.highs[name]
        return otherwise if bound is None else bound.amount

    def exact(self, name: Name) -> int | None:
        """The figure where it is determined."""
        low, high = self.spans[name]
        return low if low == high else None

    def at_least(self, name: Name, amount: int, why: Why, sources: Iterable[Source]) -> None:
        """Raise the lower end to `amount`, if it is below. Raises Contradiction where that is above the upper end."""
        low, high = self.spans[name]
        if amount > low:
            self.lows[name] = Bound(amount, why, sources)
            self._narrowed(name, amount, high)

    def at_most(self, name: Name, amount: int, why: Why, sources: Iterable[Source]) -> None:
        """Lower the upper end to `amount`, if it is above. Raises Contradiction where that is below the lower end."""
        low, high = self.spans[name]
        if amount < high:
            self.highs[name] = Bound(amount, why, sources)
            self._narrowed(name, low, amount)

    def figure(self, name: Name) -> Figure:
        """The bounds of the figure in the end, with the sentences of both its ends."""
        low, high = self.lows[name], self.highs[name]
        if high is None:
            return Figure(low.amount, None, low.why)
        if high.amount == low.amount:
            return Figure(low.amount, high.amount, high.why or low.why)
        return Figure(low.amount, high.amount, " ".join(dict.fromkeys(filter(None, (low.why, high.why)))))

    def _narrowed(self, name: Name, low: int, high: int) -> None:
        self.waiting |= self._readers.get(name, 0)
        if low > high:
            raise Contradiction(facts_behind(self.lows[name], self.highs[name]))
        self.spans[name] = low, high


_NOTHING: Final = Bound(0, "", ())
_ENDLESS: Final = 1 << 100
"""More than all figures of a hand add up to."""
_BOUNDLESS: Final = 1 << 99
"""A sum that comes to more has a term that nothing limits."""
_UNLIMITED: Final = (0, _ENDLESS)

_Ends: TypeAlias = Mapping[Name, Bound | None]


class Rule(Protocol):
    """Narrows figures. What it says follows from the bounds of those in `names` alone."""

    @property
    def names(self) -> Collection[Name]:
        """The figures that it reads."""

    @property
    def is_done_at_once(self) -> bool:
        """Whether applied a second time it adds nothing: what it narrowed itself is no reason to apply it again."""

    def __call__(self, figures: Figures) -> None:
        """Narrow what can be narrowed. Raises Contradiction."""


class Rules:
    """Rules in the order in which they are applied; `readers` has, by figure, a bit for each rule that reads it."""

    def __init__(self, *rules: Rule) -> None:
        self._rules = rules
        self.readers: dict[Name, int] = {}
        for place, rule in enumerate(rules):
            for name in rule.names:
                self.readers[name] = self.readers.get(name, 0) | 1 << place

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)


def narrow(figures: Figures, rules: Rules) -> None:
    """Apply the rules until none of them has anything to add: again only those that read what others narrowed since.

    Raises Contradiction.
    """
    for _ in range(MOST_ROUNDS):
        for place, rule in enumerate(rules):
            if figures.waiting >> place & 1:
                figures.waiting ^= 1 << place
                rule(figures)
                if rule.is_done_at_once:
                    figures.waiting &= ~(1 << place)
        if not figures.waiting:
            return


class Sum:
    """A rule: what stands on the left adds up to what stands on the right, for the reason in the sentence.

    Left less right is nothing, so each figure is what the others leave of it. What it can be below and above nothing is
    together as wide as all ranges: a figure that is narrowed leaves the others as much room as their ranges have, so
    that one look at that room serves them all, and a second one would find nothing.
    """

    is_done_at_once: Final = True

    def __init__(self, left: Sequence[Name], right: Sequence[Name], sentence: str, words: Mapping[str, str]) -> None:
        self._left = tuple(left)
        self._right = tuple(right)
        self.names = frozenset([*left, *right])
        self._others = {name: self._beside(name) for name in (*left, *right)}
        self._sentence = sentence
        self._words = words

    def _beside(self, name: Name) -> tuple[tuple[Name, bool], ...]:
        """The other figures, each with whether it stands on the other side than `name`."""
        on_left, on_right = name in self._left, name in self._right
        left, right = [(term, on_right) for term in self._left], [(term, on_left) for term in self._right]
        return tuple(other for other in (*left, *right) if other[0] != name)

    def __call__(self, figures: Figures) -> None:
        spans = figures.spans
        below, above, widest = self._room(spans)
        if widest <= below and widest <= above:
            return  # as most sums are
        for name in self._left:
            low, high = spans[name]
            if high - low > above or high - low > below:
                self._bound(figures, name, above, below)
        for name in self._right:
            low, high = spans[name]
            if high - low > above or high - low > below:
                self._bound(figures, name, below, above)

    def _room(self, spans: Mapping[Name, tuple[int, int]]) -> tuple[int, int, int]:
        """The distances below and above nothing that left less right can be, and the width of the widest range.

        A range that the others narrow is wider than one of the two: so most are told to be narrow enough without a look
        at each pair of terms.
        """
        below, above, widest = 0, 0, 0
        for name in self._left:
            low, high = spans[name]
            below -= low
            above += high
            if high - low > widest:  # noqa: PLR1730 - a call of max takes as long as the rest of the loop
                widest = high - low
        for name in self._right:
            low, high = spans[name]
            below += high
            above -= low
            if high - low > widest:  # noqa: PLR1730 - likewise
                widest = high - low
        return below, above, widest

    def _bound(self, figures: Figures, name: Name, upwards: int, downwards: int) -> None:
        """Narrow the figure to what the others leave: its least lies so far below its upper end as the first distance,
        its most so far above its lower end as the second."""
        low, high = figures.spans[name]
        least, most = high - upwards, low + downwards
        if least > low:
            used = self._ends(figures.lows, figures.highs, name)
            figures.at_least(name, least, partial(self._why, figures.money, name, used), used)
        if most < high and most < _BOUNDLESS:
            used = self._ends(figures.highs, figures.lows, name)
            figures.at_most(name, most, partial(self._why, figures.money, name, used), used)

    def _ends(self, same: _Ends, opposite: _Ends, name: Name) -> list[Bound | None]:
        """The ends of the others that go with one of the figure's: the same of those on the other side, the opposite of
        those on its own."""
        return [same[other] if is_across else opposite[other] for other, is_across in self._others[name]]

    def _why(self, money: Money, name: Name, used: Sequence[Bound | None]) -> str:
        told = [
            f"{self._words[other.partition(' ')[0]]} {money(bound.amount)}"
            for (other, _), bound in zip(self._others[name], used, strict=True)
            if bound is not None and bound.amount
        ]
        return f"{self._sentence} ({', '.join(told)})." if told else f"{self._sentence}."
