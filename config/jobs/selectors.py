"""Questions about jobs: whether a worker is alive, what became of a job."""

import random
from datetime import datetime, timedelta

from config.jobs.models import Job, WorkerPulse

ALIVE_FOR = timedelta(seconds=15)
"""For how long a worker counts as alive after its last sign of life; it gives one every PULSE seconds."""


def worker_is_alive(at: datetime) -> bool:
    """Whether any worker gave a sign of life lately."""
    return WorkerPulse.objects.filter(at__gt=at - ALIVE_FOR).exists()


def next_look(job: Job, at: datetime) -> int:
    """Milliseconds until a page asks after the job again: a tenth of its age, from 0.5 to 5 s, give or take a fifth."""
    age = (at - job.asked_at).total_seconds()
    return int(1000 * min(max(age / 10, 0.5), 5.0) * random.uniform(0.8, 1.2))
