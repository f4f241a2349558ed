"""The points that hours of a locked gaming day earn by the rules and rates of that day, and why some earn none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.db.models import Q

from config.days.models import DayLock
from config.rooms.models import Room
from players.comps.week import any_covers, points_an_hour
from players.models import Ban, CompRules, Player
from players.persons import persons_at
from players.selectors.comps import Rates, rates_on, rules_on
from players.standing import of_persons
from rake.comps.hours import Play, play_of_day
from tables.models import PlaqueVersion

HOUR = 3600


@dataclass(frozen=True, slots=True)
class EarnedLine:
    """The seconds of one plaque and hour of the clock: the points an hour that they earn, or why none."""

    plaque: int
    hour: datetime
    seconds: int
    points: int
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """The line as an entry keeps it."""
        hour = self.hour.isoformat()
        return {"plaque": self.plaque, "hour": hour, "seconds": self.seconds, "points": self.points, "why": self.why}


@dataclass(frozen=True, slots=True)
class Earned:
    """The points of one player on one day: whole ones, the seconds that count, and the lines that they come of."""

    points: int = 0
    seconds: int = 0
    lines: tuple[EarnedLine, ...] = ()
    why: str = ""
    """Why nothing is earned at all; "" where something may be."""


@dataclass
class DayOfComps:
    """A locked gaming day with the rules and rates that held on it."""

    lock: DayLock
    rules: CompRules
    _rate_of: dict[int, Any] = field(default_factory=dict)

    @property
    def room(self) -> Room:
        """The room."""
        return self.lock.room

    @property
    def day(self) -> date:
        """The gaming day."""
        return self.lock.gaming_day

    @cached_property
    def play(self) -> dict[int, Play]:
        """The seconds of each player by plaque and hour."""
        return play_of_day(self.room, self.day)

    @cached_property
    def rates(self) -> Rates:
        """The rates of the day."""
        return rates_on(self.room, self.day)

    @cached_property
    def plaques(self) -> Mapping[int, PlaqueVersion]:
        """The plaques that were played."""
        return PlaqueVersion.objects.in_bulk({plaque for play in self.play.values() for plaque, _ in play})

    @cached_property
    def barred(self) -> dict[int, str]:
        """The records of people whom a ban or exclusion bound at any time from the start of the day until it was
        locked, with its kind in words. Records that were linked later were two people's then."""
        ahead = Q(ends_at=None) | Q(ends_at__gt=self.room.start_of(self.day))
        still = Q(lifted_at=None) | Q(lifted_at__gt=self.room.start_of(self.day))
        persons = {player.person_id for player in self.players.values()}
        bans = Ban.objects.filter(ahead, still, of_persons(persons), starts_at__lte=self.lock.locked_at)
        person_of = persons_at(persons, self.lock.locked_at)
        kinds = {person_of[ban.player_id]: ban.get_kind_display() for ban in bans.order_by("-pk")}
        return {record: kinds[person] for record, person in person_of.items() if person in kinds}

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """The records of those who played."""
        return Player.objects.in_bulk(self.play)

    def of(self, player: Player) -> Earned:
        """The points that a player earned on the day."""
        if kind := self.barred.get(player.pk):
            return Earned(why=f"{kind}: earns nothing")
        if player.is_guest or player.is_described:
            return Earned(why="known to the room by no name: earns nothing")
        lines = tuple(self._line(plaque, hour, seconds) for (plaque, hour), seconds in sorted(self._play_of(player)))
        counted = [line for line in lines if not line.why]
        points = sum(line.seconds * line.points for line in counted) // HOUR
        seconds = sum(line.seconds for line in counted)
        return Earned(points, seconds, lines, "" if counted else _why_nothing(lines))

    def _play_of(self, player: Player) -> list[tuple[tuple[int, datetime], int]]:
        return [(place, seconds) for place, seconds in self.play.get(player.pk, {}).items() if seconds]

    def _line(self, plaque: int, hour: datetime, seconds: int) -> EarnedLine:
        if why := self._excluded(plaque, hour):
            return EarnedLine(plaque, hour, seconds, 0, why)
        if plaque not in self._rate_of:
            self._rate_of[plaque] = self.rates.of(self.plaques[plaque])
        rate = self._rate_of[plaque]
        points = points_an_hour(rate.hours, hour, self.room.time_zone) if rate else 0
        return EarnedLine(plaque, hour, seconds, points)

    def _excluded(self, plaque: int, hour: datetime) -> str:
        """Why an hour earns nothing by the rules; "" where it does. Such hours don't count as played either."""
        if self.day.isoformat() in self.rules.excluded_days:
            return "the day is excluded"
        if plaque in self.rules.excluded_plaques:
            return "the plaque is excluded"
        if any_covers(self.rules.excluded_hours, hour, self.room.time_zone):
            return "the hour is excluded"
        return ""


def _why_nothing(lines: tuple[EarnedLine, ...]) -> str:
    return "; ".join(sorted({line.why for line in lines}))


def day_of_comps(lock: DayLock) -> DayOfComps | None:
    """The locked day with its rules; None where comps were off on it."""
    rules = rules_on(lock.room, lock.gaming_day)
    return DayOfComps(lock, rules) if rules else None
