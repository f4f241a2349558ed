"""A quick hand late in a long session beside one early in it: at a full kill table where somebody was away.

Kill, button and missed blinds follow from the hands before, so what a hand costs must not grow with their number. The
session is played through the services; then its hands are repeated in the database until there are five thousand.
"""

import os
import statistics
import sys
import time
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from _busy_room import BusyRoom  # noqa: E402 - Django first
from django.db import connection, connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import Hand  # noqa: E402
from games.services.ticks import record_tick  # noqa: E402
from players.services import come_back, go_away  # noqa: E402
from tables.models import TableSession  # noqa: E402

FLOOR = 1.3
"""The most that a quick hand late in the session may take, beside one early in it: of the processor, and in all."""
KILL_TABLE = "Table 4"
EARLY, LATE, MEASURED = 40, 5000, 60
"""Hands."""
_SECOND = timedelta(seconds=1)


@dataclass
class Evening:
    """One kill table, whose supervisor enters hand after hand."""

    room: BusyRoom

    def __post_init__(self) -> None:
        self.now, self.keys = self.room.began, count(1)

    @property
    def session(self) -> TableSession:
        """The session as it is now."""
        return TableSession.objects.select_related("room", "table", "plaque__house_rules").get()

    def tick(self) -> None:
        """A quick hand; every third pot is scooped and starts a kill."""
        number = next(self.keys)
        self.now += _SECOND
        pot = 60_00 if number % 3 == 0 else 6_00
        facts = {"pot": pot, "winners": [1 + number % 9], "rake_taken": 1_00}
        record_tick(session=self.session, key=f"session:{number}", **facts, **self.room.by("floor", self.now))

    def walk(self) -> None:
        """Somebody goes away for three hands."""
        sitting = self.session.sittings.get(seat=5)
        self.now += _SECOND
        go_away(sitting=sitting, **self.room.by("floor", self.now))
        for _ in range(3):
            self.tick()
        come_back(sitting=sitting, **self.room.by("floor", self.now + _SECOND))
        self.now += _SECOND

    def measured(self) -> tuple[float, float]:
        """The median of one quick hand: milliseconds of this processor, and in all."""
        took = []
        for _ in range(MEASURED):
            began, cpu = time.perf_counter(), time.process_time()
            self.tick()
            took.append((time.process_time() - cpu, time.perf_counter() - began))
        of_cpu, in_all = (statistics.median(each) * 1000 for each in zip(*took, strict=True))
        return of_cpu, in_all

    def lengthen(self) -> None:
        """Repeat the hands before the last ones, until there are LATE."""
        session, columns = self.session, [field.column for field in Hand._meta.concrete_fields if not field.primary_key]
        copied = {"number": "number + %s * turn", "request_key": "request_key || ':' || turn"}
        chosen = ", ".join(copied.get(column, column) for column in columns)
        shift, turns = session.hands_recorded, LATE // session.hands_recorded
        with connection.cursor() as cursor:
            cursor.execute(
                f"insert into games_hand ({', '.join(columns)}) select {chosen} "
                "from games_hand, generate_series(1, %s) turn where session_id = %s order by turn, number",
                [shift, turns, session.pk],
            )
        with connections["owner"].cursor() as cursor:
            cursor.execute("analyze games_hand")  # as PostgreSQL does by itself on a table that grows
        TableSession.objects.filter(pk=session.pk).update(hands_recorded=Hand.objects.count())


def main() -> int:
    """0 where a quick hand late in the session costs no more than the floor allows."""
    room = BusyRoom(timezone.now())
    room.open((KILL_TABLE,))
    evening = Evening(room)
    assert evening.session.posted.kill
    while Hand.objects.count() < EARLY:
        evening.tick()
    evening.walk()
    early = evening.measured()
    evening.lengthen()
    evening.tick()  # finds that the kill it knew is of another hand, and folds all once
    late = evening.measured()
    missed = 0
    for what, before, after in zip(("of the processor", "in all"), early, late, strict=True):
        ratio = after / before
        missed += ratio > FLOOR
        said = f"{before:.1f} ms early in a session, {after:.1f} after {Hand.objects.count():,} hands"
        print(f"{'ok    ' if ratio <= FLOOR else 'MISSED'} a quick hand at a kill table, {what}: {said}; "
              f"{ratio:.2f} x (floor {FLOOR})")  # fmt: skip
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
