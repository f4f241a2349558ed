"""Questions about jobs: whether a worker is alive, what became of a job."""

import random
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from config.jobs.models import Job, WorkerPulse
from config.rooms.models import Room

ALIVE_FOR = timedelta(seconds=15)
"""For how long a worker counts as alive after its last sign of life; it gives one every PULSE seconds."""


def worker_is_alive(at: datetime) -> bool:
    """Whether any worker gave a sign of life lately."""
    return WorkerPulse.objects.filter(at__gt=at - ALIVE_FOR).exists()


SHOWN = 50


def jobs_of(room: Room) -> list[Job]:
    """The newest jobs of a room that people asked for, or the schedule, or that failed, newest first; one query.

    What the schedule asks for again and again stands there once: when it was done last.
    """
    told = Q(state=Job.State.FAILED) | ~Q(title="")
    by_schedule = Q(origin=Job.Origin.SCHEDULE, state=Job.State.DONE)
    later = Job.objects.filter(by_schedule, room=room, name=OuterRef("name"), asked_at__gt=OuterRef("asked_at"))
    done_again = by_schedule & Exists(later.filter(arguments=OuterRef("arguments")))
    return list(Job.objects.filter(told, ~done_again, room=room).select_related("asked_by")[:SHOWN])


def time_left(job: Job, at: datetime) -> timedelta | None:
    """The time that a running job still takes at the pace that it has kept so far; None before its first step."""
    if job.state != Job.State.RUNNING or job.started_at is None or not job.done or job.done > job.total:
        return None
    return (at - job.started_at) * (job.total - job.done) / job.done


def next_look(job: Job, at: datetime) -> int:
    """Milliseconds until a page asks after the job again: a tenth of its age, from 0.5 to 5 s, give or take a fifth."""
    age = (at - job.asked_at).total_seconds()
    return int(1000 * min(max(age / 10, 0.5), 5.0) * random.uniform(0.8, 1.2))
