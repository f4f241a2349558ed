"""The job that a lock asks for: the points of its day."""

from datetime import date

from config.days.registry import follows_lock, in_words
from config.jobs.services import enqueue
from config.rooms.models import Room
from players.selectors.comps import rules_on

TASK = "rake.earn_comps"


@follows_lock
def ask_for_points(room: Room, day: date) -> None:
    """Ask for the points of a day that was locked just now, where comps were on."""
    if rules_on(room, day):
        title = f"Points of {in_words(day)}"
        key = f"comps:{room.pk}:{day}"
        enqueue(TASK, room=room, key=key, title=title, room_id=room.pk, gaming_day=day.isoformat())
