"""The rows that are swept away by night: sessions that are over, and attempts to sign in that no longer count."""

from datetime import timedelta

from axes.models import AccessAttempt
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

KEPT = timedelta(days=30)
"""The time that failed attempts to sign in can be looked into."""


@shared_task(name="staff.tidy", ignore_result=True)
def tidy() -> None:
    """Take ended sessions and old attempts away."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    AccessAttempt.objects.filter(attempt_time__lt=now - KEPT - settings.AXES_COOLOFF_TIME).delete()
