"""Make a Celery task of a function: claim the Job, do the work, say how it ended."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from celery import Task, shared_task
from django.conf import settings

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
        log.exception("job %s (%s) broke", job.pk, job.name)
        services.fail(job, f"{type(error).__name__}: {error}")
    else:
        services.finish(job)


@contextmanager
def _more_patience() -> Iterator[None]:
    """Give the work's statements more time than a page has."""
    services.set_patience(settings.JOB_STATEMENT_TIMEOUT)
    try:
        yield
    finally:
        services.set_patience("")
