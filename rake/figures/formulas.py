"""Formulas over sums: what a figure's page says of it and what is computed are one value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

Sums = Mapping[str, int | None]
"""The sum of each measure by its code; None where it isn't known."""


class Formula(Protocol):
    """A formula over measures."""

    def worth(self, sums: Sums) -> Fraction | None:
        """The exact value; None where a sum that it needs is unknown, or a divisor is zero."""

    def words(self, titles: Mapping[str, str]) -> str:
        """The formula in words, its measures by their titles."""

    def measures(self) -> Iterator[str]:
        """The codes of its measures, in the order in which they are read."""


@dataclass(frozen=True, slots=True)
class Total:
    """Measures added up, those of `less` taken off."""

    plus: tuple[str, ...]
    less: tuple[str, ...] = ()

    def added_up(self, sums: Sums) -> int | None:
        """The sum; None where one of them is unknown."""
        added = [sums.get(code) for code in self.plus]
        taken = [sums.get(code) for code in self.less]
        if None in added or None in taken:
            return None
        return sum(filter(None, added)) - sum(filter(None, taken))

    def worth(self, sums: Sums) -> Fraction | None:
        """The sum; unknown where one of them is."""
        worth = self.added_up(sums)
        return None if worth is None else Fraction(worth)

    def words(self, titles: Mapping[str, str]) -> str:
        """“rake taken + time collected − waived”."""
        plus = " + ".join(titles[code] for code in self.plus)
        return plus + "".join(f" − {titles[code]}" for code in self.less)

    def measures(self) -> Iterator[str]:
        """Those added, then those taken off."""
        yield from self.plus
        yield from self.less


@dataclass(frozen=True, slots=True)
class Ratio:
    """One total over another; `times` turns its unit into the figure's: 3600 where seconds make hours."""

    top: Total
    bottom: Total
    times: Fraction = Fraction(1)

    def worth(self, sums: Sums) -> Fraction | None:
        """The quotient; unknown where a sum is, and where the divisor is nothing."""
        top, bottom = self.top.added_up(sums), self.bottom.added_up(sums)
        if top is None or not bottom:
            return None
        return Fraction(top * self.times.numerator, bottom * self.times.denominator)

    def words(self, titles: Mapping[str, str]) -> str:
        """“rake taken ÷ table time”, sums in brackets."""
        return f"{_bracketed(self.top, titles)} ÷ {_bracketed(self.bottom, titles)}"

    def measures(self) -> Iterator[str]:
        """Those of the dividend, then those of the divisor."""
        yield from self.top.measures()
        yield from self.bottom.measures()


@dataclass(frozen=True, slots=True)
class Scaled:
    """A total in another unit: seconds as hours are 1/3600 each."""

    total: Total
    times: Fraction

    def worth(self, sums: Sums) -> Fraction | None:
        """The total in the other unit; unknown where a sum is."""
        worth = self.total.worth(sums)
        return None if worth is None else worth * self.times

    def words(self, titles: Mapping[str, str]) -> str:
        """As the total's."""
        return self.total.words(titles)

    def measures(self) -> Iterator[str]:
        """As the total's."""
        yield from self.total.measures()


def total(*codes: str, less: tuple[str, ...] = ()) -> Total:
    """These measures added up, those of `less` taken off."""
    return Total(codes, less)


def per_hour(top: str, seconds: str, *, less: str = "") -> Ratio:
    """The measure for each hour of a measure in seconds, those of `less` taken off."""
    return Ratio(Total((top,)), Total((seconds,), (less,) if less else ()), Fraction(3600))


def per(top: str, bottom: str) -> Ratio:
    """The measure for each one of another."""
    return Ratio(Total((top,)), Total((bottom,)))


def hours(seconds: str, less: tuple[str, ...] = ()) -> Scaled:
    """A measure in seconds, those of `less` taken off, as hours."""
    return Scaled(total(seconds, less=less), Fraction(1, 3600))


def mean_minutes(seconds: str, cases: str) -> Ratio:
    """A measure in seconds for each of its cases, as minutes."""
    return Ratio(Total((seconds,)), Total((cases,)), Fraction(1, 60))


def _bracketed(part: Total, titles: Mapping[str, str]) -> str:
    words = part.words(titles)
    return f"({words})" if len(part.plus) + len(part.less) > 1 else words
