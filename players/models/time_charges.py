"""Time charges: for each player and half hour of a table, what was collected or waived."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from players.models.people import Player
from players.models.seating import Sitting
from tables.models import TableSession


class TimeCharge(models.Model):
    """The time charge of one player for one half hour at a table: collected, waived with a reason, or the void of one
    that was collected by mistake, likewise with one. Append-only.

    A player pays a half hour at a table once, whichever seats they had: `sitting` is the one that answered for it,
    at the next table where it was left unpaid. What a late-comer pays for began when they sat down.
    What was collected is a transfer of kind time charge in the group of `request_key`, one for each seat; its void
    takes that transfer back. Whose charge was voided owes it again: the row that answers for it then counts the voids
    before it (`again`).
    """

    append_only: ClassVar[bool] = True

    class Outcome(models.TextChoices):
        COLLECTED = "collected", "collected"
        WAIVED = "waived", "waived"
        VOIDED = "voided", "voided"

    session = models.ForeignKey(TableSession, models.PROTECT, related_name="time_charges")
    player = models.ForeignKey(Player, models.PROTECT, related_name="time_charges")
    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="time_charges")
    began_at = models.DateTimeField(help_text="the start of the half hour, by the room's clock")
    amount = models.BigIntegerField(help_text="minor units, as the plaque said when the half hour began")
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    reason = models.CharField(max_length=400, blank=True, help_text="why it was waived, or voided")
    request_key = models.CharField(max_length=80)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", help_text="who confirmed the void"
    )
    voids = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="void", help_text="the charge that is taken back"
    )
    again = models.PositiveIntegerField(default=0, help_text="how often the half hour was collected and voided before")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player", "began_at", "again"], condition=Q(voids=None), name="time_charge_once"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="time_charge_amount_positive"),
            models.CheckConstraint(
                condition=Q(outcome="collected", reason="") | Q(outcome__in=["waived", "voided"]) & ~Q(reason=""),
                name="time_charge_waived_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(outcome="voided", voids__isnull=False) | ~Q(outcome="voided") & Q(voids=None, second=None),
                name="time_charge_void_of_one",
            ),
        ]
        indexes = [models.Index(fields=["request_key"], name="time_charge_request")]

    def __str__(self) -> str:
        return f"{self.player}: {self.amount} {self.outcome} for {self.began_at:%H:%M}"
