"""The waiting lists: one per game and limit, in order of request (000:L72; 004:L58; WSOP 83-99).

Every service locks the player's row first, as a ban and a seat do, then the list, then the tables (I-14, I-22).
"""

import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Min

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.list_games import ListGame, game_of
from players.models import ListEntry, Player, Sitting, WaitingList
from players.selectors.lists import may_come_back
from players.selectors.waits import quoted_minutes
from players.services.admission import refuse_unfit
from players.services.list_endings import move_on
from players.services.list_seats import seat_for
from players.services.messages import tell
from players.services.people import add_guest, lock_player
from players.services.seat_claims import SEAT_RULE, SEAT_SOURCE

ANSWER_WITHIN = timedelta(minutes=5)
"""The time that a seat is kept for a name that was called. The rulebooks give no number ("removed when not answering",
WSOP 83-99): five minutes bring a player in from the bar or the door, and cost a full table two or three hands."""

_S = ListEntry.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The way that a name came on a list, and where it can be reached; `expected_at` is when the player said to
    come."""

    source: str = ListEntry.Source.WALK_IN
    mobile: str = ""
    email: str = ""
    expected_at: datetime | None = None


@transaction.atomic
def join_list(
    *,
    room: Room,
    game: ListGame,
    player: Player,
    key: str,
    by: User | None,
    at: datetime,
    request: Request | None = None,
) -> ListEntry:
    """Put a player at the end of the list for `game`; a retry with the same key returns the same entry.

    The player is told the place and the wait quoted, if they can be reached. Refuses a player who may not play
    (`player_barred`, `under_age`), who is on that list (`on_list_already`), or who sits in that game (`in_that_game`).
    """
    request = request or Request()
    body = {"room": room.pk, "game": game.key, "player": player.pk, **asdict(request)}
    if earlier := claim(key, "list_join", body, by=by, at=at):
        return ListEntry.objects.get(pk=(earlier.answer or {})["entry"])
    player = lock_player(player)
    refuse_unfit(player, room=room, at=at)
    waiting_list = _lock_list(_list_of(room, game, by, at))
    _refuse_doubled(waiting_list, player)
    entry = _add(waiting_list, player, request, by, at)
    after = {"list": game.key, "player": player.pk, "number": entry.number, "source": request.source}
    record("list.joined", entry, room=room, by=by, at=at, after=after | {"quoted_minutes": entry.quoted_minutes})
    tell(entry, "joined", by=by, at=at)
    answered(key, {"entry": entry.pk})
    return entry


def join_as_guest(
    *,
    room: Room,
    game: ListGame,
    name: str,
    key: str,
    by: User | None,
    at: datetime,
    request: Request | None = None,
) -> ListEntry:
    """Put somebody on the list by a name alone: a guest of this gaming day until the desk knows them.

    The guest is kept even where the list refuses them, so that somebody can decide who they are (`who_is_it`, where
    the name may be that of a person who may not play). Refuses as `join_list` does, and a name that nobody can read
    (`name_unreadable`); two guests of one name on one day must be told apart by what they are called.
    """
    guest = add_guest(room=room, name=name, by=by, at=at)
    return join_list(room=room, game=game, player=guest, key=key, by=by, at=at, request=request)


@transaction.atomic
def call_player(*, entry: ListEntry, by: User | None, at: datetime) -> ListEntry:
    """Call the next name to an empty seat of the game, and keep that seat for ANSWER_WITHIN; the player is told at
    once.

    Where no table plays the game yet the player is called without a seat, to start it. Refuses a name whose turn it is
    not (`out_of_order`), who may not play (`player_barred`, `under_age`) or is called elsewhere (`called_elsewhere`); a
    call where no seat is empty (`no_seat_open`), or where every one is wanted by somebody at the table (`seat_wanted`),
    due to a player of the must-move game (`must_move_first`), or beside somebody whom the player is kept apart from
    (`kept_apart`).
    """
    player = lock_player(entry.player)
    waiting_list = _lock_list(entry.waiting_list)
    entry = _fresh(entry)
    refuse_unfit(player, room=waiting_list.room, at=at)
    _refuse_not_waiting(entry)
    _refuse_called_elsewhere(player)
    _refuse_out_of_order(entry, at)
    session, seat = seat_for(waiting_list, player, by=by, at=at)
    facts: dict[str, Any] = {
        "called_at": at,
        "called_until": at + ANSWER_WITHIN,
        "called_session": session,
        "called_seat": seat,
    }
    entry = move_on(entry, "list.called", _S.CALLED, of=(_S.WAITING,), by=by, at=at, calls=F("calls") + 1, **facts)
    tell(entry, "called", by=by, at=at)
    return entry


@transaction.atomic
def hold_entry(*, entry: ListEntry, by: User | None, at: datetime) -> ListEntry:
    """Pass a name over until it is ready; it keeps its place. Refuses `entry_changed`."""
    return _bring(entry, "list.held", _S.HELD, (_S.WAITING, _S.CALLED), by=by, at=at)


@transaction.atomic
def resume_entry(*, entry: ListEntry, by: User | None, at: datetime) -> ListEntry:
    """A name that was passed over, or was called too early, waits again in its old place. Refuses `entry_changed`."""
    return _bring(entry, "list.resumed", _S.WAITING, (_S.HELD, _S.CALLED), by=by, at=at)


@transaction.atomic
def note_arrival(*, entry: ListEntry, by: User | None, at: datetime) -> ListEntry:
    """Somebody who phoned or reserved has come: their turn may come. Refuses `entry_changed` (here, or off the
    list)."""
    lock_player(entry.player)
    if ListEntry.objects.filter(pk=entry.pk, state__in=ListEntry.LIVE, arrived_at=None).update(arrived_at=at) != 1:
        raise DomainError("entry_changed", f"{entry.player} is here already, or off the list: look at it again.")
    entry = _fresh(entry)
    after = {"list": entry.waiting_list.key, "player": entry.player_id}
    record("list.arrived", entry, room=entry.waiting_list.room, by=by, at=at, after=after)
    return entry


@transaction.atomic
def decline_seat(*, entry: ListEntry, by: User | None, at: datetime, reason: str = "") -> ListEntry:
    """A name that was called doesn't want the seat and leaves the list. Refuses `entry_changed`."""
    return _bring(entry, "list.declined", _S.DECLINED, (_S.CALLED,), by=by, at=at, reason=reason)


@transaction.atomic
def note_no_show(*, entry: ListEntry, by: User | None, at: datetime) -> ListEntry:
    """A name that was called and did not answer in time leaves the list (WSOP 83-99).

    Refuses while the player's time runs (`call_running`), and `entry_changed`.
    """
    lock_player(entry.player)
    entry = _fresh(entry)
    if entry.state == _S.CALLED and not entry.is_overdue(at) and entry.called_until:
        until = entry.called_until.astimezone(entry.waiting_list.room.zone)
        raise DomainError("call_running", f"{entry.player} has until {until:%H:%M} to come: wait, or put them on hold.")
    return move_on(entry, "list.no_show", _S.NO_SHOW, of=(_S.CALLED,), by=by, at=at, reason="did not answer")


@transaction.atomic
def remove_entry(*, entry: ListEntry, reason: str, by: User | None, at: datetime) -> ListEntry:
    """Take a name off the list and say why. Refuses a missing reason (`reason_missing`), and `entry_changed`."""
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why the name leaves the list.", field="reason")
    return _bring(entry, "list.removed", _S.REMOVED, ListEntry.LIVE, by=by, at=at, reason=reason)


@transaction.atomic
def put_back(*, entry: ListEntry, reason: str, by: User | None, at: datetime) -> ListEntry:
    """Put a name that left the list wrongly back in its old place (DISPUTES: list position restored).

    Refuses a missing reason (`reason_missing`), a player who may not play or is on the list again
    (`on_list_already`), who sits in the game (`in_that_game`), a place of an earlier gaming day, before which everybody
    of today would stand (`entry_of_another_day`), and `entry_changed`.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why the name comes back.", field="reason")
    player = lock_player(entry.player)
    _refuse_other_day(_fresh(entry), at)
    refuse_unfit(player, room=entry.waiting_list.room, at=at)
    _refuse_doubled(_lock_list(entry.waiting_list), player)
    ended = (_S.DECLINED, _S.NO_SHOW, _S.REMOVED)
    return move_on(_fresh(entry), "list.put_back", _S.WAITING, of=ended, by=by, at=at, reason=reason)


@transaction.atomic
def open_list(*, room: Room, game: ListGame, by: User | None, at: datetime) -> WaitingList:
    """The list for a game, made where it is new: an interest list as long as no table plays it."""
    return _list_of(room, game, by, at)


def lock_list_of(*, room: Room, game: ListGame, by: User | None, at: datetime) -> WaitingList:
    """The list for a game, made where it is new, its row locked: whoever locks a table after it holds the order."""
    return _lock_list(_list_of(room, game, by, at))


def put_on_top(*, waiting_list: WaitingList, player: Player, by: User | None, at: datetime) -> ListEntry:
    """Put a player before everybody on a list whose row the caller has locked, as well as the player's.

    Refuses a player who may not play (`player_barred`, `under_age`), is on the list (`on_list_already`), or sits in
    that game (`in_that_game`).
    """
    refuse_unfit(player, room=waiting_list.room, at=at)
    _refuse_doubled(waiting_list, player)
    least = waiting_list.entries.aggregate(least=Min("number", default=1))["least"]
    entry = _new_entry(waiting_list, player, Request(), by, at, number=least - 1, place=1)
    after = {"list": waiting_list.key, "player": player.pk, "number": entry.number}
    record("list.joined_on_top", entry, room=waiting_list.room, by=by, at=at, after=after)
    return entry


def _list_of(room: Room, game: ListGame, by: User | None, at: datetime) -> WaitingList:
    facts = {"name": game.name, "game": game.game, "structure": game.structure, "opened_at": at, "opened_by": by}
    waiting_list, made = WaitingList.objects.get_or_create(room=room, key=game.key, defaults=facts)
    if made:
        record("list.opened", waiting_list, room=room, by=by, at=at, after={"key": game.key, "name": game.name})
    return waiting_list


def _lock_list(waiting_list: WaitingList) -> WaitingList:
    """The list's row, locked: after the player's, before those of tables."""
    return WaitingList.objects.select_for_update(of=("self",)).select_related("room").get(pk=waiting_list.pk)


def _fresh(entry: ListEntry) -> ListEntry:
    return ListEntry.objects.select_related("player", "waiting_list__room").get(pk=entry.pk)


def _bring(entry: ListEntry, verb: str, state: ListEntry.State, of: tuple[str, ...], **facts: Any) -> ListEntry:
    lock_player(entry.player)
    return move_on(_fresh(entry), verb, state, of=of, **facts)


def _add(waiting_list: WaitingList, player: Player, request: Request, by: User | None, at: datetime) -> ListEntry:
    """The new entry at the end of the list, whose row is locked."""
    waiting = waiting_list.entries.filter(state__in=ListEntry.LIVE).count()
    WaitingList.objects.filter(pk=waiting_list.pk).update(last_number=F("last_number") + 1)
    number = waiting_list.last_number + 1
    return _new_entry(waiting_list, player, request, by, at, number=number, place=waiting + 1)


def _new_entry(
    waiting_list: WaitingList,
    player: Player,
    request: Request,
    by: User | None,
    at: datetime,
    *,
    number: int,
    place: int,
) -> ListEntry:
    return ListEntry.objects.create(
        waiting_list=waiting_list,
        player=player,
        number=number,
        token=secrets.token_urlsafe(24),
        quoted_minutes=quoted_minutes(waiting_list, place, at),
        joined_at=at,
        joined_by=by,
        changed_at=at,
        arrived_at=at if request.source == ListEntry.Source.WALK_IN else None,
        **asdict(request),
    )


def _refuse_doubled(waiting_list: WaitingList, player: Player) -> None:
    records = Player.objects.of(player)
    if waiting_list.entries.filter(player__in=records, state__in=ListEntry.LIVE).exists():
        message = f"{player} is on the list for {waiting_list} already; a guest of that name needs a second name."
        raise DomainError("on_list_already", message, field="player", rule="A name stands on a list once.")
    seated = Sitting.objects.filter(player__in=records, left_at=None, is_import=False)
    sitting = seated.filter(session__room=waiting_list.room).first()
    if sitting and game_of(sitting.session.posted).key == waiting_list.key:
        message = f"{player} sits in that game, seat {sitting.seat} of {sitting.session.table}: no need to wait."
        raise DomainError("in_that_game", message, field="player")


def _refuse_other_day(entry: ListEntry, at: datetime) -> None:
    """Refuse the old place to a name that left the list on an earlier gaming day."""
    if not may_come_back(entry, at):
        message = f"{entry.player} left the list on an earlier gaming day: add the name anew, at the end of the list."
        raise DomainError("entry_of_another_day", message)


def _refuse_not_waiting(entry: ListEntry) -> None:
    if entry.state != _S.WAITING:
        now = entry.get_state_display()
        raise DomainError("entry_changed", f"{entry.player} is {now} by now: look at the list again.")


def _refuse_called_elsewhere(player: Player) -> None:
    theirs = ListEntry.objects.filter(player__in=Player.objects.of(player), state=_S.CALLED)
    other = theirs.select_related("waiting_list").first()
    if other:
        message = f"{player} was called for {other.waiting_list}: hear first whether that seat is taken."
        raise DomainError("called_elsewhere", message)


def _refuse_out_of_order(entry: ListEntry, at: datetime) -> None:
    """Refuse to pass over a name that waits, is here or due, and was not called for another game."""
    before = entry.waiting_list.entries.filter(number__lt=entry.number, state=_S.WAITING)
    called = ListEntry.objects.filter(state=_S.CALLED).select_related("player")
    busy = {other.player.person_id for other in called}
    for earlier in before.select_related("player"):
        if earlier.player.person_id not in busy and earlier.has_turn(at):
            message = f"{earlier.player} is before {entry.player}: call that name, or put it on hold first."
            raise DomainError("out_of_order", message, rule=SEAT_RULE, citation=SEAT_SOURCE)
