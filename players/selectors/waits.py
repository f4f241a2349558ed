"""The wait of a name: reckoned from how often a seat of the game came free lately, or honestly unknown."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db.models import Count, Exists, OuterRef

from config.rooms.models import Room
from players.list_games import game_of
from players.models import ListEntry, Sitting, WaitingList
from tables.models import TableSession
from tables.selectors.sessions import playing

LOOKED_BACK = timedelta(hours=3)
"""The time over which seats that came free are counted: an evening changes its pace within a few hours."""
FEWEST = 3
"""So many seats must have come free before anybody is told a wait: from fewer it would be a guess."""
ROUNDED_TO = 5
"""Minutes: a wait is quoted in fives, upwards."""


@dataclass(slots=True)
class Pace:
    """The facts known of a game that is going: its open tables, empty seats, and how fast seats come free."""

    sessions: list[TableSession]
    looked_at: timedelta = timedelta()
    came_free: int = 0
    empty: int = 0

    def minutes(self, position: int) -> int | None:
        """The minutes that the name at `position` waits for a seat: 0 where one is empty for it, None where nobody
        knows."""
        ahead = position - self.empty
        if ahead <= 0:
            return 0
        if self.came_free < FEWEST:
            return None
        minutes = ahead * (self.looked_at.total_seconds() / 60) / self.came_free
        return ceil(minutes / ROUNDED_TO) * ROUNDED_TO


def paces(room: Room, at: datetime) -> dict[str, Pace]:
    """The games that are going in `room` and their pace, by the key of the list; three queries."""
    games: dict[str, Pace] = {}
    sessions = playing(room)
    for session in sessions.select_related("room", "table", "plaque").order_by("table__position", "table__name"):
        games.setdefault(game_of(session.posted).key, Pace([])).sessions.append(session)
    freed, seated = _came_free(room, at), _seated(room)
    for pace in games.values():
        pace.looked_at = at - max(at - LOOKED_BACK, min(session.opened_at for session in pace.sessions))
        pace.came_free = sum(freed[session.pk] for session in pace.sessions)
        pace.empty = sum(session.posted.seats - seated[session.pk] for session in pace.sessions)
    return games


def quoted_minutes(waiting_list: WaitingList, position: int, at: datetime) -> int | None:
    """The wait that somebody at `position` of a list is told; None where the game is not going or too little is known.

    While a seat stands empty that nobody was called to, nobody knows when the names before get theirs: none is told.
    """
    pace = paces(waiting_list.room, at).get(waiting_list.key)
    minutes = pace.minutes(position) if pace else None
    return None if pace and minutes and pace.empty > _called_to(pace, at) else minutes


def _called_to(pace: Pace, at: datetime) -> int:
    """Return how many of the empty seats are kept for names that were called and have time to come."""
    called = ListEntry.objects.filter(called_session__in=pace.sessions, state=ListEntry.State.CALLED)
    return called.filter(called_until__gt=at).count()


def _came_free(room: Room, at: datetime) -> Counter[int]:
    """Return how many seats came free lately, by session.

    A player who only changed seats at the table freed none, nor did one who played over, or left the seat to such a
    player.
    """
    stayed = Sitting.objects.filter(
        session=OuterRef("session"), player=OuterRef("player"), seated_at=OuterRef("left_at")
    )
    kept = Sitting.objects.filter(plays_over=OuterRef("pk"), kept_at=OuterRef("left_at"))
    left = Sitting.objects.filter(session__room=room, session__closed_at=None, left_at__gt=at - LOOKED_BACK)
    own = left.exclude(plays_over__isnull=False, kept_at=None)
    counted = own.exclude(Exists(stayed)).exclude(Exists(kept)).values_list("session").annotate(count=Count("pk"))
    return Counter(dict(counted.order_by()))


def _seated(room: Room) -> Counter[int]:
    sitting = Sitting.objects.filter(session__room=room, session__closed_at=None, left_at=None)
    seats = sitting.values_list("session").annotate(count=Count("seat", distinct=True))
    return Counter(dict(seats.order_by()))
