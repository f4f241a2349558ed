"""The time of a table, second by second: open, dealt, its seats taken and played. Plain values, no rows."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from config.clocks import start_of_hour

FEWEST = 2
"""The players without whom nothing is dealt."""


@dataclass(frozen=True, slots=True)
class Span:
    """From an instant until before another; without an end, still."""

    since: datetime
    until: datetime | None = None

    def within(self, outer: "Span") -> "Span | None":
        """The part of it that lies in `outer`, which has an end; None where there is none."""
        since = max(self.since, outer.since)
        until = min(filter(None, (self.until, outer.until)))
        return Span(since, until) if since < until else None

    def covers(self, at: datetime) -> bool:
        """Whether the instant is in it."""
        return self.since <= at and (self.until is None or at < self.until)


@dataclass(frozen=True, slots=True)
class Seated:
    """A player in a seat, and when they were away from it."""

    seat: int
    span: Span
    away: tuple[Span, ...] = ()
    player: Hashable | None = None

    def plays(self, at: datetime) -> bool:
        """Whether the player sits there then, and is not away."""
        return self.span.covers(at) and not any(away.covers(at) for away in self.away)


@dataclass(frozen=True, slots=True)
class Opening:
    """One opening of a table, as it was within a gaming day: `plaques` by the instant from which each held."""

    span: Span
    plaques: Sequence[tuple[datetime, Hashable, int]]
    """The time from which each plaque held, the plaque, and the seats that it has; the earliest first."""

    downs: Sequence[tuple[Span, Hashable]] = ()
    """The time of each down, and its dealer."""

    seated: Sequence[Seated] = ()


@dataclass(slots=True)
class Time:
    """Seconds of one line: `open` is game and dead together, `undealt` a part of it, `dead_undealt` a part of dead and
    of undealt; the last three are of seats."""

    open: int = 0
    game: int = 0
    dead: int = 0
    undealt: int = 0
    dead_undealt: int = 0
    seats: int = 0
    taken: int = 0
    played: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """The line that time is counted on: the plaque, the dealer (None: nobody was put down), the hour's beginning."""

    plaque: Hashable
    dealer: Hashable | None
    hour: datetime


@dataclass(slots=True)
class Sweep:
    """Adds up openings, each cut where anything about it changes."""

    zone: str
    lines: dict[Line, Time] = field(default_factory=dict)

    def add(self, opening: Opening) -> None:
        """Add one opening; its span has an end."""
        cuts = sorted(self._cuts(opening))
        for since, until in pairwise(cuts):
            self._add_piece(opening, since, round((until - since).total_seconds()))

    def _cuts(self, opening: Opening) -> set[datetime]:
        """The instants at which something begins or ends, cut to whole seconds so that pieces add up."""
        spans = [opening.span, *(span for span, _ in opening.downs)]
        spans += [span for each in opening.seated for span in (each.span, *each.away)]
        instants = {at for span in spans for at in (span.since, span.until) if at is not None}
        instants |= {since for since, *_ in opening.plaques} | set(_hours(opening.span, self.zone))
        return {at for at in instants if opening.span.covers(at)} | {_end(opening.span)}

    def _add_piece(self, opening: Opening, at: datetime, seconds: int) -> None:
        _, plaque, seats = next((each for each in reversed(opening.plaques) if each[0] <= at), opening.plaques[0])
        dealer = next((who for span, who in opening.downs if span.covers(at)), None)
        time = self.lines.setdefault(Line(plaque, dealer, start_of_hour(at, self.zone)), Time())
        taken = {each.seat for each in opening.seated if each.span.covers(at)}
        played = {each.seat for each in opening.seated if each.plays(at)}
        time.open += seconds
        if len(played) < FEWEST:
            time.dead += seconds
        else:
            time.game += seconds
        if dealer is None:
            time.undealt += seconds
            time.dead_undealt += seconds if len(played) < FEWEST else 0
        time.seats += max(seats, len(taken)) * seconds
        time.taken += len(taken) * seconds
        time.played += len(played) * seconds


def seconds_of_players(openings: Iterable[Opening], zone: str) -> dict[Hashable, dict[tuple[Hashable, datetime], int]]:
    """The seconds that each player of these openings was in a seat and not away, by plaque and hour of the clock."""
    found: dict[Hashable, dict[tuple[Hashable, datetime], int]] = {}
    for opening in openings:
        for seated in opening.seated:
            lines = found.setdefault(seated.player, {})
            alone = replace(opening, span=seated.span, seated=(seated,), downs=())
            for line, time in played_time([alone], zone).items():
                if time.played:
                    place = (line.plaque, line.hour)
                    lines[place] = lines.get(place, 0) + time.played
    return found


def whole_seconds(span: Span) -> Span:
    """The span in UTC, its ends cut to whole seconds: sums of pieces are then the sum of the whole."""
    return Span(whole_second(span.since), whole_second(span.until) if span.until else None)


def whole_second(at: datetime) -> datetime:
    """The instant in UTC, cut to its second."""
    return at.astimezone(UTC).replace(microsecond=0)


def _hours(span: Span, zone: str) -> Iterator[datetime]:
    """The beginnings of hours of the room's clock within the span."""
    at = start_of_hour(span.since, zone)
    while at < _end(span):
        yield at
        at = start_of_hour(at + timedelta(hours=1, minutes=1), zone)


def _end(span: Span) -> datetime:
    if span.until is None:
        raise ValueError("an opening is cut at the end of its day")
    return span.until


def played_time(openings: Iterable[Opening], zone: str) -> dict[Line, Time]:
    """The seconds of these openings by plaque, dealer and hour of the clock in `zone`."""
    sweep = Sweep(zone)
    for opening in openings:
        sweep.add(opening)
    return sweep.lines
