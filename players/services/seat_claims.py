"""Whose a free seat is before anybody takes it: the one who was called for it, or who asked for it at the table."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from config.errors import DomainError
from games.rules.rules_of_floor import SEATS_IN_ORDER
from players.models import ListEntry, Player, SeatChange
from tables.models import TableSession

SEAT_RULE = SEATS_IN_ORDER
SEAT_SOURCE = "WSOP 83-99 · 004:L58"


def refuse_claimed_seat(session: TableSession, seat: int, player: Player, *, at: datetime) -> None:
    """Refuse a seat that is not this player's to take; the caller has locked the session.

    Refuses `seat_held` where somebody else was called for it and has time to come, and `seat_wanted` where somebody
    who sits at the table asked for it.
    """
    called = live_calls(session, at).filter(called_seat=seat).exclude(player=player).select_related("player").first()
    if called and called.called_until:
        until = called.called_until.astimezone(session.room.zone)
        message = (
            f"{called.player} was called to seat {seat} and has until {until:%H:%M}: choose another seat, or wait."
        )
        raise DomainError("seat_held", message, field="seat", rule=SEAT_RULE, citation=SEAT_SOURCE)
    for change in open_changes(session):
        if change.seat in (None, seat) and change.sitting.player_id != player.pk:
            raise wanted(change, seat)


def wanted(change: SeatChange, seat: int) -> DomainError:
    """The refusal of a seat that somebody at the table asked for."""
    who = f"{change.sitting.player}, seat {change.sitting.seat},"
    message = f"{who} asked for seat {seat} first: let him change, or take his request back."
    return DomainError("seat_wanted", message, field="seat", rule=SEAT_RULE, citation=SEAT_SOURCE)


def live_calls(session: TableSession, at: datetime) -> QuerySet[ListEntry]:
    """The names that were called to this table and have time to come."""
    return ListEntry.objects.filter(called_session=session, state=ListEntry.State.CALLED, called_until__gt=at)


def open_changes(session: TableSession) -> Sequence[SeatChange]:
    """Who at this table wants another seat, in order of request."""
    asked = SeatChange.objects.filter(sitting__session=session, sitting__left_at=None, state=SeatChange.State.OPEN)
    return list(asked.select_related("sitting__player"))


def empty_seats(session: TableSession) -> list[int]:
    """The seats of the sign that nobody sits in and nobody is called to, lowest first."""
    called = ListEntry.objects.filter(called_session=session, state=ListEntry.State.CALLED)
    taken: set[int | None] = set(called.values_list("called_seat", flat=True))
    taken.update(session.sittings.filter(left_at=None).values_list("seat", flat=True))
    return [seat for seat in range(1, session.plaque.sign.seats + 1) if seat not in taken]
