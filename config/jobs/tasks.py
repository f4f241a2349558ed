"""The scheduler's own task."""

from celery import shared_task
from django.utils import timezone

from config.jobs import services


@shared_task(name="jobs.sweep")
def sweep() -> int:
    """Send again what a dead broker or worker swallowed; returns how many."""
    return services.sweep(at=timezone.now())
