"""Seats: who sits down with what, adds to it, moves and leaves. Chips go rack to seat and back, held to the plaque."""

from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from players.ledger import Move, lock, post, rack_account, seat_account
from players.list_games import game_of
from players.models import Absence, Account, HouseException, ListEntry, Player, SeatChange, Sitting, TransferKind
from players.selectors.must_move import first_to_move, in_order
from players.selectors.plaque_rules import (
    refuse_add_on,
    refuse_buy_in,
    refuse_mid_hand,
    refuse_removal,
    refuse_unpayable,
)
from players.selectors.time_due import refuse_owing
from players.services.admission import refuse_beside, refuse_unfit
from players.services.away import end_absence, refuse_in_hand, stay_away
from players.services.conduct import clear_apart
from players.services.counting import Count, count_at_seat
from players.services.courtesy import give_courtesy_hand
from players.services.exceptions import refuse_unfounded
from players.services.exclusions import BARRED_SEATED
from players.services.list_endings import end_seat_changes, seated_from_list
from players.services.people import lock_player
from players.services.seat_claims import (
    entry_passed_over,
    moves_first,
    passed_over,
    refuse_before_feeder,
    refuse_claimed_seat,
    refuse_unsaid,
)
from tables.models import SessionAlarm, TableSession
from tables.services import clear_alarm, lock_session, touch


@transaction.atomic
def seat_player(
    *,
    session: TableSession,
    player: Player,
    seat: int,
    amount: int,
    key: str,
    by: User | None,
    at: datetime,
    exception: str = HouseException.NONE,
    past_list: str = "",
    approver: User | None = None,
) -> Sitting:
    """Seat a player with `amount` of the chips in their rack; a retry with the same key returns the same sitting.

    The player leaves the waiting list of that game. Refuses a seat that the plaque doesn't have (`seat_unknown`), that
    is taken (`seat_taken`), kept for a name of the list (`seat_held`) or asked for at the table (`seat_wanted`), a
    player who sits already (`already_seated`), who may not play (`player_barred`, `under_age`) or lacks the chips
    (`insufficient_chips`), who is kept apart from somebody there (`kept_apart`), a closed table (`table_closed`), and
    what the plaque doesn't allow: `short_buy`, `above_max_buyin`, `going_south` (004:L48, L52; WSOP 58). `exception` is
    the house's reason to waive a limit, which the books show or an `approver` confirms (`exception_unfounded`);
    `past_list` why the player sits down before whoever is next on the waiting list, without which that is refused
    (`list_first`).
    """
    body = {"session": session.pk, "player": player.pk, "seat": seat, "amount": amount, "exception": exception}
    body |= excepted(past_list, approver)
    if earlier := claim(key, "seat", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    player = lock_player(player)
    session = lock_open_session(session)
    refuse_newcomer(session, player, amount, at=at)
    refuse_seat(session, seat, player, at=at)
    facts: dict[str, Any] = {"exception": exception, "past_list": past_list, "approver": approver}
    sitting = sit_down(session, player, seat, amount, key=key, by=by, at=at, **facts)
    answered(key, {"sitting": sitting.pk})
    return sitting


def refuse_newcomer(session: TableSession, player: Player, amount: int, *, at: datetime) -> None:
    """Refuse who may not play or sits already, and an amount that no chips make up; player and session are locked."""
    refuse_unfit(player, room=session.room, at=at)
    refuse_unpayable(session.room, amount)
    _refuse_seated(player)


def sit_down(
    session: TableSession,
    player: Player,
    seat: int,
    amount: int,
    *,
    key: str,
    by: User | None,
    at: datetime,
    exception: str,
    past_list: str = "",
    approver: User | None = None,
    plays_over: Sitting | None = None,
) -> Sitting:
    """Put a newcomer into a seat that they may have, under the caller's claim and locks; held to must-move, list and
    plaque."""
    refuse_unfounded(session, player, exception, approver, by=by, at=at)
    passed: ListEntry | Sitting | None = None
    if exception == HouseException.NONE:
        refuse_before_feeder(session)
        passed = entry_passed_over(session, player, past_list, at=at)
    else:
        passed = first_to_move(session) or passed_over(session, player, at=at)
    refuse_buy_in(session, player, amount, at=at, exception=exception)
    sitting = Sitting.objects.create(
        session=session, player=player, seat=seat, seated_at=at, seated_by=by, plays_over=plays_over
    )
    seated_from_list(sitting, by=by, at=at)
    move = Move(rack_account(session.room, player), seat_account(sitting), amount, TransferKind.BUY_IN)
    post(room=session.room, key=key, moves=[move], by=by, at=at, reason=_exception_reason(exception))
    touch(session)
    after = {"player": player.pk, "seat": seat, "amount": amount, "exception": exception}
    after |= {"plays_over": plays_over.player_id} if plays_over else {}
    after |= {"passed_over": passed.player_id} if passed else {}
    after |= {"confirmed_by": approver.pk} if approver else {}
    reason = (past_list if passed else "") or _exception_reason(exception)
    record("player.seated", sitting, room=session.room, by=by, at=at, after=after, reason=reason)
    return sitting


@transaction.atomic
def add_on(*, sitting: Sitting, amount: int, key: str, by: User | None, at: datetime) -> Sitting:
    """Put `amount` of a player's rack on top of the stack, between hands; with nothing left it is a re-buy.

    Refuses `mid_hand`, `short_buy` (a re-buy under the minimum), `above_max_buyin`, `insufficient_chips`,
    `already_left`, and who may not play any more (004:L48, L52).
    """
    if earlier := claim(key, "add_on", {"sitting": sitting.pk, "amount": amount}, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    sitting = lock_sitting(sitting)
    session, room = sitting.session, sitting.session.room
    refuse_unfit(sitting.player, room=room, at=at)
    refuse_unpayable(room, amount)
    rack, seat = rack_account(room, sitting.player), seat_account(sitting)
    held = lock([rack, seat])
    stack = held[seat.pk].balance
    refuse_add_on(session, stack, amount, at_hand=held[rack.pk].balance)
    put_on_stack(sitting, rack, held[seat.pk], amount, key=key, by=by, at=at)
    touch(session)
    answered(key, {"sitting": sitting.pk})
    return sitting


def put_on_stack(
    sitting: Sitting,
    rack: Account,
    seat: Account,
    amount: int,
    *,
    key: str,
    by: User | None,
    at: datetime,
    reason: str = "",
) -> None:
    """Book chips of the rack, minor units, on to the stack that `seat` holds now; the caller has claimed `key` and
    locked both."""
    room, stack = sitting.session.room, seat.balance
    move = Move(rack, seat, amount, TransferKind.ADD_ON if stack else TransferKind.BUY_IN)
    post(room=room, key=key, moves=[move], by=by, at=at, reason=reason)
    before, after = {"stack": stack}, {"stack": stack + amount}
    record("player.added_on", sitting, room=room, by=by, at=at, before=before, after=after, reason=reason)


@transaction.atomic
def take_incidental(*, sitting: Sitting, amount: int, reason: str, key: str, by: User | None, at: datetime) -> Sitting:
    """Let a player take a small amount off the table for incidentals; a supervisor says for what (004:L52).

    Refuses it where the house doesn't allow it (`chips_removed`), beyond what the house has posted for a sitting and a
    gaming day (`above_incidentals`), without a reason (`reason_missing`), and `mid_hand`. Nobody confirms more: a stake
    that is substantially altered breaks table stakes, and its player quits instead.
    """
    body = {"sitting": sitting.pk, "amount": amount, "reason": reason}
    if earlier := claim(key, "incidental", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what the chips are for.", field="reason")
    sitting = lock_sitting(sitting)
    session, room = sitting.session, sitting.session.room
    refuse_unpayable(room, amount)
    refuse_mid_hand(session)
    rack, seat = rack_account(room, sitting.player), seat_account(sitting)
    stack = lock([rack, seat])[seat.pk].balance
    refuse_removal(sitting, stack, amount, at=at)
    move = Move(seat, rack, amount, TransferKind.INCIDENTAL)
    post(room=room, key=key, moves=[move], by=by, at=at, reason=reason)
    touch(session)
    after = {"amount": amount, "stack": stack - amount}
    record("player.took_incidental", sitting, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"sitting": sitting.pk})
    return sitting


@transaction.atomic
def leave_seat(
    *,
    sitting: Sitting,
    key: str,
    by: User | None,
    at: datetime,
    counted: int | None = None,
    reason: str = "",
    second: User | None = None,
    whole_table: bool = False,
) -> Sitting:
    """Let a player leave: their stack goes to their rack, and the seat is free.

    `counted` is the stack as counted at the table, minor units; where it differs from the books the difference goes
    between seat and felt first, for its `reason`. After quick hands it must be counted (`count_missing`), unless the
    `whole_table` was just now. After a courtesy hand the half hour that has just begun is waived.
    Refuses `mid_hand` (but who is played over and isn't in the hand goes), `already_left`, who owes for time and can
    pay it (`time_owed`), a count that the table can't hold (`table_short`), and a count as `count_stack` does.
    """
    body = {"sitting": sitting.pk, "counted": counted} | stated(reason, second)
    if earlier := claim(key, "leave", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    sitting = lock_sitting(sitting)
    room = sitting.session.room
    refuse_in_hand(sitting, counted)
    rack = rack_account(room, sitting.player)
    count = Count(counted, reason, second)
    stack, posted = count_at_seat(sitting, count, others=[rack], whole_table=whole_table, key=key, by=by, at=at)
    give_courtesy_hand(sitting, key=key, by=by, at=at)
    refuse_owing(sitting, stack, at)
    moves = [Move(seat_account(sitting), rack, stack, TransferKind.LEAVE)] if stack else []
    post(room=room, key=key, moves=moves, by=by, at=at, follows=posted)
    free_seat(sitting, stack, by, at)
    record("player.left", sitting, room=room, by=by, at=at, after={"seat": sitting.seat, "left_with": stack})
    answered(key, {"sitting": sitting.pk})
    return sitting


@transaction.atomic
def move_player(
    *,
    sitting: Sitting,
    session: TableSession,
    seat: int,
    key: str,
    by: User | None,
    at: datetime,
    exception: str = HouseException.NONE,
    counted: int | None = None,
    reason: str = "",
    second: User | None = None,
    past_list: str = "",
    whole_table: bool = False,
) -> Sitting:
    """Move a player to another table with all their chips, in one step; returns the new sitting.

    From a broken game or by must-move (`exception`) the new table's limits don't bind (004:L48); a player who moves of
    their own will is held to them. To another game one comes as a newcomer: after its list, unless it is said why
    (`past_list`); any other exception for a single player is confirmed by the `second`. Missed blinds stay behind; who
    is away is away from the new seat. `counted`, `reason`, `second` and `whole_table` as in `leave_seat`. Refuses as
    `seat_player` and `leave_seat` do, a must-move that was ended meanwhile (`feeds_nothing`), and somebody who moves
    into a main game before whoever is first in order (`must_move_first`).
    """
    body = {"sitting": sitting.pk, "session": session.pk, "seat": seat, "exception": exception, "counted": counted}
    body |= stated(reason, second) | excepted(past_list, None)
    if earlier := claim(key, "move", body, by=by, at=at):
        return Sitting.objects.get(pk=(earlier.answer or {})["sitting"])
    old, session = _lock_move(sitting, session)
    _refuse_ended_must_move(old.session, session, exception)
    room, player = session.room, old.player
    refuse_unfit(player, room=room, at=at)
    refuse_in_hand(old, counted)
    refuse_seat(session, seat, player, at=at)
    facts: dict[str, Any] = {"whole_table": whole_table, "by": by, "at": at}
    passed = _passed_by_move(old, session, exception, past_list, second, **facts)
    count = Count(counted, reason, second)
    stack, posted = count_at_seat(old, count, whole_table=whole_table, key=key, by=by, at=at)
    refuse_owing(old, stack, at)
    refuse_buy_in(session, player, stack, at=at, exception=exception, stack_in_old_game=stack)
    free_seat(old, stack, by, at, absence=Absence.End.MOVED)
    new = Sitting.objects.create(session=session, player=player, seat=seat, seated_at=at, seated_by=by)
    seated_from_list(new, by=by, at=at)
    stay_away(old, new, by=by, at=at)
    if stack:
        left, taken = seat_account(old), seat_account(new)
        held = lock([left]) | {taken.pk: taken}  # nobody else can have the new place: it isn't locked behind the count
        moves, why = [Move(left, taken, stack, TransferKind.MOVE)], _exception_reason(exception)
        post(room=room, key=key, moves=moves, by=by, at=at, reason=why, follows=posted, held=held)
    touch(session)
    before = {"session": old.session_id, "seat": old.seat}
    after = {"session": session.pk, "seat": seat, "stack": stack, "exception": exception}
    after |= {"passed_over": passed.player_id} if passed else {}
    after |= {"confirmed_by": second.pk} if second and exception else {}
    told = past_list if passed else _exception_reason(exception)
    record("player.moved", new, room=room, by=by, at=at, before=before, after=after, reason=told)
    answered(key, {"sitting": new.pk})
    return new


def excepted(past_list: str, approver: User | None) -> dict[str, object]:
    """The reason to pass the list and the approver of an exception as they belong to a request; nothing where there are
    none."""
    return ({"past_list": past_list} if past_list else {}) | ({"approver": approver.pk} if approver else {})


def stated(reason: str, second: User | None) -> dict[str, object]:
    """The reason and the second person of a count as they belong to a request; nothing where there are none."""
    return ({"reason": reason} if reason else {}) | ({"second": second.pk} if second else {})


def lock_open_session(session: TableSession) -> TableSession:
    """The session's row, locked. Refuses one that was closed (`table_closed`)."""
    session = lock_session(session)
    if not session.is_open:
        raise DomainError("table_closed", f"{session.table} is closed: choose a table that is open.")
    return session


def lock_sitting(sitting: Sitting) -> Sitting:
    """The sitting as it now is, its player and its session locked.

    Refuses one that has ended (`already_left`) or comes from a file (`imported`).
    """
    player = lock_player(sitting.player)
    session = lock_session(sitting.session)
    sitting = Sitting.objects.get(pk=sitting.pk)
    if sitting.left_at:
        raise DomainError("already_left", f"{player} has left seat {sitting.seat} already: reload the page.")
    if sitting.is_import:
        raise DomainError("imported", "That seat comes from a hand file: its chips are not in this room's racks.")
    sitting.player, sitting.session = player, session
    return sitting


def _lock_move(sitting: Sitting, session: TableSession) -> tuple[Sitting, TableSession]:
    """Both ends of a move, sessions locked in the order of their ids."""
    if sitting.session_id == session.pk:
        raise DomainError("already_seated", f"{sitting.player} sits at {session.table} already.")
    lock_player(sitting.player)
    for either in sorted((sitting.session, session), key=lambda end: end.pk):
        lock_session(either)
    return lock_sitting(sitting), lock_open_session(session)


def _passed_by_move(
    old: Sitting,
    session: TableSession,
    exception: str,
    past_list: str,
    second: User | None,
    *,
    whole_table: bool,
    by: User | None,
    at: datetime,
) -> ListEntry | Sitting | None:
    """Hold a move to must-move, list and exceptions, as a newcomer's seat is; returns whom it passes over.

    Who sits there came from no broken game: a second person confirms whatever exception is made for a single player,
    also within the game, and it is said why somebody is passed. Whoever breaks a table says it for all of them.
    """
    first = _first_before(old, session)
    breaks = whole_table and exception == HouseException.BROKEN_GAME
    if exception in (HouseException.NONE, HouseException.MUST_MOVE) or (whole_table and not breaks):
        if first:
            raise moves_first(first, session)
        if exception or game_of(old.session.posted).key == game_of(session.posted).key:
            return None
        return entry_passed_over(session, old.player, past_list, at=at)
    if not breaks:
        refuse_unfounded(session, old.player, exception, second, by=by, at=at)
    if first:
        refuse_unsaid(first, session, old.player, past_list)
    return first


def _first_before(old: Sitting, session: TableSession) -> Sitting | None:
    """The player who moves into a main game before the one of `old`: the first in order at their own table where that
    feeds it, else at those that do; None where nobody does."""
    feeds = old.session.feeds_id == session.pk
    first = next(iter(in_order(old.session)), None) if feeds else first_to_move(session)
    return first if first and first.pk != old.pk else None


def _refuse_ended_must_move(feeder: TableSession, main: TableSession, exception: str) -> None:
    """Refuse to move between games by must-move that aren't linked any more; both sessions are locked."""
    if exception == HouseException.MUST_MOVE and feeder.feeds_id != main.pk:
        message = f"{feeder.table} doesn't feed {main.table} any more: move the player as they ask for it."
        raise DomainError("feeds_nothing", message)


def refuse_seat(session: TableSession, seat: int, player: Player, *, at: datetime) -> None:
    """Refuse a seat that the plaque lacks, that is taken, that is somebody else's to take, or at a table of somebody
    whom the player is kept apart from; the session is locked.
    """
    seats = session.posted.seats
    if not 1 <= seat <= seats:
        message = f"{session.table} has seats 1 to {seats}: choose one of them."
        raise DomainError("seat_unknown", message, allowed={"seats": seats}, field="seat")
    taken = session.sittings.filter(seat=seat, left_at=None).select_related("player").first()
    if taken:
        raise DomainError("seat_taken", f"{taken.player} sits in seat {seat}: choose another seat.", field="seat")
    refuse_claimed_seat(session, seat, player, at=at)
    refuse_beside(session, player)


def _refuse_seated(player: Player) -> None:
    seated = Sitting.objects.filter(player__in=Player.objects.of(player), left_at=None, is_import=False)
    if sitting := seated.select_related("session__table").first():
        where = f"{sitting.session.table}, seat {sitting.seat}"
        raise DomainError("already_seated", f"{player} sits at {where}: move them from there.", field="player")


def free_seat(
    sitting: Sitting, stack: int, by: User | None, at: datetime, *, absence: Absence.End = Absence.End.LEFT
) -> None:
    """Free the seat, take down the alarm that stood for its player, and end the absence of one who is away."""
    sitting.left_at, sitting.left_by, sitting.left_with = at, by, stack
    sitting.save(update_fields=["left_at", "left_by", "left_with"])
    alarms = SessionAlarm.objects.filter(
        session=sitting.session, kind=BARRED_SEATED, subject=f"player {sitting.player_id}", cleared_at=None
    )
    for alarm in alarms:
        clear_alarm(alarm=alarm, by=by, at=at)
    end_absence(sitting, absence, by=by, at=at)
    clear_apart(sitting, by=by, at=at)
    end_seat_changes(sitting, SeatChange.State.WITHDRAWN, by=by, at=at)
    touch(sitting.session)


def _exception_reason(exception: str) -> str:
    return HouseException(exception).label if exception else ""
