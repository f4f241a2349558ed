"""Money that was won before somebody was barred: it stays theirs, and nobody pays it alone (I-14, C-14)."""

from datetime import datetime

from config.rooms.models import Room
from players.models import Player
from players.standing import standing


def why_two_pay(patron: Player, room: Room, at: datetime) -> str:
    """The reason why one person alone doesn't pay somebody who is barred what was won; nothing where nobody bars
    them."""
    ban = standing(list(Player.objects.of(patron)), room=room, at=at).ban
    if ban is None:
        return ""
    since = ban.starts_at.astimezone(room.zone)
    return (
        f"{patron} is {ban.get_kind_display()} since {since:%-d %B %Y}: what was won before stays theirs, and a "
        "supervisor says whether it is paid now."
    )
