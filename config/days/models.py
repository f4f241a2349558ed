"""The gaming days of a room that were locked, and what was kept of each by value. A day without a row is not locked."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room


class DayState(models.TextChoices):
    """The states that a gaming day goes through (C-6). Only the last is stored; the others follow from the clock and
    from what is still open."""

    OPEN = "open", "open"
    CUT_OFF = "cut_off", "cut off"
    TIED_OUT = "tied_out", "tied out"
    LOCKED = "locked", "locked"


class DayLock(models.Model):
    """The lock of one gaming day, by a manager and a second person: from then on nothing enters it. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="day_locks")
    gaming_day = models.DateField()
    locked_at = models.DateTimeField()
    locked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-gaming_day", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["room", "gaming_day"], name="day_locked_once"),
            models.CheckConstraint(condition=~Q(second=F("locked_by")), name="day_locked_by_two"),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day:%-d %B %Y}"


class KeptFigures(models.Model):
    """Figures of a gaming day by value, as they were when it was locked. Append-only.

    `text` is JSON, `digest` its sha256: whoever holds the digest can tell the figures from any others.
    """

    append_only: ClassVar[bool] = True

    lock = models.ForeignKey(DayLock, models.PROTECT, related_name="kept")
    code = models.CharField(max_length=40, help_text="the name under which an app has them kept: rake_report")
    text = models.TextField(help_text="JSON; amounts in minor units")
    digest = models.CharField(max_length=64, help_text="sha256 of the text, in hexadecimal")

    class Meta:
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["lock", "code"], name="day_figures_kept_once")]

    def __str__(self) -> str:
        return f"{self.code} of {self.lock}"
