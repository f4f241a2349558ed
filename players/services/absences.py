"""Players who are away from their seats: noted, back again, or their chips picked up (WSOP 73; 004:L36)."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.late import mark_late
from config.requests.services import answered, claim
from config.staff.models import User
from config.staff.roles import Permission
from players.ledger import Move, post, rack_account, seat_account
from players.models import Absence, Sitting, TransferKind
from players.selectors.free_seats import empty_seats
from players.selectors.time_due import refuse_owing
from players.services.away import end_absence, open_absence, refuse_in_hand, watch_limit, who_plays_over
from players.services.counting import Count, count_at_seat
from players.services.seating import free_seat, lock_sitting, stated
from rules.table.floor import why_not_pick_up
from tables.services import refusal, touch


@transaction.atomic
def go_away(
    *,
    sitting: Sitting,
    agrees: bool = False,
    key: str = "",
    entered_at: datetime | None = None,
    by: User | None,
    at: datetime,
) -> Absence:
    """Note that a player is away from the seat: they aren't dealt in, and owe the blinds that pass them.

    `agrees` where the player was asked and lets somebody use the seat meanwhile. The same `key`, where one is given,
    notes it once; `entered_at` is when a tablet without a line took it, and decides nothing: they are away since `at`.
    Refuses one who is away already (`away_already`) or has left (`already_left`). Where too many are away at once an
    alarm stands at the table.
    """
    if key and (earlier := claim(key, "away", {"sitting": sitting.pk, "agrees": agrees}, by=by, at=at)):
        return Absence.objects.get(pk=(earlier.answer or {})["absence"])
    sitting = lock_sitting(sitting)
    if open_absence(sitting):
        raise DomainError("away_already", f"{sitting.player} is away already.")
    agreed = {"agreed_at": at, "agreed_by": by} if agrees else {}
    absence = Absence.objects.create(sitting=sitting, started_at=at, started_by=by, **agreed)
    after = {"seat": sitting.seat, "agrees_to_be_played_over": agrees}
    record("player.away", absence, room=sitting.session.room, by=by, at=at, after=after)
    watch_limit(sitting.session, by=by, at=at)
    touch(sitting.session)
    _answer(absence, sitting, key=key, entered_at=entered_at, by=by, at=at)
    return absence


@transaction.atomic
def come_back(
    *, sitting: Sitting, key: str = "", entered_at: datetime | None = None, by: User | None, at: datetime
) -> Absence:
    """Note that a player is back. `key` and `entered_at` as for `go_away`.

    Refuses one who isn't away (`not_away`) or has left (`already_left`), and while somebody plays over them
    (`played_over`): that one gives up the seat first, which `give_back_seat` does in one step.
    """
    if key and (earlier := claim(key, "back", {"sitting": sitting.pk}, by=by, at=at)):
        return Absence.objects.get(pk=(earlier.answer or {})["absence"])
    sitting = lock_sitting(sitting)
    absence = open_absence(sitting)
    if absence is None:
        raise DomainError("not_away", f"{sitting.player} sits in the seat.")
    _refuse_covered(sitting, at)
    end_absence(sitting, Absence.End.BACK, by=by, at=at)
    absence.refresh_from_db()
    record("player.back", absence, room=sitting.session.room, by=by, at=at, after={"seat": sitting.seat})
    touch(sitting.session)
    _answer(absence, sitting, key=key, entered_at=entered_at, by=by, at=at)
    return absence


def _answer(
    absence: Absence, sitting: Sitting, *, key: str, entered_at: datetime | None, by: User | None, at: datetime
) -> None:
    """Keep what the request `key` was answered with, if it has one, and mark what came late."""
    if not key:
        return
    session = sitting.session
    mark_late(absence, room=session.room, entered_at=entered_at, opened_at=session.opened_at, key=key, by=by, at=at)
    answered(key, {"absence": absence.pk})


@transaction.atomic
def pick_up(
    *,
    sitting: Sitting,
    counted: int,
    witness: User,
    rounds_missed: int,
    key: str,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> Sitting:
    """Take an absent player's chips off the table, `counted` before a witness: they go to their rack, the seat is free.

    Refuses one who isn't away (`not_away`) or not long enough (`chips_of_absent`: an hour, or two missed rounds of
    blinds; WSOP 73), who owes for time and can pay it (`time_owed`), a witness who is the person themself or may not
    seat players (`witness_not_second`), `mid_hand` as `leave_seat` does, and a count that is not what the books say as
    `count_stack` does, for its `reason`; a supervisor who watches is its second person. `rounds_missed` is told by
    whoever knows the hands.
    """
    body = {"sitting": sitting.pk, "counted": counted, "witness": witness.pk} | stated(reason, None)
    if earlier := claim(key, "pick_up", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    sitting = lock_sitting(sitting)
    room = sitting.session.room
    refuse_in_hand(sitting, counted)
    _refuse_early(sitting, rounds_missed, at)
    if by is None or witness.pk == by.pk:
        message = "Somebody else who works here watches the count: enter their badge and let them enter their PIN."
        raise DomainError("witness_not_second", message, field="badge")
    rack = rack_account(room, sitting.player)
    second = witness if witness.may(Permission.DISPUTE_RULE, room) else None
    count = Count(counted, reason, second)
    stack, posted = count_at_seat(sitting, count, others=[rack], key=key, by=by, at=at)
    refuse_owing(sitting, stack, at)
    moves = [Move(seat_account(sitting), rack, stack, TransferKind.PICK_UP)] if stack else []
    post(room=room, key=key, moves=moves, by=by, at=at, reason=f"picked up before {witness}", follows=posted)
    free_seat(sitting, stack, by, at, absence=Absence.End.PICKED_UP)
    after = {"seat": sitting.seat, "stack": stack, "witness": witness.badge_number}
    record("player.picked_up", sitting, room=room, by=by, at=at, after=after)
    answered(key, {"sitting": sitting.pk})
    return sitting


def _refuse_covered(sitting: Sitting, at: datetime) -> None:
    if over := who_plays_over(sitting):
        message = (
            f"{over.player} plays over in seat {sitting.seat} and gives it up now: let them leave, take another seat, "
            "or go to the top of the list."
        )
        raise DomainError("played_over", message, allowed={"seats": empty_seats(sitting.session, at)})


def _refuse_early(sitting: Sitting, rounds_missed: int, at: datetime) -> None:
    absence = open_absence(sitting)
    if absence is None:
        raise DomainError("not_away", f"{sitting.player} isn't away: note that first, then wait.")
    minutes = int((at - absence.started_at).total_seconds()) // 60
    house = sitting.session.plaque.house_rules.house
    if early := why_not_pick_up(house, rounds_missed=rounds_missed, minutes_away=minutes):
        raise refusal(early)
