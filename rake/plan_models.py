"""The time of tables beside what was planned: a rollup, deleted and rebuilt by the day."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room


class PlanHour(models.Model):
    """One game and limit in one hour of a gaming day for which tables were planned, in seconds of tables.

    `over_seconds` are those of tables open beyond the plan, `short_seconds` those planned and not open, instant by
    instant: one never makes up for the other. A day on which nothing was planned has no lines.
    """

    deletable: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    game = models.CharField(max_length=24)
    plaque_name = models.CharField(max_length=60)
    hour_starts_at = models.DateTimeField()
    planned_seconds = models.PositiveIntegerField(help_text="planned, however many tables were open")
    open_seconds = models.PositiveIntegerField(help_text="that tables were open")
    over_seconds = models.PositiveIntegerField(help_text="open and not planned")
    short_seconds = models.PositiveIntegerField(help_text="planned and not open")

    class Meta:
        ordering = ["gaming_day", "hour_starts_at", "plaque_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["room", "gaming_day", "plaque_name", "hour_starts_at"], name="plan_hour_once"
            ),
            models.CheckConstraint(
                condition=Q(open_seconds=F("planned_seconds") + F("over_seconds") - F("short_seconds")),
                name="plan_hour_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.plaque_name} {self.hour_starts_at:%H}:00"
