"""Work to be done later: a row in the transaction that wants it, sent to the worker when that commits."""

import uuid

from django.conf import settings
from django.db import models

from config.rooms.models import Room


class Job(models.Model):
    """One piece of work. `key` makes it unique where asking twice must do it once."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey(Room, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=80, help_text="the registered name of the task: rake.rate_hand")
    arguments = models.JSONField(default=dict)
    key = models.CharField(max_length=120, null=True, unique=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0, help_text="steps finished")
    total = models.PositiveIntegerField(default=0, help_text="steps in all, 0 while unknown")
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-asked_at"]
        indexes = [
            models.Index(
                fields=["asked_at"], condition=models.Q(state__in=["waiting", "running"]), name="job_unfinished"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.state})"
