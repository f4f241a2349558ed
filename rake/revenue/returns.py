"""The monthly return: a definition of revenue over the gaming days of a month, each by the version that held then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.urls import reverse

from config.days.registry import in_words
from config.days.selectors import first_day, locked_until
from config.rooms.models import Room
from config.snapshots import snapshot
from rake.figures.periods import Period, month_of
from rake.revenue.definitions import Term, in_force, terms_of, versions_of, worth
from rake.revenue.moved import sums_by_day
from rake.revenue.sums import SUMS, NamedSum
from rake.revenue_models import RevenueVersion


@dataclass(frozen=True, slots=True)
class Line:
    """One gaming day. `parts` are what each sum of its version brings in, by the sum’s code, below zero where it is
    taken off; `total` is None where no version held. Minor units."""

    day: date
    version: RevenueVersion | None
    is_locked: bool
    parts: Mapping[str, int]
    total: int | None


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that the return lacks, in a sentence, with the page where somebody does something about it."""

    sentence: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class MonthlyReturn:
    """A definition over a month. `sums` are those of any version that held in it, in the order of the list."""

    room: Room
    month: Period
    code: str
    title: str
    lines: Sequence[Line]
    sums: Sequence[NamedSum]
    lacks: Sequence[Lack]
    read_from: str = ""
    """A sentence on the replica that it was read from, or why it wasn't; empty where no replica is named."""

    @property
    def total(self) -> int:
        """The sum of the days, minor units."""
        return sum(line.total or 0 for line in self.lines)

    @property
    def parts(self) -> dict[str, int]:
        """The part of each sum in the total, by its code."""
        return {each.code: sum(line.parts.get(each.code, 0) for line in self.lines) for each in self.sums}

    @property
    def versions(self) -> list[RevenueVersion]:
        """The versions that held on any of its days, in their order."""
        return list({line.version.number: line.version for line in self.lines if line.version}.values())

    @property
    def is_complete(self) -> bool:
        """Whether every day of the month is locked, and a version held on each."""
        return not self.lacks

    def formulas(self) -> Iterator[tuple[RevenueVersion, Sequence[Term]]]:
        """The formula of each version that held."""
        return ((version, terms_of(version)) for version in self.versions)


def monthly_return(room: Room, code: str, month: Period, today: date) -> MonthlyReturn | None:
    """The return of the month by the definition of that code; None where the room has none. A few queries."""
    with snapshot(at_most="2min"):
        versions = versions_of(room).get(code)
        if versions is None:
            return None
        sums = sums_by_day(room, month.first, month.last)
        days = sorted(set(_days_of_books(room, month, today)) | set(sums))
        last = locked_until(room)
        lines = [_line(day, in_force(versions, day), sums.get(day, {}), last) for day in days]
    used = {code for line in lines for code in line.parts}
    lacks = tuple(_lacks(month, lines, today))
    shown = tuple(each for each in SUMS if each.code in used)
    return MonthlyReturn(room, month, code, versions[-1].title, lines, shown, lacks)


def usual_month(room: Room, today: date) -> Period:
    """The month that a return is made of, the one before that of today; this one where the books began in it."""
    before, first = month_of(today.replace(day=1) - timedelta(days=1)), first_day(room)
    return before if first is not None and first <= before.last else month_of(today)


def _days_of_books(room: Room, month: Period, today: date) -> Iterator[date]:
    first = first_day(room)
    return (day for day in month if first is not None and first <= day <= today)


def _line(day: date, version: RevenueVersion | None, sums: Mapping[str, int], locked: date | None) -> Line:
    is_locked = locked is not None and day <= locked
    if version is None:
        return Line(day, None, is_locked, {}, None)
    terms = terms_of(version)
    parts = {term.sum.code: term.sign * sums.get(term.sum.code, 0) for term in terms}
    return Line(day, version, is_locked, parts, worth(terms, sums))


def _lacks(month: Period, lines: Sequence[Line], today: date) -> Iterator[Lack]:
    if not lines:
        yield Lack("The books have no gaming day in this month.")
    elif month.last >= today:
        yield Lack(f"The month goes on until {in_words(month.last)}.")
    waiting = [line.day for line in lines if not line.is_locked]
    if len(waiting) == 1:
        yield Lack(f"{in_words(waiting[0])} is not locked yet.", reverse("day", args=[waiting[0]]))
    elif waiting:
        said = f"{len(waiting)} gaming days, from {in_words(waiting[0])} on, are not locked yet."
        yield Lack(said, reverse("day", args=[waiting[0]]))
    without = [line.day for line in lines if line.version is None]
    if without:
        yield Lack(f"Until {in_words(without[-1])} no version of this definition held: those days are not in it.")
