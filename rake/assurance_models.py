"""The findings of rake assurance: readings, flags, and what a manager said of each."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from config.rooms.models import Room
from tables.models import Dealer, Table


class AssuranceReading(models.Model):
    """One reading of a room's boxes, pots and paces: what was found of whom, and how sure that is. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    found = models.JSONField(help_text="as `manage.py rake_assurance --json` prints it")
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    read_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["room", "read_at"], name="assurance_read")]

    def __str__(self) -> str:
        return f"assurance of {self.room}"


class AssuranceFlag(models.Model):
    """Somebody, or a table, whose figures are worth a look: by which signal, and how strong the evidence was.
    Append-only. Its name tells nobody whom it is about: the audit trail is read by more people than the page.

    `round` counts the flags of the same subject and signal, from 0: each needs more evidence than the one before, of
    what came after that one was closed.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    signal = models.CharField(max_length=12)
    dealer = models.ForeignKey(Dealer, models.PROTECT, related_name="+", null=True)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True)
    enterer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    round = models.PositiveSmallIntegerField(default=0)
    evidence = models.IntegerField(help_text="thousandths of its logarithm, when the goal was reached")
    goal = models.IntegerField(help_text="thousandths of the logarithm that was to be reached")
    reading = models.ForeignKey(AssuranceReading, models.PROTECT, related_name="flags")
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(dealer__isnull=False, table=None, enterer=None)
                | Q(dealer=None, table__isnull=False, enterer=None)
                | Q(dealer=None, table=None, enterer__isnull=False),
                name="assurance_flag_of_one",
            ),
            models.CheckConstraint(condition=Q(evidence__gte=models.F("goal")), name="assurance_flag_reached_goal"),
            models.UniqueConstraint(
                fields=["room", "signal", "dealer", "table", "enterer", "round"],
                nulls_distinct=False,
                name="assurance_flag_once",
            ),
        ]

    def __str__(self) -> str:
        return f"flag {self.pk}"

    @property
    def subject(self) -> Dealer | Table | models.Model:
        """Whoever it is about."""
        return next(each for each in (self.dealer, self.table, self.enterer) if each is not None)


class AssuranceClosing(models.Model):
    """The finding of a manager who looked at a flag, which is closed by it. Append-only."""

    append_only: ClassVar[bool] = True

    flag = models.OneToOneField(AssuranceFlag, models.PROTECT, related_name="closing")
    reason = models.CharField(max_length=400)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    closed_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="assurance_closing_has_reason")]

    def __str__(self) -> str:
        return f"closing of {self.flag}"
