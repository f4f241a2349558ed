"""The questions that were put to the schedule lab, each with its answer."""

from django.conf import settings
from django.db import models

from config.jobs.models import Job
from config.rooms.models import Room


class LabTrial(models.Model):
    """One question to the schedule lab, and what its job came to: kept by value, so that it reads the same for ever."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    job = models.OneToOneField(Job, models.PROTECT, related_name="+")
    question = models.JSONField(help_text="rake.lab.asking.Question.to_json()")
    answer = models.JSONField(null=True, help_text="rake.lab.judging.Answer.to_json(); null until the job has ended")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(answer=None, answered_at=None)
                | models.Q(answer__isnull=False, answered_at__isnull=False),
                name="lab_trial_answered_with_its_time",
            )
        ]
        indexes = [models.Index(fields=["room", "asked_at"], name="lab_trial_room")]

    def __str__(self) -> str:
        return f"trial {self.pk} of {self.room}"
