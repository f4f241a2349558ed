"""The takings of the house: the rake that each hand owed by its plaque, and the gaming day's figures."""

from typing import ClassVar

from django.db import models

from config.jobs.models import Job
from config.rooms.models import Room
from games.models import Hand
from rake.assurance_models import (  # noqa: F401 - Django finds an app's models here
    AssuranceClosing,
    AssuranceFlag,
    AssuranceReading,
)
from rake.lab_models import LabTrial  # noqa: F401 - Django finds an app's models here
from rake.plan_models import PlanHour  # noqa: F401 - Django finds an app's models here
from rake.revenue_models import DayJournal, JournalAccounts, RevenueVersion  # noqa: F401 - Django finds models here
from rake.rollup_models import PlayDay, PlayHour, RakeDay, RakeHour  # noqa: F401 - Django finds an app's models here
from rake.sampling_models import PotAnswer, SamplingDay, SamplingRate  # noqa: F401 - Django finds an app's models here
from tables.models import TableSession


class Rating(models.Model):
    """The rake and promo that one hand owed by the schedule in force at its start, beside what was taken. Append-only.

    `owed` never depends on what was taken; the variance (taken less owed) may have either plaque.
    """

    append_only: ClassVar[bool] = True

    hand = models.OneToOneField(Hand, models.PROTECT, related_name="rating")
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    rake_owed = models.BigIntegerField()
    promo_owed = models.BigIntegerField()
    rake_variance = models.BigIntegerField()
    promo_variance = models.BigIntegerField()
    steps = models.JSONField(help_text="the rake step by step, sentences with citations")
    engine_version = models.CharField(max_length=20)
    rated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(rake_owed__gte=0, promo_owed__gte=0), name="rating_not_negative")
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="rating_day")]

    def __str__(self) -> str:
        return f"{self.hand}: {self.rake_owed} owed"


class ReportDay(models.Model):
    """The stamp of a gaming day's rebuilt report: when, on how many hands, how many of them still unrated."""

    deletable: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    source = models.CharField(max_length=8, choices=TableSession.Source.choices, default=TableSession.Source.FLOOR)
    built_at = models.DateTimeField(help_text="the instant of the snapshot that it was built from")
    hands = models.PositiveIntegerField()
    versions = models.PositiveIntegerField(help_text="hand records, superseded ones among them: one more is news")
    unrated = models.PositiveIntegerField(help_text="hands with a known pot that were not rated yet")
    without_pot = models.PositiveIntegerField(help_text="ticks without a pot: counted, not rated")
    job = models.ForeignKey(Job, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "gaming_day", "source"], name="report_day_once")]

    def __str__(self) -> str:
        return f"{self.room} {self.gaming_day}"
