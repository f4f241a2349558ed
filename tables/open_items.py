"""Open items of the tables of a gaming day: dealers whose shift of that day still runs.

A table that plays through the end of the day is dropped open and goes on (R42); its hands get the new day.
"""

from collections.abc import Iterator
from datetime import date

from config.days.registry import OpenItem, Step, keeps_open
from config.rooms.models import Room
from tables.models import DealerShift


@keeps_open(Step.PLAY)
def shifts_not_ended(room: Room, day: date) -> Iterator[OpenItem]:
    """Dealers who came on that day and have not gone off: their downs are still counted on it."""
    running = DealerShift.objects.filter(room=room, gaming_day=day, ended_at=None).select_related("dealer")
    for shift in running.order_by("started_at", "pk"):
        sentence = f"{shift.dealer} came on that day and has not gone off: end the shift, and begin one of today."
        yield OpenItem("shift_running", sentence, "the floor", "dealers")
