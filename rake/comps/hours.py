"""The hours of players on a gaming day: of their seats, less absences, with what two people have corrected. No second
clock (R-4)."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from config.clocks import start_of_hour
from config.rooms.models import Room
from players.models import HoursCorrection
from rake.play_time import ends_at, openings_of
from rake.sweep import seconds_of_players

Place = tuple[int, datetime]
"""A plaque by its id, and the instant at which an hour of the clock began."""
Play = dict[Place, int]
"""The seconds played by plaque and hour."""


def play_of_day(room: Room, day: date, at: datetime | None = None) -> dict[int, Play]:
    """The seconds that each player, by id, played on a gaming day until `at`, by default its end; corrected."""
    found: dict[int, Play] = {}
    swept = seconds_of_players(openings_of(room, day, at or ends_at(room, day)), room.time_zone)
    for player, lines in swept.items():
        found[_number(player)] = {(_number(plaque), hour): seconds for (plaque, hour), seconds in lines.items()}
    for row in HoursCorrection.objects.filter(room=room, for_day=day).order_by("pk"):
        corrected(found.setdefault(row.player_id, {}), row, room.time_zone)
    return found


def corrected(play: Play, row: HoursCorrection, zone: str) -> None:
    """Add what a correction adds to a player's play, or take off what it takes off."""
    for hour, seconds in by_hour(row.began_at, row.until, zone):
        place = (row.plaque_id, hour)
        play[place] = play.get(place, 0) + (seconds if row.adds else -seconds)


def by_hour(since: datetime, until: datetime, zone: str) -> Iterable[tuple[datetime, int]]:
    """The whole seconds of a span in each hour of the clock that it touches."""
    at = since
    while at < until:
        hour = start_of_hour(at, zone)
        ends = min(until, start_of_hour(hour + timedelta(hours=1, minutes=1), zone))
        yield hour, round((ends - at).total_seconds())
        at = ends


def _number(key: object) -> int:
    if not isinstance(key, int):
        raise TypeError(f"{key!r} is no id")
    return key
