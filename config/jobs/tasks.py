"""The scheduler's own task, and the worker's sign of life."""

from celery import current_app, shared_task
from django.utils import timezone

from config.jobs import services
from config.jobs.pulse import Pulse

current_app.steps["worker"].add(Pulse)


@shared_task(name="jobs.sweep", ignore_result=True)
def sweep() -> None:
    """Send again what a dead broker or worker swallowed."""
    services.sweep(at=timezone.now())
