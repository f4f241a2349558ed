"""The empty seats of a table, for whom they are kept, and who at the table asked for one."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from players.list_games import game_of
from players.models import ListEntry, SeatChange
from tables.models import TableSession
from tables.selectors.sessions import playing


def live_calls(session: TableSession, at: datetime) -> QuerySet[ListEntry]:
    """The names that were called to this table and have time to come."""
    return ListEntry.objects.filter(called_session=session, state=ListEntry.State.CALLED, called_until__gt=at)


def open_changes(session: TableSession) -> Sequence[SeatChange]:
    """The requests for another seat at this table, in order of request."""
    asked = SeatChange.objects.filter(sitting__session=session, sitting__left_at=None, state=SeatChange.State.OPEN)
    return list(asked.select_related("sitting__player"))


def empty_seats(session: TableSession, at: datetime) -> list[int]:
    """The seats of the plaque that nobody sits in and that are kept at `at` for nobody who was called, lowest first."""
    taken: set[int | None] = set(live_calls(session, at).values_list("called_seat", flat=True))
    taken.update(session.sittings.filter(left_at=None).values_list("seat", flat=True))
    return [seat for seat in range(1, session.posted.seats + 1) if seat not in taken]


def tables_of_the_game(session: TableSession) -> list[TableSession]:
    """The other open tables that play the same game at the same limits, in the floor's order."""
    key = game_of(session.posted).key
    others = playing(session.room).exclude(pk=session.pk).select_related("table", "plaque", "room")
    return [
        each for each in others.order_by("table__position", "table__name") if game_of(each.plaque.plaque).key == key
    ]


def seats_to_draw(session: TableSession, at: datetime) -> list[int]:
    """The free seats of a table that nobody was called to and nobody at the table asked for."""
    changes = open_changes(session)
    return [seat for seat in empty_seats(session, at) if all(change.seat not in (None, seat) for change in changes)]
