"""Another seat at the same table: asked for, taken back, and taken before the list gets it (WSOP 83-99)."""

from datetime import datetime

from django.db import IntegrityError, transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.ledger import Move, lock, post, seat_account
from players.models import Absence, SeatChange, Sitting, TransferKind
from players.selectors.plaque_rules import refuse_mid_hand
from players.services.admission import refuse_unfit
from players.services.away import end_absence, stay_away
from players.services.list_endings import end_seat_changes
from players.services.people import lock_player
from players.services.seating import lock_sitting, refuse_seat
from tables.services import lock_session, touch


@transaction.atomic
def ask_for_seat(*, sitting: Sitting, seat: int | None, by: User | None, at: datetime) -> SeatChange:
    """Note that a seated player wants another seat of the table: this one, or any (None).

    Refuses a seat that the plaque doesn't have or that is the player's own (`seat_unknown`), a second request while one
    is open (`seat_change_asked`), and `already_left`.
    """
    sitting = lock_sitting(sitting)
    seats = sitting.session.posted.seats
    if seat is not None and (not 1 <= seat <= seats or seat == sitting.seat):
        message = f"{sitting.player} sits in seat {sitting.seat}; choose another one of seats 1 to {seats}, or any."
        raise DomainError("seat_unknown", message, field="seat", allowed={"seats": seats})
    try:
        with transaction.atomic():
            change = SeatChange.objects.create(sitting=sitting, seat=seat, asked_at=at, asked_by=by)
    except IntegrityError as error:
        message = f"{sitting.player} waits for another seat already: take that request back first."
        raise DomainError("seat_change_asked", message) from error
    touch(sitting.session)
    record("seat_change.asked", change, room=sitting.session.room, by=by, at=at, after=_shown(change))
    return change


@transaction.atomic
def take_back(*, change: SeatChange, by: User | None, at: datetime) -> SeatChange:
    """Take a request back: the player stays in the same seat. Refuses a request that is over (`seat_change_over`)."""
    lock_player(change.sitting.player)
    lock_session(change.sitting.session)
    ended = {"state": SeatChange.State.WITHDRAWN, "ended_at": at, "ended_by": by}
    if SeatChange.objects.filter(pk=change.pk, state=SeatChange.State.OPEN).update(**ended) != 1:
        raise DomainError("seat_change_over", "That request is over: look at the table again.")
    change.refresh_from_db()
    touch(change.sitting.session)
    record("seat_change.taken_back", change, room=change.sitting.session.room, by=by, at=at, before=_shown(change))
    return change


@transaction.atomic
def change_seat(*, sitting: Sitting, seat: int, key: str, by: User | None, at: datetime) -> Sitting:
    """Move a seated player to another seat of the table with the whole stack; returns the new sitting.

    The plaque's limits don't bind, for nothing is bought. A player who is away or owes blinds still is and does.
    Refuses `mid_hand`, `seat_taken`, `seat_unknown`, `seat_held` (somebody was called to it), `seat_wanted` (somebody
    asked before), `already_left`, and a player who may not play any more.
    """
    if earlier := claim(key, "change_seat", {"sitting": sitting.pk, "seat": seat}, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    old = lock_sitting(sitting)
    session, player = old.session, old.player
    refuse_unfit(player, room=session.room, at=at)
    refuse_mid_hand(session)
    refuse_seat(session, seat, player, at=at)
    stack = lock([seat_account(old)])[seat_account(old).pk].balance
    old.left_at, old.left_by, old.left_with = at, by, stack
    old.save(update_fields=["left_at", "left_by", "left_with"])
    end_absence(old, Absence.End.MOVED, by=by, at=at)
    end_seat_changes(old, SeatChange.State.DONE, by=by, at=at)
    joined_at = sitting.joined_at or sitting.seated_at
    new = Sitting.objects.create(
        session=session, player=player, seat=seat, seated_at=at, seated_by=by, joined_at=joined_at
    )
    stay_away(old, new, by=by, at=at)
    moves = [Move(seat_account(old), seat_account(new), stack, TransferKind.MOVE)] if stack else []
    post(room=session.room, key=key, moves=moves, by=by, at=at, reason="another seat of the table")
    touch(session)
    before, after = {"seat": old.seat}, {"seat": seat, "stack": stack}
    record("player.changed_seat", new, room=session.room, by=by, at=at, before=before, after=after)
    answered(key, {"sitting": new.pk})
    return new


def _shown(change: SeatChange) -> dict[str, int | None]:
    return {"sitting": change.sitting_id, "from": change.sitting.seat, "to": change.seat}
