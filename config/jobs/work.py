"""Make a Celery task of a function: claim the Job, do the work, say how it ended."""

import errno
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import clear_frames

from celery import Task, shared_task
from django.conf import settings

from config.errors import DomainError
from config.jobs import services
from config.jobs.models import Job

log = logging.getLogger(__name__)
Work = Callable[..., None]


def job_task(name: str) -> Callable[[Work], Task]:
    """Register a function as the task of the jobs called `name`: `work(job, **arguments)`.

    It runs once at least and perhaps twice (a worker that died, a message that came twice): it must be safe to run
    again. What it raises is kept on the job, which is tried again, later each time, and at last given up.
    """

    def decorate(work: Work) -> Task:
        def run(task: Task, job_id: str) -> None:
            given_out_before = bool((task.request.delivery_info or {}).get("redelivered"))
            if job := services.start(job_id, lost=given_out_before):
                _do(work, job)

        run.__doc__, run.__module__, run.__name__ = work.__doc__, work.__module__, work.__name__
        return shared_task(run, name=name, bind=True, ignore_result=True)

    return decorate


def _do(work: Work, job: Job) -> None:
    try:
        with _more_patience():
            work(job, **job.arguments)
    except services.Cancelled:
        log.info("job %s (%s) was cancelled", job.pk, job.name)
    except Exception as error:
        clear_frames(error.__traceback__)  # what it had gathered goes first: also saying so takes memory
        log.exception("job %s (%s) broke", job.pk, job.name)
        services.fail(job, _sentence(error))
    else:
        services.finish(job)


def _sentence(error: Exception) -> str:
    """The sentence on a job that broke, for whoever reads the jobs of the room."""
    if isinstance(error, MemoryError):
        return (
            "It needs more memory than a job may take: ask for less at once, or let an administrator raise"
            " CARDROOM_JOB_MEMORY."
        )
    if isinstance(error, OSError) and error.errno in (errno.EAGAIN, errno.ENOMEM):
        return "The machine could start no other process: run it again when the machine does less."
    if isinstance(error, services.ToldError | DomainError):
        return str(error)
    return f"{type(error).__name__}: {error}"


@contextmanager
def _more_patience() -> Iterator[None]:
    """Give the work's statements more time than a page has."""
    services.set_patience(settings.JOB_STATEMENT_TIMEOUT)
    try:
        yield
    finally:
        services.set_patience("")
