"""The tables that a manager plans: of which game, how many, from which hour of the room's clock to which."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from config.days.registry import in_words
from config.rooms.models import Room

MOST_PLANNED = 99
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class TablePlan(models.Model):
    """So many tables of a game and limit that are planned for hours of one gaming day, or of a weekday from now on.
    Append-only: a later plan takes an earlier one's hours, and one for a day those of its weekday.

    `since_hour` is the first hour of it, `until_hour` the one that it ends at, both as the room's clock shows them; the
    same hour twice, that at which the gaming day starts, is the whole day.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="table_plans")
    plaque_name = models.CharField(max_length=60, help_text="the game and limit, as plaques name it")
    game = models.CharField(max_length=24)
    for_day = models.DateField(null=True, help_text="the gaming day; null where it is for a weekday")
    weekday = models.PositiveSmallIntegerField(null=True, help_text="0 is Monday; null where it is for one day")
    tables = models.PositiveSmallIntegerField(help_text="0 plans none")
    since_hour = models.PositiveSmallIntegerField()
    until_hour = models.PositiveSmallIntegerField()
    planned_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    planned_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["room", "pk"]
        indexes = [
            models.Index(fields=["room", "for_day"], name="table_plan_day"),
            models.Index(fields=["room", "weekday"], name="table_plan_weekday"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(for_day=None, weekday__lte=6) | Q(for_day__isnull=False, weekday=None),
                name="table_plan_day_or_weekday",
            ),
            models.CheckConstraint(
                condition=Q(tables__lte=MOST_PLANNED, since_hour__lte=23, until_hour__lte=23), name="table_plan_bounded"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.plaque_name}: {self.tables} from {self.hours}"

    @property
    def when(self) -> str:
        """The day in words: “7 March 2025”, “every Friday”."""
        return in_words(self.for_day) if self.for_day else f"every {WEEKDAYS[self.weekday or 0]}"

    @property
    def hours(self) -> str:
        """The hours as people read them: “18:00 to 02:00”."""
        return f"{self.since_hour:02}:00 to {self.until_hour:02}:00"
