"""Awards out of promotional pools: those that were declared, whose shares are owed, and who sits where one is won."""

from django.db.models import QuerySet

from cage.models import AwardShare, PoolAward
from config.rooms.models import Room
from players.models import Player, Sitting
from tables.models import Table


def awards_of(room: Room, *, most: int = 30) -> QuerySet[PoolAward]:
    """The newest awards of a room with their shares and what paid them; a fixed number of queries."""
    found = PoolAward.objects.filter(room=room).select_related("pool", "table", "declared_by", "approved_by")
    return found.prefetch_related("shares__player", "shares__void", "shares__slips__void")[:most]


def unpaid_shares(room: Room) -> QuerySet[AwardShare]:
    """The shares of a room that are owed, the oldest first, with player and award; one query."""
    owed = AwardShare.objects.filter(award__room=room).unpaid()
    return owed.select_related("player", "award__pool", "award__room").order_by("award", "number")


def owed_to(player: Player, room: Room) -> list[AwardShare]:
    """The shares that are owed to a person, by whichever record of theirs; one query."""
    return list(unpaid_shares(room).filter(player__in=Player.objects.of(player)))


def seated_at(table: Table | None) -> list[Player]:
    """Whoever sits at a table now, in the order of the seats; nobody without one. One query."""
    sits = Sitting.objects.filter(session__table=table, left_at=None, is_import=False)
    return [each.player for each in sits.select_related("player").order_by("seat")] if table else []
