"""The takings of the house: the rake that each hand owed by its plaque, and the gaming day's figures."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Coalesce, Least

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
from rake.sampling_models import PotAnswer, SamplingDay, SamplingRate  # noqa: F401 - Django finds an app's models here
from tables.models import Dealer, PlaqueVersion, Table, TableSession

_ONE_LINE = (
    *("room", "gaming_day", "source", "table", "game", "plaque_name", "hour_starts_at"),
    *(Coalesce("plaque", 0), Coalesce("dealer", 0)),
)
"""The line that a rollup has once: an unknown plaque or dealer is one as well."""


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


class TableHour(models.Model):
    """The line of a table in a rollup: whose figures of which hour it holds. Deleted and rebuilt by the day.

    One line for each table, plaque and dealer in each hour of the room's clock.
    """

    deletable: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    source = models.CharField(max_length=8, choices=TableSession.Source.choices, default=TableSession.Source.FLOOR)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    plaque = models.ForeignKey(
        PlaqueVersion, models.PROTECT, null=True, related_name="+", help_text="null in days of releases before 0.4"
    )
    dealer = models.ForeignKey(
        Dealer, models.PROTECT, null=True, related_name="+", help_text="null where nobody was put down as the dealer"
    )
    game = models.CharField(max_length=24)
    plaque_name = models.CharField(max_length=60)
    hour_starts_at = models.DateTimeField()

    class Meta:
        abstract = True


class RakeHour(TableHour):
    """The hands of one line of a gaming day, and what the house took of them."""

    ticks = models.PositiveIntegerField()
    full_hands = models.PositiveIntegerField()
    rated = models.PositiveIntegerField(help_text="hands with a known pot, rated")
    unrated = models.PositiveIntegerField(help_text="hands with a known pot, not rated yet")
    timed = models.PositiveIntegerField(help_text="hands under a plaque with a time charge in place of a rake")
    pot = models.BigIntegerField(help_text="of the hands with a known pot")
    rake_taken = models.BigIntegerField()
    rake_owed = models.BigIntegerField(help_text="of the rated hands")
    rake_over = models.BigIntegerField(help_text="taken beyond what was owed, summed over the rated hands")
    rake_under = models.BigIntegerField(help_text="owed and not taken, summed over the rated hands")
    promo_taken = models.BigIntegerField()
    promo_owed = models.BigIntegerField()
    promo_over = models.BigIntegerField()
    promo_under = models.BigIntegerField()

    class Meta:
        ordering = ["gaming_day", "hour_starts_at", "table", "pk"]
        constraints = [
            models.UniqueConstraint(*_ONE_LINE, name="rake_hour_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.game} {self.hour_starts_at:%H}:00"

    @property
    def hands(self) -> int:
        """Hands of both tiers."""
        return self.ticks + self.full_hands


class PlayHour(TableHour):
    """The time of one line of a gaming day, in seconds: of the table, of its seats, of those who sat in them."""

    open_seconds = models.PositiveIntegerField(help_text="that the table was open")
    game_seconds = models.PositiveIntegerField(help_text="of these, with two players present or more")
    dead_seconds = models.PositiveIntegerField(help_text="of these, with fewer than two players present")
    undealt_seconds = models.PositiveIntegerField(help_text="of these, with nobody put down as the dealer")
    dead_undealt_seconds = models.PositiveIntegerField(
        default=0, db_default=0, help_text="of these, with fewer than two players present as well"
    )
    seat_seconds = models.PositiveIntegerField(help_text="open, over the plaque's seats")
    taken_seconds = models.PositiveIntegerField(help_text="of these seats, taken by somebody, present or away")
    played_seconds = models.PositiveIntegerField(help_text="of these seats, with a player present")
    dealer_cost = models.BigIntegerField(
        default=0, db_default=0, help_text="of the dealer’s minutes, at the room’s cost of one when this was built"
    )
    table_cost = models.BigIntegerField(
        default=0, db_default=0, help_text="of the table’s time, at the room’s cost of an hour when this was built"
    )

    class Meta:
        ordering = ["gaming_day", "hour_starts_at", "table", "pk"]
        constraints = [
            models.UniqueConstraint(*_ONE_LINE, name="play_hour_once"),
            models.CheckConstraint(
                condition=models.Q(
                    open_seconds=models.F("game_seconds") + models.F("dead_seconds"),
                    undealt_seconds__lte=models.F("open_seconds"),
                    dead_undealt_seconds__lte=Least(models.F("dead_seconds"), models.F("undealt_seconds")),
                    seat_seconds__gte=models.F("taken_seconds"),
                    taken_seconds__gte=models.F("played_seconds"),
                ),
                name="play_hour_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.game} {self.hour_starts_at:%H}:00"


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
