"""The transfers of players by the house that stand on record: what an exception from the plaque's limits rests on."""

from datetime import datetime

from players.models import HouseException, Player, Sitting
from tables.models import TableSession


def broken_game_of(session: TableSession, player: Player, exception: str, at: datetime) -> Sitting | None:
    """The sitting that ended as the player's table was broken, where that is the exception and they have sat nowhere
    since on this gaming day; None where the books show no such thing (004:L48).

    A table is broken where everybody is sent on and it is closed in one act. Who left before left of their own will.
    """
    if exception != HouseException.BROKEN_GAME:
        return None
    room = session.room
    sittings = Sitting.objects.filter(player__in=Player.objects.of(player), session__room=room, is_import=False)
    last = sittings.select_related("session").order_by("-seated_at", "-pk").first()
    if last is None or last.left_at is None or last.left_at != last.session.closed_at:
        return None
    return last if room.gaming_day(last.left_at) == room.gaming_day(at) else None
