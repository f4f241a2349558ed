"""The jobs that give a locked day its points: the lock asks for its own, the schedule for those that were lost."""

from datetime import date, datetime
from typing import Any

from config.days.registry import follows_lock, in_words
from config.jobs.models import Job
from config.jobs.services import enqueue, enqueue_due
from config.rooms.models import Room
from players.selectors.comps import rules_on
from rake.comps.waiting import days_to_earn

TASK = "rake.earn_comps"


@follows_lock
def ask_for_points(room: Room, day: date) -> None:
    """Ask for the points of a day that was locked just now, where comps were on."""
    if rules_on(room, day):
        enqueue(TASK, room=room, key=f"comps:{room.pk}:{day}", origin=Job.Origin.LOCK, **_points_of(room, day))


def ask_for_lost_points(*, room: Room, at: datetime) -> None:
    """Ask for the points of locked days that lack them still: their job was lost, or given up."""
    for day in days_to_earn(room):
        enqueue_due(TASK, room=room, at=at, **_points_of(room, day))


def _points_of(room: Room, day: date) -> dict[str, Any]:
    return {"title": f"Points of {in_words(day)}", "room_id": room.pk, "gaming_day": day.isoformat()}
