"""Work to be done later: a row in the transaction that wants it, sent to the worker when that commits."""

import uuid
from typing import ClassVar

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
        CANCELLED = "cancelled", "cancelled"

    class Origin(models.TextChoices):
        """The origin of a job: somebody's act, the scheduler's clock, or the lock of a gaming day."""

        ACT = "act", "an act"
        SCHEDULE = "schedule", "the schedule"
        LOCK = "lock", "the day’s lock"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey(Room, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=80, help_text="the registered name of the task: rake.rate_hand")
    title = models.CharField(
        max_length=120, blank=True, help_text="what people read of it; empty: it is none of theirs"
    )
    arguments = models.JSONField(default=dict)
    key = models.CharField(max_length=120, null=True, unique=True)  # noqa: DJ001 - many have none, no two the same
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0, help_text="steps finished")
    total = models.PositiveIntegerField(default=0, help_text="steps in all, 0 while unknown")
    sendings = models.PositiveSmallIntegerField(default=0, help_text="how often it was handed to the broker")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="how often a worker began it")
    error = models.TextField(blank=True)
    origin = models.CharField(max_length=8, choices=Origin.choices, default=Origin.ACT, db_default=Origin.ACT)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(help_text="when the sweep takes it for lost, unless it is finished by then")

    class Meta:
        ordering = ["-asked_at", "-pk"]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state__in=["waiting", "running"]), name="job_unfinished"
            ),
            models.Index(
                fields=["room", "-asked_at"], condition=models.Q(state="failed") | ~models.Q(title=""), name="job_shown"
            ),
            models.Index(
                fields=["room", "name", "-asked_at"], condition=models.Q(origin="schedule"), name="job_of_schedule"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.state})"

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)

    @property
    def asker(self) -> str:
        """The person or the clock that asked for it, in words; "" where an act asked that was nobody's."""
        if self.asked_by is not None:
            return str(self.asked_by)
        return "" if self.origin == self.Origin.ACT else self.get_origin_display()

    @property
    def can_run_again(self) -> bool:
        """Whether somebody may let it run again: it ended without having done its work."""
        return self.state in (self.State.FAILED, self.State.CANCELLED)


class WorkerPulse(models.Model):
    """The time at which a worker last said that it is alive; the row goes when it ends in good order."""

    deletable: ClassVar[bool] = True

    worker = models.CharField(max_length=120, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker} at {self.at}"
