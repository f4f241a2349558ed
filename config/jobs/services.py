"""Ask for work: a Job row in the caller's transaction, sent to the worker when that commits."""

import logging
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from config.jobs.models import Job
from config.rooms.models import Room
from config.staff.models import User

log = logging.getLogger(__name__)
SWEEP_AFTER = timedelta(seconds=30)
GIVE_UP_AFTER = 8


def enqueue(
    name: str, *, room: Room | None, by: User | None = None, key: str | None = None, **arguments: Any
) -> Job:
    """Ask for the task registered as `name` with JSON-ready keyword `arguments`; returns the Job.

    It is sent when the caller's transaction commits; a broker that is down loses nothing, because the sweep sends
    it again. With a `key`, asking twice gives the first Job.
    """
    now = timezone.now()
    fields = {"room": room, "name": name, "arguments": arguments, "asked_by": by, "asked_at": now}
    if key is None:
        job, created = Job.objects.create(**fields), True
    else:
        job, created = Job.objects.get_or_create(key=key, defaults=fields)
    if created:
        transaction.on_commit(lambda: send(job), robust=True)
    return job


def send(job: Job) -> bool:
    """Hand a job to the broker; False, and a line in the log, where that can't be reached."""
    try:
        current_app.send_task(job.name, kwargs={"job_id": str(job.id)}, retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("job %s waits for the broker: %s", job.id, error)
        return False
    Job.objects.filter(pk=job.pk).update(sent_at=timezone.now())
    return True


def start(job_id: str) -> Job | None:
    """Claim a job for running: the row, or None where it is done or given up. Safe to call again after a crash."""
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id).first()
        if job is None or job.state in (Job.State.DONE, Job.State.FAILED):
            return None
        job.state, job.started_at, job.attempts = Job.State.RUNNING, timezone.now(), job.attempts + 1
        job.save(update_fields=["state", "started_at", "attempts"])
    return job


def progress(job: Job, done: int, total: int) -> None:
    """Show how far a job is: `done` of `total` steps."""
    Job.objects.filter(pk=job.pk).update(done=done, total=total)


def finish(job: Job) -> None:
    """The work is done."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, finished_at=timezone.now(), error="")


def fail(job: Job, error: str) -> None:
    """The work broke: it waits for the sweep, or is given up after GIVE_UP_AFTER attempts."""
    state = Job.State.FAILED if job.attempts >= GIVE_UP_AFTER else Job.State.WAITING
    Job.objects.filter(pk=job.pk).update(state=state, finished_at=timezone.now(), error=error[:2000])


def sweep(*, at: datetime) -> int:
    """Send again every unfinished job that a dead broker or worker swallowed; returns how many were sent."""
    stale = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING], asked_at__lt=at - SWEEP_AFTER)
    swallowed = [job for job in stale.order_by("asked_at")[:500] if _is_stale(job, at)]
    return sum(send(job) for job in swallowed)


def _is_stale(job: Job, at: datetime) -> bool:
    """Whether the job was neither sent nor started within its patience, which doubles with each attempt."""
    touched = max(filter(None, (job.asked_at, job.sent_at, job.started_at)))
    return touched < at - SWEEP_AFTER * 2**job.attempts
