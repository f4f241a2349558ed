"""Do the work that services asked for, in the test itself."""

from celery import current_app

from config.jobs.models import Job


def run_jobs(name: str = "") -> list[Job]:
    """Run every waiting job (called `name`, if given), oldest first, as a worker would; returns what became of them."""
    current_app.autodiscover_tasks(force=True)
    waiting = Job.objects.filter(state=Job.State.WAITING).order_by("asked_at")
    ran = [job for job in waiting if job.name == name or not name]
    for job in ran:
        current_app.tasks[job.name].apply(kwargs={"job_id": str(job.pk)}, throw=True)
        job.refresh_from_db()
    return ran
