"""Open items of the players of a gaming day: time that is owed and neither collected nor waived, and stacks that were
counted off the books and nobody has looked at."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.utils import timezone

from config.days.registry import OpenItem, Step, end_of, keeps_open
from config.rooms.models import Room
from players.selectors.time_due import time_due
from players.services.counting import COUNTED_OFF
from tables.models import PlaySource, SessionAlarm, TableSession


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


@keeps_open(Step.SETTLE)
def counts_not_looked_at(room: Room, day: date) -> Iterator[OpenItem]:
    """Alarms about stacks that were counted and that no quick hand explains, raised by the end of the day and put away
    by nobody; also of tables that were closed since. One query."""
    standing = SessionAlarm.objects.filter(
        session__room=room, kind=COUNTED_OFF, cleared_at=None, raised_at__lt=end_of(room, day)
    )
    for alarm in standing.select_related("session__table").order_by("raised_at", "pk"):
        sentence = f"{alarm.session.table}: {alarm.text}. Look at it, and put it away with a reason."
        yield OpenItem("counts_off", sentence, "a supervisor", "alarm", (alarm.pk,))
