"""Open items of the players of a gaming day: time that is owed and neither collected nor waived."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.utils import timezone

from config.days.registry import OpenItem, Step, end_of, keeps_open
from config.rooms.models import Room
from players.selectors.time_due import time_due
from tables.models import PlaySource, TableSession


@keeps_open(Step.PLAY)
def time_not_settled(room: Room, day: date) -> Iterator[OpenItem]:
    """Half hours that have begun on the day or before it, table by table, at tables that are still open: as the page of
    the table tells it. Those to come are nobody's yet."""
    ended = end_of(room, day)
    until = min(ended - timedelta(microseconds=1), timezone.now())
    played = TableSession.objects.filter(room=room, source=PlaySource.FLOOR, opened_at__lt=ended, closed_at=None)
    sessions = {session.pk: session for session in played.select_related("room", "table", "plaque").order_by("table")}
    for pk, due in time_due(sessions.values(), until).items():
        owed, players = sum(each.amount for each in due), len(due)
        who = "1 player owes" if players == 1 else f"{players} players owe"
        sentence = f"{who} {room.money(owed)} for time at {sessions[pk].table}: collect it, or waive it with a reason."
        yield OpenItem("time_due", sentence, "the floor", "time", (pk,))
