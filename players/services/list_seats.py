"""The seat that a name of the list is called to: the lowest one of its game that nobody else is due to have."""

from datetime import datetime

from config.audit.services import record
from config.errors import DomainError
from config.staff.models import User
from players.list_games import game_of
from players.models import ListEntry, Player, WaitingList
from players.selectors.free_seats import empty_seats, open_changes
from players.services.admission import refuse_beside
from players.services.seat_claims import SEAT_RULE, SEAT_SOURCE, refuse_before_feeder, wanted
from tables.models import TableSession
from tables.services import lock_session


def seat_for(
    waiting_list: WaitingList, player: Player, *, by: User | None, at: datetime
) -> tuple[TableSession | None, int | None]:
    """The table and the seat that the next name gets, the tables locked; (None, None) where the game is not going.

    A table that is not for the player is passed over. Where no other has a seat, refuses for the first such table's
    reason: `must_move_first`, `kept_apart`, `who_is_it` beside somebody, `seat_wanted`; or because every table is full
    (`no_seat_open`).
    """
    going = _lock_tables(waiting_list)
    refusals: list[DomainError] = []
    for session in going:
        try:
            seat = _seat_at(session, player, at)
        except DomainError as refusal:
            refusals.append(refusal)
            continue
        if seat:
            _take_from_late(session, seat, by, at)
            return session, seat
    if refusals:
        raise refusals[0]
    if going:
        message = f"No seat is empty at {waiting_list}: wait until somebody leaves."
        raise DomainError("no_seat_open", message, rule=SEAT_RULE, citation=SEAT_SOURCE)
    return None, None


def _seat_at(session: TableSession, player: Player, at: datetime) -> int | None:
    """The lowest empty seat of a table that the next name may have; None where the table is full."""
    empty = empty_seats(session, at)
    if not empty:
        return None
    refuse_before_feeder(session)
    refuse_beside(session, player)
    changes = open_changes(session)
    for seat in empty:
        if all(change.seat not in (None, seat) for change in changes):
            return seat
    raise wanted(next(change for change in changes if change.seat in (None, empty[0])), empty[0])


def _take_from_late(session: TableSession, seat: int, by: User | None, at: datetime) -> None:
    """Take the seat from who was called to it and did not come in time; the name may still be a no-show."""
    late = ListEntry.objects.filter(
        called_session=session, called_seat=seat, state=ListEntry.State.CALLED, called_until__lte=at
    )
    for entry in late.select_related("waiting_list__room"):
        before = {"session": session.pk, "seat": seat}
        ListEntry.objects.filter(pk=entry.pk).update(called_session=None, called_seat=None)
        record("list.seat_given_on", entry, room=entry.waiting_list.room, by=by, at=at, before=before)


def _lock_tables(waiting_list: WaitingList) -> list[TableSession]:
    """The open tables of the game in the floor's order, locked in the order of their ids."""
    facts = {"room": waiting_list.room, "closed_at": None, "source": TableSession.Source.FLOOR}
    open_now = TableSession.objects.filter(plaque__game=waiting_list.game, **facts).select_related("plaque")
    going = [each for each in open_now.order_by("pk") if game_of(each.plaque.plaque).key == waiting_list.key]
    locked = [lock_session(session) for session in going]
    return sorted(locked, key=lambda session: (session.table.position, session.table.name))
