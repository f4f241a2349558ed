"""Lost rake from the books: lists, seats and takings of a period, game by game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import Q, Sum

from config.clocks import start_of_hour
from config.rooms.models import Room
from config.snapshots import snapshot
from players.list_games import game_of
from players.models import ListEntry, Sitting
from rake.figures.periods import Period
from rake.figures.scopes import Scope
from rake.lost.reckoning import (
    Change,
    Closed,
    Idle,
    Quoted,
    Quotes,
    Worth,
    by_game,
    lost_after_closes,
    lost_by_hour,
    quotes_of,
    worth_of,
)
from rake.models import PlayDay, PlayHour, RakeDay
from tables.models import PlaqueVersion, TableSession

_S = ListEntry.State
STOPPED = (TableSession.Cause.ORDER, TableSession.Cause.DEALER)
"""The causes of closes that ended a game which players might have gone on with."""


class Spread(NamedTuple):
    """Seconds of dead spread by cause: nobody was down to deal, or the dealer waited for players."""

    dealer: int = 0
    players: int = 0


@dataclass(frozen=True, slots=True)
class GameLost:
    """One game of a period: how its names ended, how waits were quoted, the seconds of seats that stood empty while
    somebody waited, by hour, and why its tables stood still or were closed."""

    name: str
    ended: Mapping[str, int]
    quotes: Quotes
    by_hour: Mapping[datetime, int]
    worth: Worth | None
    spread: Mapping[datetime, Spread]
    """The dead spread of each hour of built days."""
    closed: Mapping[str, int]
    """The closings of its tables in the period by cause, a value of `TableSession.Cause`; empty: none was said."""
    after: Mapping[str, Mapping[datetime, Idle]]
    """The hours that its closed tables could have played, by the cause of the close (`STOPPED`) and the hour."""

    @property
    def lost(self) -> int:
        """Seconds of seats, all hours together."""
        return sum(self.by_hour.values())

    @property
    def stood(self) -> Spread:
        """The dead spread of all hours together."""
        hours = self.spread.values()
        return Spread(sum(each.dealer for each in hours), sum(each.players for each in hours))

    def idle(self, cause: str, hour: datetime | None = None) -> Idle:
        """The seconds that its tables closed for a cause could have played, in an hour or in all together."""
        by_hour = self.after.get(cause, {})
        hours = by_hour.values() if hour is None else [by_hour.get(hour, Idle())]
        return Idle(sum(each.tables for each in hours), sum(each.seats for each in hours))

    @property
    def hours(self) -> list[datetime]:
        """The hours in which seats were lost, or a table stood still, or could have played after its close."""
        after = (hour for by_hour in self.after.values() for hour in by_hour)
        return sorted({*self.by_hour, *self.spread, *after})

    @property
    def gone(self) -> int:
        """Names that went without a seat: taken off the list, or not there when they were called."""
        return self.ended.get(_S.REMOVED, 0) + self.ended.get(_S.NO_SHOW, 0)


def lost_rake(room: Room, period: Period, at: datetime) -> list[GameLost]:
    """The games of the period that had a list, a dead spread or a table that was closed, from one picture of the
    database; seven queries."""
    scope = Scope(room, period, at)
    with snapshot(at_most="2min"):
        entries, openings = _entries(scope), _openings(scope)
        changes = by_game([*_seats(openings), *_names(entries, scope)])
        rakes, played = _taken(scope)
        sat = _sat(scope)
        spreads = _spreads(scope)
    closings, closes = _closings(scope, openings), by_game(_closes(scope, openings))
    named = {key: name for key, (name, _) in closings.items()}
    named |= {entry.waiting_list.key: entry.waiting_list.name for entry in entries}
    unlisted = [("", name) for name in spreads if name not in named.values()]
    hour_of = partial(start_of_hour, zone=room.time_zone)
    until = min(scope.until, at)
    found = []
    for key, name in sorted([*named.items(), *unlisted], key=lambda each: each[1]):
        ours = [entry for entry in entries if entry.waiting_list.key == key]
        ended = Counter(entry.state for entry in ours if entry.ended_at and scope.since <= entry.ended_at < until)
        lost = lost_by_hour(changes[key], scope.since, until, hour_of)
        gone = ended[_S.REMOVED] + ended[_S.NO_SHOW]
        after = lost_after_closes(changes[key], closes[key], scope.since, until, hour_of)
        idle = sum(each.seats for hours in after.values() for each in hours.values())
        worth = worth_of(sum(lost.values()), gone, sat.get(key, []), rakes[name], played[name], after_closes=idle)
        quotes = quotes_of(list(_quoted(ours, scope)))
        _, causes = closings.get(key, ("", Counter[str]()))
        found.append(GameLost(name, dict(ended), quotes, dict(lost), worth, spreads[name], causes, after))
    return found


def _entries(scope: Scope) -> list[ListEntry]:
    """The names that were on a list in the period."""
    then = ListEntry.objects.filter(waiting_list__room=scope.room, joined_at__lt=scope.until)
    still = then.filter(Q(ended_at=None) | Q(ended_at__gte=scope.since))
    return list(still.select_related("waiting_list", "sitting").order_by("pk"))


def _names(entries: list[ListEntry], scope: Scope) -> Iterator[tuple[str, Change]]:
    """Names that wait in the room: from when they are in it until they are seated or go. Who phoned and never came
    waits for nothing here, nor who is on hold."""
    for entry in entries:
        since = entry.joined_at if entry.source == ListEntry.Source.WALK_IN else entry.arrived_at
        if since is None or entry.state == _S.HELD:
            continue
        yield entry.waiting_list.key, Change(since, names=1)
        if entry.ended_at is not None:
            yield entry.waiting_list.key, Change(max(since, entry.ended_at), names=-1)


def _openings(scope: Scope) -> list[TableSession]:
    """The openings of the floor's tables that lie in the period, or reach into it, table by table in their order."""
    of_floor = TableSession.objects.filter(room=scope.room, source=TableSession.Source.FLOOR)
    then = of_floor.filter(opened_at__lt=scope.until).filter(Q(closed_at=None) | Q(closed_at__gte=scope.since))
    return list(then.select_related("plaque").order_by("table", "opened_at", "pk"))


def _seats(openings: list[TableSession]) -> Iterator[tuple[str, Change]]:
    """Seats of the open tables that stand empty: all that the plaque has, less those that somebody took."""
    games = {}
    for session in openings:
        key = games[session.pk] = game_of(session.plaque.plaque).key
        yield key, Change(session.opened_at, seats=session.plaque.plaque.seats)
        if session.closed_at is not None:
            yield key, Change(session.closed_at, seats=-session.plaque.plaque.seats)
    for sitting in Sitting.objects.filter(session__in=games).order_by("pk"):
        yield games[sitting.session_id], Change(sitting.seated_at, seats=-1)
        if sitting.left_at is not None:
            yield games[sitting.session_id], Change(sitting.left_at, seats=1)


def _built(scope: Scope) -> dict[str, Any]:
    """The rows of the scope's days in a rollup, as the keywords of a filter."""
    return {"room": scope.room, "gaming_day__range": scope.days, "source": scope.origin}


def _taken(scope: Scope) -> tuple[Counter[str], Counter[str]]:
    """The rake of the built days, and the seconds that players were present at raked tables, by the name of the game:
    whoever pays for time pays no rake by which a seat's hour could be measured."""
    timed = PlaqueVersion.objects.filter(room=scope.room, plaque_json__fee__mode="time")
    days = _built(scope)
    rakes = RakeDay.objects.filter(**days).order_by().values_list("plaque_name").annotate(n=Sum("rake_taken"))
    raked = PlayDay.objects.filter(**days).exclude(plaque__in=timed)
    played = raked.order_by().values_list("plaque_name").annotate(n=Sum("played_seconds"))
    return Counter(dict(rakes)), Counter(dict(played))


def _spreads(scope: Scope) -> dict[str, dict[datetime, Spread]]:
    """The dead spread of the built days, by the name of the game and the hour."""
    found: dict[str, dict[datetime, Spread]] = defaultdict(dict)
    dead_hours = PlayHour.objects.filter(**_built(scope), dead_seconds__gt=0).order_by()
    rows = dead_hours.values_list("plaque_name", "hour_starts_at")
    for name, hour, dead, undealt in rows.annotate(n=Sum("dead_seconds"), undealt=Sum("dead_undealt_seconds")):
        found[name][hour] = Spread(undealt, dead - undealt)
    return found


def _closes(scope: Scope, openings: list[TableSession]) -> Iterator[tuple[str, Closed]]:
    """The closes by order and for want of a dealer, each until its table opened again, or its gaming day ended."""
    for session, following in pairwise([*openings, None]):
        if session is None or session.closed_at is None or session.close_cause not in STOPPED:
            continue
        until = scope.room.start_of(scope.room.gaming_day(session.closed_at) + timedelta(days=1))
        if following is not None and following.table_id == session.table_id:
            until = min(until, following.opened_at)
        plaque = session.plaque.plaque
        yield game_of(plaque).key, Closed(session.closed_at, until, plaque.seats, session.close_cause)


def _closings(scope: Scope, openings: list[TableSession]) -> dict[str, tuple[str, Counter[str]]]:
    """The closings of the floor's tables in the period: by the key of the game its name, and how many of each cause."""
    found: dict[str, tuple[str, Counter[str]]] = {}
    for session in openings:
        if session.closed_at is None or not scope.since <= session.closed_at < scope.until:
            continue
        game = game_of(session.plaque.plaque, scope.room.money)
        _, causes = found.setdefault(game.key, (game.name, Counter()))
        causes[session.close_cause] += 1
    return found


def _sat(scope: Scope) -> dict[str, list[int]]:
    """The seconds that each sat who left in the period, by game."""
    left = Sitting.objects.filter(session__room=scope.room, left_at__gte=scope.since, left_at__lt=scope.until)
    found: dict[str, list[int]] = defaultdict(list)
    for sitting in left.filter(session__source=TableSession.Source.FLOOR).select_related("session__plaque"):
        if sitting.left_at is not None:
            key = game_of(sitting.session.plaque.plaque).key
            found[key].append(round((sitting.left_at - sitting.seated_at).total_seconds()))
    return found


def _quoted(entries: list[ListEntry], scope: Scope) -> Iterator[Quoted]:
    """The waits that were quoted and ended at a seat, in minutes."""
    for entry in entries:
        seated = entry.sitting.seated_at if entry.state == _S.SEATED and entry.sitting else None
        if entry.quoted_minutes is not None and seated is not None and scope.since <= seated < scope.until:
            yield Quoted(entry.quoted_minutes, round((seated - entry.joined_at).total_seconds() / 60))
