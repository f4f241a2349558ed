"""Take points off accounts once their days are over."""

from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Subquery

from config.audit.services import record
from config.rooms.models import Room
from players.models import CompEntry, CompRules, Player
from players.selectors.comps import account_of
from players.services.comp_posting import add_entry
from players.services.people import lock_player


def expire_points(*, room: Room, at: datetime) -> int:
    """Take off every account of a room the points that are gone on the gaming day of `at`; returns how many accounts
    had some. Safe to run twice and at once; each account is a transaction of its own."""
    day = room.gaming_day(at)
    late = CompEntry.objects.filter(room=room, expires_on__lte=day, points__gt=0).order_by()
    newest = CompEntry.objects.filter(room=room, player=OuterRef("pk")).order_by("-number").values("balance")[:1]
    holding = Player.objects.filter(pk__in=late.values("player")).alias(points=Subquery(newest)).filter(points__gt=0)
    found = 0
    for player in holding.order_by("pk"):
        found += _expire_one(room, player, at)
    return found


@transaction.atomic
def _expire_one(room: Room, player: Player, at: datetime) -> bool:
    player = lock_player(player)
    return expire_account(room, player, key=f"comps-expired:{room.pk}:{player.pk}:{room.gaming_day(at)}", at=at)


def expire_account(room: Room, player: Player, *, key: str, at: datetime) -> bool:
    """Take off one account the points that are gone; returns whether there were any. The caller has locked the
    player."""
    day = room.gaming_day(at)
    overdue = account_of(room, player, day).overdue
    if not overdue:
        return False
    rules = CompRules.objects.filter(room=room, from_day__lte=day).order_by("from_day", "number").last()
    assert rules is not None  # noqa: S101 - nothing is earned without rules
    entry = add_entry(
        room=room, player=player, kind=CompEntry.Kind.EXPIRED, points=-overdue, rules=rules, key=key, by=None, at=at
    )
    after = {"points": overdue, "player": player.pk, "balance": entry.balance}
    record("comps.expired", entry, room=room, by=None, at=at, after=after)
    return True
