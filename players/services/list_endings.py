"""The ends of names on the lists: the one claim that all endings share, and those that other services bring about."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Q

from config.audit.services import record
from config.errors import DomainError
from config.staff.models import User
from players.list_games import game_of
from players.models import ListEntry, Player, SeatChange, Sitting

_NOT_CALLED: dict[str, Any] = {"called_at": None, "called_until": None, "called_session": None, "called_seat": None}


def move_on(
    entry: ListEntry,
    verb: str,
    state: ListEntry.State,
    *,
    of: Collection[str],
    by: User | None,
    at: datetime,
    reason: str = "",
    **facts: Any,
) -> ListEntry:
    """Bring an entry whose state is one `of` these to `state`, with its audit event; the caller has locked its player.

    Refuses one whose state is another by now (`entry_changed`).
    """
    changes = _changes(state, by, at, reason) | facts
    if ListEntry.objects.filter(pk=entry.pk, state__in=of).update(**changes) != 1:
        entry.refresh_from_db()
        now = entry.get_state_display()
        raise DomainError("entry_changed", f"{entry.player} is {now} by now: look at the list again.")
    before = {"state": entry.state}
    entry.refresh_from_db()
    room = entry.waiting_list.room
    record(verb, entry, room=room, by=by, at=at, before=before, after=_shown(entry), reason=reason)
    return entry


def seated_from_list(sitting: Sitting, *, by: User | None, at: datetime) -> None:
    """Take a player who sits down off the list of that game, whichever record of theirs stands on it; on the lists of
    other games they stay."""
    key = game_of(sitting.session.posted).key
    theirs = _live(Q(player__in=Player.objects.of(sitting.player)))
    for entry in theirs.filter(waiting_list__room=sitting.session.room, waiting_list__key=key):
        move_on(entry, "list.seated", ListEntry.State.SEATED, of=ListEntry.LIVE, by=by, at=at, sitting=sitting)


def off_all_lists(player: Player, *, reason: str, by: User | None, at: datetime) -> None:
    """Take a player off every list that they are on; the caller has locked the player's row."""
    for entry in _live(Q(player=player)):
        move_on(entry, "list.removed", ListEntry.State.REMOVED, of=ListEntry.LIVE, by=by, at=at, reason=reason)


def end_seat_changes(sitting: Sitting, state: SeatChange.State, *, by: User | None, at: datetime) -> None:
    """End the requests of a player who leaves: they wait for no other seat at that table."""
    asked = SeatChange.objects.filter(sitting=sitting, state=SeatChange.State.OPEN)
    asked.update(state=state, ended_at=at, ended_by=by)


def _live(whose: Q) -> Any:
    entries = ListEntry.objects.filter(whose, state__in=ListEntry.LIVE)
    return entries.select_related("player", "waiting_list__room").order_by("pk")


def _changes(state: ListEntry.State, by: User | None, at: datetime, reason: str) -> dict[str, Any]:
    """The fields that a change of state writes: a call is over with every other state, and an ending says who and
    why."""
    changes = {"state": state, "changed_at": at}
    if state == ListEntry.State.CALLED:
        return changes
    ended = state not in ListEntry.LIVE
    ending = {"ended_at": at if ended else None, "ended_by": by if ended else None, "reason": reason}
    return changes | ending | ({} if ended else _NOT_CALLED)


def _shown(entry: ListEntry) -> dict[str, Any]:
    """The entry as the audit trail keeps it."""
    shown: dict[str, Any] = {"list": entry.waiting_list.key, "player": entry.player_id, "state": entry.state}
    if entry.state == ListEntry.State.CALLED:
        shown |= {"session": entry.called_session_id, "seat": entry.called_seat}
    return shown
