"""Gaming days on which two records, found later to be of one person, moved cash that nobody had added up."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from players.models import IdentityDecision


class LinkedDay(models.Model):
    """The alert that the cash of a person's gaming day should have raised while it stood under two records: raised when
    they are linked, dated then. Append-only; it stays open until it has its answer (C-4, R51)."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="linked_days")
    decision = models.ForeignKey(
        IdentityDecision, models.PROTECT, related_name="linked_days", help_text="that the two records are of one person"
    )
    of_day = models.DateField(help_text="the gaming day of the cash")
    currency_in = models.BigIntegerField(help_text="minor units, of all records of the person together")
    currency_out = models.BigIntegerField(help_text="minor units, of all records of the person together")
    log_from = models.BigIntegerField(help_text="the room’s setting then, minor units")
    identity_from = models.BigIntegerField(help_text="the room’s setting then, minor units")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["decision", "room", "of_day"], name="linked_day_once"),
            models.CheckConstraint(
                condition=Q(currency_in__gte=F("log_from"))
                | Q(currency_out__gte=F("log_from"))
                | Q(currency_in__gt=F("identity_from"))
                | Q(currency_out__gt=F("identity_from")),
                name="linked_day_comes_to_something",
            ),
        ]
        indexes = [models.Index(fields=["room", "at"], name="linked_day_room")]

    def __str__(self) -> str:
        return f"{self.decision.first} and {self.decision.second} on {self.of_day:%-d %B %Y}"

    @property
    def is_above(self) -> bool:
        """Whether it is more than the room moved without an identity."""
        return max(self.currency_in, self.currency_out) > self.identity_from


class LinkedDayAnswer(models.Model):
    """The words of somebody above about such a day, reported or not and why; they end the alert. Append-only."""

    append_only: ClassVar[bool] = True

    day = models.OneToOneField(LinkedDay, models.PROTECT, related_name="answer")
    reason = models.CharField(max_length=400)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="linked_day_answer_has_reason")]

    def __str__(self) -> str:
        return f"answer to: {self.day}"
