"""The one way into an account of points: an entry with its number and balance, for whoever holds the player's row."""

from datetime import date, datetime, timedelta
from typing import Any

from config.rooms.models import Room
from config.staff.models import User
from players.models import CompEntry, CompRules, Player
from players.selectors.comps import entries_of


def add_entry(
    *,
    room: Room,
    player: Player,
    kind: CompEntry.Kind,
    points: int,
    rules: CompRules,
    key: str,
    by: User | None,
    at: datetime,
    **facts: Any,
) -> CompEntry:
    """Add an entry to a player's account of points in a room; returns it. The caller has locked the player's records.

    Its worth is that of the points under `rules`; a reversal has that of what it takes back. `facts` are fields of
    the entry. The database refuses a balance below nothing.
    """
    last = entries_of(room, player).last()
    worth = {"value": points * rules.point_value}
    return CompEntry.objects.create(
        room=room, player=player, kind=kind, points=points, rules=rules, request_key=key, by=by, at=at,
        number=last.number + 1 if last else 1, balance=(last.balance if last else 0) + points,
        gaming_day=room.gaming_day(at), **(worth | facts),
    )  # fmt: skip


def gone_on(rules: CompRules, day: date) -> date | None:
    """The gaming day on which points that are booked on `day` are gone; None where they never are."""
    return day + timedelta(days=rules.expires_days) if rules.expires_days else None
