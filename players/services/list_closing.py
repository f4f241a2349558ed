"""A list is closed, at the end of the day or of its game: every name leaves it with a reason, and is told."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.staff.models import User
from players.models import ListEntry, Player, WaitingList
from players.services.list_endings import move_on
from players.services.messages import tell


@transaction.atomic
def close_list(*, waiting_list: WaitingList, reason: str, by: User | None, at: datetime) -> list[ListEntry]:
    """Take every name off a list and tell those who can be reached; returns their entries, in order.

    Whoever asks for the game afterwards begins the list anew. Refuses a missing reason (`reason_missing`), a list
    that nobody is on (`list_empty`), and a name that was moved on at the same moment (`entry_changed`).
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why the list is closed: the players are told.", field="reason")
    listed = ListEntry.objects.filter(waiting_list=waiting_list, state__in=ListEntry.LIVE)
    players = Player.objects.filter(pk__in=listed.values("player")).order_by("pk")
    list(players.select_for_update(no_key=True))
    waiting_list = WaitingList.objects.select_for_update(of=("self",)).select_related("room").get(pk=waiting_list.pk)
    names = list(listed.select_related("player", "waiting_list__room").order_by("number"))
    if not names:
        raise DomainError("list_empty", f"Nobody is on the list for {waiting_list}: there is nothing to close.")
    ended = [
        move_on(entry, "list.removed", ListEntry.State.REMOVED, of=ListEntry.LIVE, by=by, at=at, reason=reason)
        for entry in names
    ]
    for entry in ended:
        tell(entry, "closed", by=by, at=at)
    after = {"list": waiting_list.key, "names": len(ended)}
    record("list.closed", waiting_list, room=waiting_list.room, by=by, at=at, after=after, reason=reason)
    return ended
