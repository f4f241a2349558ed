"""The scheduler's part in the chain and in the audit of the books: each calls a service and is safe to run twice."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from config.audit import anchors, runs
from config.jobs.services import set_patience


@shared_task(name="audit.watch_books")
def watch_books() -> None:
    """Audit the books where an hour has passed or a gaming day ended."""
    runs.watch_books(at=timezone.now())


@shared_task(name="audit.anchor")
def anchor() -> None:
    """Seal what was added since the last time, and write the head of the chain outside where that is due."""
    set_patience(settings.JOB_STATEMENT_TIMEOUT)
    try:
        anchors.keep_anchored(at=timezone.now())
    finally:
        set_patience("")
