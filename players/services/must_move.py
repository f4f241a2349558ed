"""The must-move: in order, with the whole stack, without blinds; who refuses leaves (004:L48; WSOP 83-99)."""

from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.models import HouseException, Sitting
from players.selectors.must_move import in_order
from players.services.away import who_plays_over
from players.services.seating import leave_seat, move_player, stated
from tables.models import TableSession
from tables.services.feeders import CITATION, RULE


@transaction.atomic
def must_move(
    *,
    sitting: Sitting,
    seat: int,
    key: str,
    by: User | None,
    at: datetime,
    counted: int | None = None,
    reason: str = "",
    second: User | None = None,
) -> Sitting:
    """Move the first in order to `seat` of the main game with all their chips; returns the new sitting.

    The player owes no blinds there and the limits of the plaque don't bind, for the must-move game is a part of the
    main game. Refuses a table that feeds none (`feeds_nothing`), somebody who isn't the first in order
    (`must_move_order`), and what `move_player` refuses.
    """
    main = _main_of(sitting)
    _refuse_out_of_order(sitting)
    return move_player(
        sitting=sitting,
        session=main,
        seat=seat,
        key=key,
        exception=HouseException.MUST_MOVE,
        counted=counted,
        reason=reason,
        second=second,
        by=by,
        at=at,
    )


@transaction.atomic
def decline_must_move(
    *,
    sitting: Sitting,
    key: str,
    by: User | None,
    at: datetime,
    counted: int | None = None,
    reason: str = "",
    second: User | None = None,
) -> Sitting:
    """Let somebody leave who won't move to the main game: the chips go to the rack (WSOP 83-99).

    The same `key` declines once. Refuses a table that feeds none (`feeds_nothing`) and what `leave_seat` refuses.
    """
    body = {"sitting": sitting.pk, "counted": counted} | stated(reason, second)
    if earlier := claim(key, "decline_must_move", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    _main_of(sitting)
    count: dict[str, Any] = {"counted": counted, "reason": reason, "second": second}
    left = leave_seat(sitting=sitting, key=f"{key}:leave", by=by, at=at, **count)
    record("player.declined_must_move", left, room=left.session.room, by=by, at=at, after={"seat": left.seat})
    answered(key, {"sitting": left.pk})
    return left


def _main_of(sitting: Sitting) -> TableSession:
    """The main game that the sitting's table feeds now, whatever the caller has read before."""
    feeder = TableSession.objects.select_related("table", "feeds__table").get(pk=sitting.session_id)
    if feeder.feeds is None:
        raise DomainError("feeds_nothing", f"{feeder.table} is no must-move game: nobody moves from there.")
    return feeder.feeds


def _refuse_out_of_order(sitting: Sitting) -> None:
    """Somebody who has moved already is left to `move_player`, which knows a retry when it sees one."""
    order = in_order(sitting.session)
    if sitting in order and order[0] != sitting:
        first = order[0]
        message = f"{first.player}, seat {first.seat}, came first and moves first: move them, or let them leave."
        raise DomainError("must_move_order", message, rule=RULE, citation=CITATION)
    if over := who_plays_over(sitting):
        message = f"{sitting.player} is away and {over.player} plays over there: moving waits until they are back."
        raise DomainError("must_move_order", message, rule=RULE, citation=CITATION)
