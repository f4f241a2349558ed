"""The arithmetic of lost rake, on plain spans of time: no database.

At every instant a game has seats that stand empty at its open tables, and names whose turn could come. The smaller of
the two is lost: so many more could have sat. The names beyond those seats could have sat at tables that were closed.
What that is worth is the rake of a seat's hour in the same game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from statistics import median
from typing import NamedTuple, TypeVar

from rake.sweep import FEWEST

_Fact = TypeVar("_Fact")
HOUR = 3600
FEWEST_QUOTES = 10
"""With fewer waits that were quoted and came to a seat, how wrong the quotes are is not said."""


class Change(NamedTuple):
    """Seats, or names that wait, which a game has more or fewer of from an instant on."""

    at: datetime
    seats: int = 0
    names: int = 0


def lost_by_hour(
    changes: Iterable[Change], since: datetime, until: datetime, hour_of: Callable[[datetime], datetime]
) -> Counter[datetime]:
    """The seconds of seats that stood empty while somebody waited, by the hour that they were lost in.

    A table with more players than seats leaves none empty, and takes none from another table's.
    """
    found: Counter[datetime] = Counter()
    empty = waiting = 0
    ordered = sorted(changes)
    for now, after in pairwise([*ordered, Change(until)]):
        empty, waiting = empty + now.seats, waiting + now.names
        if (lost := min(empty, waiting)) > 0:
            for hour, seconds in _spread(max(now.at, since), min(after.at, until), hour_of):
                found[hour] += lost * seconds
    return found


def _spread(
    since: datetime, until: datetime, hour_of: Callable[[datetime], datetime]
) -> Iterable[tuple[datetime, int]]:
    """The seconds of a span by the hour that they lie in."""
    while since < until:
        hour = hour_of(since)
        end = min(until, hour + timedelta(hours=1))
        yield hour, round((end - since).total_seconds())
        since = end


class Closed(NamedTuple):
    """A table that was closed for a cause, though it might have gone on: from its close until it opened again or its
    day ended; the earlier close stands first."""

    since: datetime
    until: datetime
    seats: int
    cause: str


class Idle(NamedTuple):
    """Seconds in which closed tables could have played: of tables, and of the seats that names would have taken."""

    tables: int = 0
    seats: int = 0


def lost_after_closes(
    changes: Iterable[Change],
    closes: Iterable[Closed],
    since: datetime,
    until: datetime,
    hour_of: Callable[[datetime], datetime],
) -> Mapping[str, Mapping[datetime, Idle]]:
    """The seconds in which closed tables could have played, by the cause of the close and the hour.

    Names take the seats that stand empty at open tables first, which are lost there (`lost_by_hour`). The others would
    have filled the closed tables, the one that was closed first before the next: two make a game, fewer play at none.
    """
    found: dict[str, dict[datetime, Idle]] = defaultdict(lambda: defaultdict(Idle))
    in_order = sorted(closes)
    turns = (Change(at) for each in in_order for at in (each.since, each.until))
    empty = waiting = 0
    for now, after in pairwise([*sorted([*changes, *turns]), Change(until)] if in_order else []):
        empty, waiting = empty + now.seats, waiting + now.names
        begins, ends = max(now.at, since), min(after.at, until)
        for cause, players in _filled(in_order, now.at, waiting - max(min(empty, waiting), 0)):
            for hour, seconds in _spread(begins, ends, hour_of):
                tables, seats = found[cause][hour]
                found[cause][hour] = Idle(tables + seconds, seats + players * seconds)
    return found


def _filled(closes: Iterable[Closed], at: datetime, names: int) -> Iterator[tuple[str, int]]:
    """The tables closed at an instant that so many names would fill: the cause of each, and who would play there."""
    for close in closes:
        if names < FEWEST or at < close.since:
            return
        if at < close.until:
            players = min(names, close.seats)
            names -= players
            yield close.cause, players


class Quoted(NamedTuple):
    """A wait in minutes, as it was told and as it was."""

    told: int
    was: int


@dataclass(frozen=True, slots=True)
class Quotes:
    """The errors of quoted waits: the mean of told less true, in minutes (above nothing: told too long), and the
    bound that nine of ten stay within."""

    many: int
    bias: Fraction | None
    nine_of_ten: int | None


def quotes_of(waits: Sequence[Quoted]) -> Quotes:
    """The errors of these waits; without figures for too few of them."""
    if len(waits) < FEWEST_QUOTES:
        return Quotes(len(waits), None, None)
    errors = [wait.told - wait.was for wait in waits]
    within = sorted(map(abs, errors))[-(-9 * len(errors) // 10) - 1]
    return Quotes(len(waits), Fraction(sum(errors), len(errors)), within)


@dataclass(frozen=True, slots=True)
class Worth:
    """The rake that was lost, minor units: `low` of the seats that stood empty while somebody waited; `closed` of the
    seats of closed tables that names would have taken; `high` of both, and of the names that went without a seat
    besides, had each stayed as long as half of those who sat."""

    low: int
    high: int
    closed: int = 0


def worth_of(
    lost: int, gone: int, sat: Sequence[int], rake: int, played: int, *, after_closes: int = 0
) -> Worth | None:
    """The worth of so many lost seconds, at open tables and `after_closes`, and of names that went, by the rake of the
    seconds played and how long each sat who did; None where nothing was played to measure it by."""
    if not played:
        return None
    an_hour = Fraction(rake * HOUR, played)
    stay = Fraction(median(sat)) if sat else Fraction(0)
    low, closed = an_hour * lost / HOUR, an_hour * after_closes / HOUR
    return Worth(round(low), round(low + closed + an_hour * gone * stay / HOUR), round(closed))


def by_game(facts: Iterable[tuple[str, _Fact]]) -> dict[str, list[_Fact]]:
    """The facts of each game."""
    found: dict[str, list[_Fact]] = defaultdict(list)
    for game, fact in facts:
        found[game].append(fact)
    return found
