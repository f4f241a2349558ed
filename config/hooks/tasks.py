"""The tasks of the worker: send what is due, and take away what ended long ago."""

from celery import shared_task
from django.utils import timezone

from config.hooks import delivering
from config.hooks.outbox import SENDER


@shared_task(name=SENDER, ignore_result=True)
def send_due() -> None:
    """Send the events that are due."""
    delivering.send_due(timezone.now)


@shared_task(name="hooks.tidy", ignore_result=True)
def tidy() -> None:
    """Take away the deliveries that ended long ago."""
    delivering.tidy(at=timezone.now())
