"""Days of currency that links of records have brought together: those that wait for an answer, and those that have
it."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import connection

from cage.models import LinkedDay
from config.rooms.models import Room


def days_of_both(one: Collection[int], other: Collection[int]) -> list[tuple[int, date]]:
    """The rooms and gaming days on which cash was moved under records of both groups, in their order; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_DAYS, {"one": list(one), "other": list(other)})
        return [(room, day) for room, day in cursor.fetchall()]


def unanswered_days(room: Room, until: datetime | None = None) -> list[LinkedDay]:
    """The days of a room that nobody has answered for, brought together before an instant where one is named; one
    query."""
    found = LinkedDay.objects.filter(room=room, answer=None).select_related("decision__first", "decision__second")
    return list(found.filter(at__lt=until) if until else found)


def answered_days(room: Room, *, most: int = 20) -> list[LinkedDay]:
    """The newest days that somebody has answered for; one query."""
    found = LinkedDay.objects.filter(room=room).exclude(answer=None).order_by("-pk")
    return list(found.select_related("decision__first", "decision__second", "answer__by")[:most])


_MOVED = """
    select room_id, gaming_day from cage_buyin where player_id = any(%({who})s)
    union select room_id, gaming_day from cage_cashout where player_id = any(%({who})s)
    union select room_id, gaming_day from cage_cashslip where player_id = any(%({who})s)
    union select room_id, gaming_day from cage_exchange where player_id = any(%({who})s)
    union select room_id, gaming_day from cage_bankslip where player_id = any(%({who})s)
    union select d.room_id, e.gaming_day from players_debtentry e join players_debt d on d.id = e.debt_id
        where d.player_id = any(%({who})s) and e.how = 'cash'
"""
_DAYS = f"({_MOVED.format(who='one')}) intersect ({_MOVED.format(who='other')}) order by 1, 2"
