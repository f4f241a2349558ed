"""Held cash: cash-outs, prizes, shares and withdrawals that wait for an identity or a decision."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from django.db.models import QuerySet

from cage.models import HeldCashOut
from config.rooms.models import Room
from tables.models import TableSession


def still_held(room: Room) -> QuerySet[HeldCashOut]:
    """The cash-outs of a room that are held and have no end, the newest first."""
    return HeldCashOut.objects.filter(room=room, end=None).select_related("player", "room", "by", "drawer")


def held_of_day(room: Room, day: date) -> Sequence[HeldCashOut]:
    """Those of a gaming day; one query."""
    return list(still_held(room).filter(gaming_day=day))


def held_at(sessions: Collection[TableSession], at: datetime) -> Mapping[int, str]:
    """The words of the alarm at each of these sessions at which a cash-out is held; one query."""
    held = HeldCashOut.objects.filter(session__in=sessions, end=None).select_related("player", "room").order_by("pk")
    return {
        each.session_id: f"{each.player}: {each.name} of {each.room.money(each.amount)} is held"
        for each in held
        if each.session_id is not None
    }
