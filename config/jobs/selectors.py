"""What is asked about jobs: is a worker alive, what became of one."""

from datetime import datetime, timedelta

from config.jobs.models import WorkerPulse

ALIVE_FOR = timedelta(seconds=15)
"""For how long a worker counts as alive after its last sign of life; it gives one every PULSE seconds."""


def worker_is_alive(at: datetime) -> bool:
    """Whether any worker gave a sign of life lately."""
    return WorkerPulse.objects.filter(at__gt=at - ALIVE_FOR).exists()
