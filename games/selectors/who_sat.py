"""Whoever sat in the seats of a table at an instant, also after they left."""

from collections.abc import Iterable
from datetime import datetime

from players.models import PlayerId, Sitting
from rules.table.seats import Seat
from tables.models import TableSession


def in_seats(sittings: Iterable[Sitting], at: datetime) -> dict[Seat, Sitting]:
    """Those of these sittings of one table that were in their seats at an instant, by seat; where one played over
    another, the one who came later."""
    there = (each for each in sittings if each.seated_at <= at and (each.left_at is None or each.left_at > at))
    return {Seat(each.seat): each for each in sorted(there, key=lambda each: (each.seated_at, each.pk))}


def sittings_at(session: TableSession, at: datetime) -> dict[Seat, Sitting]:
    """The sittings in the seats of a table at an instant, each with its player; one query."""
    return in_seats(Sitting.objects.filter(session=session).select_related("player"), at)


def players_at(session: TableSession, at: datetime) -> dict[Seat, PlayerId]:
    """The players in the seats of a table at an instant: player id by seat; one query."""
    return {seat: PlayerId(each.player_id) for seat, each in sittings_at(session, at).items()}
