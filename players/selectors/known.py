"""The people that a room knows: they are known where they did something. Exclusions bind everywhere; papers are no
directory.

Somebody of another room of the house is found by the whole number of a document, or by the whole name and the date of
birth: what they show or say at the desk. From then on this room knows them too (`Meeting`).
"""

import re
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from config.rooms.models import Room
from players.likeness import document_key, visible
from players.models import Account, AccountKind, ListEntry, Meeting, Player, Sitting

SHORTEST_DOCUMENT = 4
"""Signs of a document by which it is looked for."""
_DAY = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b", re.ASCII)


def known_in(room: Room) -> QuerySet[Player]:
    """The people whom `room` knows: registered or met there, with chips, a seat or a name on a list there."""
    player = OuterRef("pk")
    acts = (
        Account.objects.filter(room=room, kind=AccountKind.RACK, player=player),
        Sitting.objects.filter(session__room=room, player=player),
        ListEntry.objects.filter(waiting_list__room=room, player=player),
        Meeting.objects.filter(room=room, player=player),
    )
    known = Q(registered_in=room)
    for rows in acts:
        known |= Q(Exists(rows))
    return Player.objects.filter(known)


def is_known(player: Player, room: Room) -> bool:
    """Whether `room` knows this person."""
    return player.registered_in_id == room.pk or known_in(room).filter(pk=player.pk).exists()


def found_by_papers(text: str) -> QuerySet[Player]:
    """The people of any room whose whole document `text` is, or whose whole name and date of birth (1980-12-31)."""
    key = document_key(text)
    if len(key) >= SHORTEST_DOCUMENT and (theirs := Player.objects.filter(document_key=key)).exists():
        return theirs
    born, name = _born(text), visible(_DAY.sub(" ", text))
    if born is None or not name:
        return Player.objects.none()
    return Player.objects.filter(Q(legal_name__iexact=name) | Q(display_name__iexact=name), date_of_birth=born)


def _born(text: str) -> date | None:
    days = _DAY.findall(text)
    try:
        return date.fromisoformat(days[0]) if len(days) == 1 else None
    except ValueError:
        return None
