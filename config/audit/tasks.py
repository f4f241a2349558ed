"""The worker's part of the audit of the books."""

from celery import shared_task
from django.utils import timezone

from config.audit import chain, runs


@shared_task(name="audit.watch_books")
def watch_books() -> None:
    """Seal the chain every few minutes; audit the books where an hour has passed or a gaming day ended."""
    chain.seal_all()
    runs.watch_books(at=timezone.now())
