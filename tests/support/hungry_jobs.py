"""A job that gathers as a huge report does, for a worker that is started with `--include tests.support.hungry_jobs`."""

import time

from config.jobs.models import Job
from config.jobs.work import job_task

GATHER = "tests.gather"


@job_task(GATHER)
def gather(job: Job, *, megabytes: int, seconds: float = 0) -> None:
    """Gather so much, which nobody writes into: it is asked for and weighs nothing. Then hold it for that long."""
    held = [bytes(2**20) for _ in range(megabytes)]
    time.sleep(seconds)
    del held
