"""Claims to a free seat before anybody takes it: of a name called for it, or of who asked for it at the table."""

from datetime import datetime

from config.errors import DomainError
from config.reasons import is_reason
from players.list_games import game_of
from players.models import ListEntry, Player, SeatChange, Sitting
from players.selectors.free_seats import live_calls, open_changes
from players.selectors.lists import turn_of
from players.selectors.must_move import first_to_move
from rules.text.rules_of_floor import SEATS_IN_ORDER
from tables.models import TableSession
from tables.services.feeders import CITATION as FEEDER_CITATION
from tables.services.feeders import RULE as FEEDER_RULE

SEAT_RULE = SEATS_IN_ORDER
SEAT_SOURCE = "WSOP 83-99 · 004:L58"


def refuse_claimed_seat(session: TableSession, seat: int, player: Player, *, at: datetime) -> None:
    """Refuse a seat that is not this player's to take; the caller has locked the session.

    Refuses `seat_held` where somebody else was called for it and has time to come, and `seat_wanted` where somebody
    who sits at the table asked for it.
    """
    others = live_calls(session, at).filter(called_seat=seat).exclude(player__in=Player.objects.of(player))
    called = others.select_related("player").first()
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
    message = f"{who} asked for seat {seat} first: let them change, or take their request back."
    return DomainError("seat_wanted", message, field="seat", rule=SEAT_RULE, citation=SEAT_SOURCE)


def refuse_before_feeder(session: TableSession) -> None:
    """Refuse a newcomer's seat in a main game while somebody waits to move there (`must_move_first`)."""
    if first := first_to_move(session):
        raise moves_first(first, session)


def moves_first(first: Sitting, main: TableSession) -> DomainError:
    """The refusal (`must_move_first`) of anybody else's seat in `main` while `first` waits to move there."""
    message = (
        f"{first.player} at {first.session.table} moves to {main.table} first: move that player, "
        f"then seat newcomers at {first.session.table}."
    )
    return DomainError("must_move_first", message, rule=FEEDER_RULE, citation=FEEDER_CITATION)


def refuse_unsaid(first: Sitting, main: TableSession, player: Player, reason: str) -> None:
    """Refuse (`must_move_first`) an exception by which `player` has a seat in `main` before the `first` to move there,
    unless its `reason` is said."""
    if not is_reason(reason):
        message = (
            f"{first.player} at {first.session.table} moves to {main.table} first: move that player, "
            f"or say why {player} goes before."
        )
        raise DomainError("must_move_first", message, field="past_list", rule=FEEDER_RULE, citation=FEEDER_CITATION)


def passed_over(session: TableSession, player: Player, *, at: datetime) -> ListEntry | None:
    """The name whose turn it is for the game of this table, where seating `player` would pass it over; None otherwise.

    Nobody is passed over by who was called, or stands before them on the list.
    """
    key = game_of(session.posted).key
    live = ListEntry.objects.filter(waiting_list__room=session.room_id, waiting_list__key=key, state__in=ListEntry.LIVE)
    entries = list(live.select_related("player", "waiting_list").order_by("number"))
    own = next((entry for entry in entries if entry.player.person_id == player.person_id), None)
    first = turn_of(entries, at)
    if first is None or (own and (own.state == ListEntry.State.CALLED or own.number <= first.number)):
        return None
    return first


def entry_passed_over(session: TableSession, player: Player, reason: str, *, at: datetime) -> ListEntry | None:
    """Refuse to seat somebody past the waiting list without a `reason` (`list_first`); returns whom they pass."""
    first = passed_over(session, player, at=at)
    if first and not is_reason(reason):
        message = f"{first.player} is next for {first.waiting_list}: seat them first, or say why {player} goes before."
        raise DomainError("list_first", message, field="past_list", rule=SEAT_RULE, citation=SEAT_SOURCE)
    return first
