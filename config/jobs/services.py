"""Ask for work, and do it once at least: a Job row in the caller's transaction, sent when that commits, swept after.

A broker or worker that dies loses nothing: every job carries the instant (`due_at`) at which the sweep takes it for
lost and sends it again. So a job may run twice; what it calls must be safe to run twice.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from config.audit.services import record
from config.errors import DomainError
from config.jobs import broker
from config.jobs.models import Job, WorkerPulse
from config.locks import LockKind, hold
from config.rooms.models import Room
from config.staff.models import User

log = logging.getLogger(__name__)

SENT_AGAIN_AFTER = timedelta(seconds=30)
"""The time that a job which was sent may wait for a worker; doubled with every sending."""
LONGEST_WAIT = timedelta(hours=1)
LEASE = timedelta(minutes=3)
"""The time that a job may run without a word of progress before it counts as lost with its worker."""
ASKED_AGAIN_AFTER = timedelta(hours=1)
"""The time after which the schedule asks anew for work that it asked for and that ended undone."""
MOST_ATTEMPTS = 8
MOST_PER_SWEEP = 500
_DIES = "most often a machine ends a process that takes too much memory"


class ToldError(Exception):
    """An error of a job whose text is a whole sentence for whoever reads the jobs of the room."""


class Cancelled(Exception):  # noqa: N818 - nothing is wrong: somebody wants it no more
    """Raised within the work of a job that was cancelled, at its next word of progress."""


def enqueue(
    name: str,
    *,
    room: Room | None,
    by: User | None = None,
    key: str | None = None,
    title: str = "",
    origin: Job.Origin = Job.Origin.ACT,
    **arguments: Any,
) -> Job:
    """Ask for the task registered as `name` with JSON-ready keyword `arguments`; returns the Job. By its `title` people
    find it among the jobs of the room; its `origin` says what asked where nobody did.

    It is sent when the caller's transaction commits; a broker that is down loses nothing, because the sweep sends
    it again. With a `key`, asking twice gives the first Job.
    """
    now = timezone.now()
    job = Job(room=room, name=name, title=title, arguments=arguments, key=key, origin=origin, asked_by=by)
    job.asked_at = job.due_at = now
    if not _add(job):
        return Job.objects.get(key=key)
    transaction.on_commit(lambda: send(job), robust=True)
    return job


def _add(job: Job) -> bool:
    """Add the row in one statement; False, and no row, where another job has its key already."""
    fields = job._meta.concrete_fields
    values = {str(field.column): field.get_db_prep_save(getattr(job, field.attname), connection) for field in fields}
    with connection.cursor() as cursor:
        cursor.execute(_ADD, values)
        job._state.adding = not cursor.rowcount
    return not job._state.adding


_ADD = """
insert into jobs_job (
    id, room_id, name, title, arguments, key, state, done, total, sendings, attempts, error, asked_by_id, asked_at,
    sent_at, started_at, finished_at, due_at, origin
) values (
    %(id)s, %(room_id)s, %(name)s, %(title)s, %(arguments)s, %(key)s, %(state)s, %(done)s, %(total)s, %(sendings)s,
    %(attempts)s, %(error)s, %(asked_by_id)s, %(asked_at)s, %(sent_at)s, %(started_at)s, %(finished_at)s, %(due_at)s,
    %(origin)s
) on conflict (key) do nothing
"""


@transaction.atomic
def enqueue_due(name: str, *, room: Room, title: str, at: datetime, **arguments: Any) -> Job | None:
    """Ask for work that the schedule finds due; returns its Job, or None where the same work is asked for already.

    Somebody's request counts as well: work that waits or runs is not asked for twice. What was given up or cancelled
    is asked for again `ASKED_AGAIN_AFTER` later, so that what breaks every time doesn't fill the list of jobs.
    """
    hold(LockKind.SCHEDULE, room=room.pk, thing=0)
    same = Job.objects.filter(room=room, name=name, arguments=arguments)
    if same.filter(state__in=_UNFINISHED).exists():
        return None
    lately = same.filter(origin=Job.Origin.SCHEDULE, asked_at__gt=at - ASKED_AGAIN_AFTER).first()
    if lately is not None and lately.can_run_again:
        return None
    return enqueue(name, room=room, title=title, origin=Job.Origin.SCHEDULE, **arguments)


def send(job: Job) -> bool:
    """Hand a job to the broker; False, and a line in the log, where that can't be reached."""
    try:
        broker.publish(job.name, {"job_id": str(job.pk)})
    except broker.BrokerAwayError as error:
        log.warning("job %s waits for the broker: %s", job.pk, error)
        return False
    now = timezone.now()
    patience = min(SENT_AGAIN_AFTER * 2 ** min(job.sendings, 10), LONGEST_WAIT)
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.WAITING)
    waiting.update(sent_at=now, sendings=job.sendings + 1, due_at=now + patience)
    return True


def start(job_id: str, *, lost: bool = False) -> Job | None:
    """Claim a job for running: the row, or None where it is done, given up, or in other hands.

    `lost` says that the broker gave it out before and its worker died; then it is taken over at once.
    """
    now = timezone.now()
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id).first()
        if job is None or job.is_finished or (job.state == Job.State.RUNNING and not lost and job.due_at > now):
            return None
        if job.attempts >= MOST_ATTEMPTS:
            _give_up(job, job.error or f"Its worker died {job.attempts} times while doing it: {_DIES}.")
            return None
        job.state, job.started_at, job.due_at, job.attempts = Job.State.RUNNING, now, now + LEASE, job.attempts + 1
        job.save(update_fields=["state", "started_at", "due_at", "attempts"])
    return job


def progress(job: Job, done: int, total: int) -> None:
    """Show how far a job is: `done` of `total` steps; also its sign of life. Raises `Cancelled` where somebody has
    cancelled it meanwhile; what it has committed so far stays."""
    known = Job.objects.filter(pk=job.pk).exclude(state=Job.State.CANCELLED)
    if not known.update(done=done, total=total, due_at=timezone.now() + LEASE):
        raise Cancelled


def finish(job: Job) -> None:
    """The work is done; also where it was cancelled too late."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, finished_at=timezone.now(), error="")


def fail(job: Job, error: str) -> None:
    """The work broke: it waits for the sweep, longer each time, or is given up after MOST_ATTEMPTS."""
    if job.attempts >= MOST_ATTEMPTS:
        _give_up(job, error)
        return
    due_at = timezone.now() + timedelta(seconds=5) * 2**job.attempts
    wanted = Job.objects.filter(pk=job.pk).exclude(state=Job.State.CANCELLED)
    wanted.update(state=Job.State.WAITING, due_at=due_at, error=error[:2000])


@transaction.atomic
def cancel(*, job: Job, by: User, at: datetime) -> Job:
    """Let a job end without its work: at once where it waits, at its next word of progress where it runs; returns it.

    What it has committed until then stays. Cancelling one that was cancelled changes nothing. Refuses one that has
    ended otherwise (`job_ended`).
    """
    job = Job.objects.select_for_update(of=("self",)).get(pk=job.pk)
    if job.state == Job.State.CANCELLED:
        return job
    if job.is_finished:
        raise DomainError("job_ended", f"It is {job.get_state_display()} already: reload the page.")
    job.state, job.finished_at = Job.State.CANCELLED, at
    job.save(update_fields=["state", "finished_at"])
    record("job.cancelled", job, room=job.room, by=by, at=at)
    return job


@transaction.atomic
def run_again(*, job: Job, by: User, at: datetime) -> Job:
    """Let a job that failed, or was cancelled, run again from its start; returns it. It is sent when this commits.

    Asking for one that waits or runs changes nothing. Refuses one that is done (`job_ended`): ask for it anew.
    """
    job = Job.objects.select_for_update(of=("self",)).get(pk=job.pk)
    if not job.is_finished:
        return job
    if not job.can_run_again:
        raise DomainError("job_ended", "It is done already: ask for it anew where you asked for it.")
    job.state, job.due_at, job.started_at, job.finished_at = Job.State.WAITING, at, None, None
    job.attempts = job.sendings = job.done = job.total = 0
    job.save()
    record("job.run_again", job, room=job.room, by=by, at=at)
    transaction.on_commit(lambda: send(job), robust=True)
    return job


def sweep(*, at: datetime) -> int:
    """Send again every unfinished job that a dead broker or worker swallowed; returns how many were sent.

    Stops at the first that the broker refuses: it will be away for the others too.
    """
    sent = 0
    for job in Job.objects.filter(state__in=_UNFINISHED, due_at__lte=at).order_by("due_at", "pk")[:MOST_PER_SWEEP]:
        if job.state == Job.State.RUNNING:
            Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, due_at=job.due_at).update(state=Job.State.WAITING)
        if not send(job):
            break
        sent += 1
    return sent


def beat(worker: str, *, at: datetime) -> None:
    """Note that `worker` is alive."""
    WorkerPulse.objects.update_or_create(worker=worker, defaults={"at": at})


def leave(worker: str) -> None:
    """Note that `worker` ended in good order."""
    WorkerPulse.objects.filter(worker=worker).delete()


_UNFINISHED = (Job.State.WAITING, Job.State.RUNNING)


def _give_up(job: Job, error: str) -> None:
    log.error("job %s (%s) is given up: %s", job.pk, job.name, error)
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, finished_at=timezone.now(), error=error[:2000])


def set_patience(statement_timeout: str) -> None:
    """Let statements of this connection take that long; "" gives back what the connection began with."""
    with connection.cursor() as cursor:
        if statement_timeout:
            cursor.execute("select set_config('statement_timeout', %s, false)", [statement_timeout])
        else:
            cursor.execute("reset statement_timeout")
