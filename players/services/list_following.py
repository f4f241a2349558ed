"""A list follows its table: where limits change, whoever waits for the old game goes over to the new one, in order."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.list_games import game_of
from players.models import ListEntry, Player, WaitingList
from players.services.list_endings import move_on
from players.services.lists import open_list
from tables.models import TableSession
from tables.services import lock_session


@transaction.atomic
def follow_table(
    *, waiting_list: WaitingList, session: TableSession, key: str, by: User | None, at: datetime
) -> list[ListEntry]:
    """Take every name of a list over to the list for the game that `session` plays now; returns them in their order.

    They come behind whoever waits there already, in the order in which they asked, with their states, their wait and
    the seats that are kept for them. Who is on that list already, or sits in that game, leaves the old one. Refuses a
    table that plays the list's own game (`list_has_table`) and a list that nobody is on (`list_empty`).
    """
    body = {"list": waiting_list.pk, "session": session.pk}
    if earlier := claim(key, "list_follow", body, by=by, at=at):
        return list(ListEntry.objects.filter(pk__in=(earlier.answer or {})["entries"]).order_by("number"))
    names = ListEntry.objects.filter(waiting_list=waiting_list, state__in=ListEntry.LIVE)
    list(Player.objects.filter(pk__in=names.values("player")).order_by("pk").select_for_update(no_key=True))
    game = game_of(session.posted, session.room.money)
    target = open_list(room=session.room, game=game, by=by, at=at)
    both = WaitingList.objects.filter(pk__in=[waiting_list.pk, target.pk]).order_by("pk")
    locked = {each.pk: each for each in both.select_for_update(of=("self",)).select_related("room")}
    session, target = lock_session(session), locked[target.pk]
    if target.pk == waiting_list.pk or game_of(session.posted).key != target.key:
        raise DomainError("list_has_table", f"{session.table} plays {session.plaque.short_name}: reload the page.")
    entries = list(names.select_related("player", "waiting_list__room").order_by("number"))
    if not entries:
        raise DomainError("list_empty", f"Nobody is on the list for {waiting_list} any more.")
    moved = _take_over(entries, target, by=by, at=at)
    before = {"list": waiting_list.key, "name": waiting_list.name}
    after = {
        "list": target.key, "name": target.name, "table": session.table.name,
        "players": [entry.player_id for entry in moved],
    }  # fmt: skip
    record("list.followed", target, room=target.room, by=by, at=at, before=before, after=after)
    answered(key, {"entries": [entry.pk for entry in moved]})
    return moved


def _take_over(entries: list[ListEntry], target: WaitingList, *, by: User | None, at: datetime) -> list[ListEntry]:
    """Put the names behind those of the other list, whose rows are all locked."""
    there = _already_there(target)
    moved = []
    for entry in entries:
        if entry.player.person_id in there:
            reason = f"waits for {target} or sits there"
            move_on(entry, "list.removed", ListEntry.State.REMOVED, of=ListEntry.LIVE, by=by, at=at, reason=reason)
            continue
        target.last_number += 1
        entry.waiting_list, entry.number = target, target.last_number
        entry.save(update_fields=["waiting_list", "number"])
        moved.append(entry)
    target.save(update_fields=["last_number"])
    return moved


def _already_there(target: WaitingList) -> set[int]:
    """The persons who are on the list already, or sit in its game, by whichever record."""
    listed = Player.objects.filter(list_entries__waiting_list=target, list_entries__state__in=ListEntry.LIVE)
    open_tables = TableSession.objects.filter(room=target.room, closed_at=None, source=TableSession.Source.FLOOR)
    playing = [
        each.pk for each in open_tables.select_related("plaque") if game_of(each.plaque.plaque).key == target.key
    ]
    seated = Player.objects.filter(sittings__session__in=playing, sittings__left_at=None)
    return {player.person_id for player in (*listed, *seated)}
