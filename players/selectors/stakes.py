"""Chips that left a table with their player: the stake of whoever left, and little for incidentals."""

from datetime import datetime, timedelta

from django.db.models import Q, Sum

from players.list_games import game_of
from players.models import Account, AccountKind, Player, Sitting, Transfer, TransferKind
from tables.models import TableSession

_SETTLES = (TransferKind.CORRECTION, TransferKind.RULING, TransferKind.DEBT)
"""Kinds of transfers that put right, after the fact, whose chips they are."""


def stake_taken_along(session: TableSession, player: Player, *, at: datetime, minutes: int) -> Sitting | None:
    """The sitting with which `player` last left a game of the kind of this one, where that was less than so many
    `minutes` ago.

    The kind is the game, the structure and the limits, whatever table it was played on (004:L48, “the same size and
    type of game”; WSOP 58). None where they left none, sit in one, or didn't leave: a table that was broken ended of
    the house's will, and who was moved on sits.
    """
    kind = game_of(session.posted).key
    sittings = (
        Sitting.objects.filter(player__in=Player.objects.of(player), session__room=session.room, is_import=False)
        .filter(Q(left_at=None) | Q(left_at__gt=at - timedelta(minutes=minutes)))
        .select_related("session__plaque")
        .order_by("-seated_at", "-pk")
    )
    newest = next((sitting for sitting in sittings if game_of(sitting.session.posted).key == kind), None)
    if newest is None or newest.left_at is None or newest.left_at == newest.session.closed_at:
        return None
    return newest


def stake_to_return(left: Sitting) -> int:
    """The chips that come back with a player who left with this sitting, minor units; one query.

    What a void, a correction, a ruling or a debt took out of their rack since wasn't theirs, and need not come back;
    what one of these gave back is theirs again. It is never more than they left with.
    """
    settled = Transfer.objects.filter(kind__in=_SETTLES, at__gte=left.left_at, room=left.session.room_id)
    racks = Account.objects.filter(player__in=Player.objects.of(left.player), kind=AccountKind.RACK)
    out, back = Q(source__in=racks), Q(target__in=racks)
    sums = settled.filter(out | back).aggregate(
        out=Sum("amount", filter=out, default=0), back=Sum("amount", filter=back, default=0)
    )
    return (left.left_with or 0) - max(sums["out"] - sums["back"], 0)


def incidentals_taken(sitting: Sitting, *, at: datetime) -> tuple[int, int]:
    """The chips that a player took off for incidentals since they sat down at this table, whichever seat, and on the
    gaming day of `at` at every table of the room; minor units, one query."""
    session, day = sitting.session, sitting.session.room.gaming_day(at)
    since = sitting.joined_at or sitting.seated_at
    taken = Transfer.objects.filter(
        room=session.room,
        gaming_day__gte=session.room.gaming_day(since),
        kind=TransferKind.INCIDENTAL,
        source__sitting__player__in=Player.objects.of(sitting.player),
    )
    sums = taken.aggregate(
        at_sitting=Sum("amount", filter=Q(source__session=session, at__gte=since), default=0),
        on_day=Sum("amount", filter=Q(gaming_day=day), default=0),
    )
    return sums["at_sitting"], sums["on_day"]
