"""Decisions about currency reports: of whose cash one is filed, of whose not, and who goes on with it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from players.models import Player


class CurrencyDecision(models.Model):
    """A decision about the cash of a person's gaming day that comes to what the room reports, with the sums as they
    were. Append-only; other sums take another decision, and both stay (C-6, R50).

    It names its day as `of_day`: it enters no figure of the day, and is taken before the day is locked and after it.
    """

    append_only: ClassVar[bool] = True

    class Outcome(models.TextChoices):
        """The end of a candidate, or its way into somebody's hands."""

        FILE = "file", "a report is filed"
        NOT = "not", "no report is due"
        CARRIED = "carried", "carried on"

    room = models.ForeignKey(Room, models.PROTECT, related_name="currency_decisions")
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="currency_decisions", help_text="the record that stood for the person then"
    )
    of_day = models.DateField(help_text="the gaming day of the cash")
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    words = models.CharField(max_length=400, help_text="why none is due, or the name of who goes on with it")
    currency_in = models.BigIntegerField(help_text="minor units, of all records of the person together")
    currency_out = models.BigIntegerField(help_text="minor units, of all records of the person together")
    report_from = models.BigIntegerField(help_text="the room’s setting then, minor units")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["room", "player", "of_day", "currency_in", "currency_out"],
                condition=~Q(outcome="carried"),
                name="currency_decided_once",
            ),
            models.UniqueConstraint(
                fields=["room", "player", "of_day", "currency_in", "currency_out"],
                condition=Q(outcome="carried"),
                name="currency_carried_once",
            ),
            models.CheckConstraint(condition=Q(outcome__in=["file", "not", "carried"]), name="currency_outcome_known"),
            models.CheckConstraint(condition=~Q(words=""), name="currency_decision_has_words"),
            models.CheckConstraint(
                condition=Q(currency_in__gte=F("report_from")) | Q(currency_out__gte=F("report_from")),
                name="currency_decision_comes_to_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.of_day:%-d %B %Y}"

    @property
    def is_final(self) -> bool:
        """Whether it ends the candidate; what is carried waits for another."""
        return self.outcome != self.Outcome.CARRIED
