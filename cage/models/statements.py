"""Bank accounts that cover the chips in use, as the bank stated them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room


class BankStatement(models.Model):
    """The balance of one bank account on one day, as its statement says. Append-only: the newest day counts, and of
    one day the row that was entered last.

    Source: 11 CCR 2053(b), a separate account of at least the value of the chips in use.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="bank_statements")
    account = models.CharField(max_length=60, help_text="how the room calls the bank account")
    amount = models.BigIntegerField(help_text="minor units")
    stated_on = models.DateField(help_text="the day that the statement speaks of")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who has read the statement too; none where one person stated it alone",
    )
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-stated_on", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="bank_statement_not_negative"),
            models.CheckConstraint(condition=~Q(second=F("by")), name="bank_statement_by_two_people"),
        ]
        indexes = [models.Index(fields=["room", "-stated_on"], name="bank_statement_day")]

    def __str__(self) -> str:
        return f"{self.account} on {self.stated_on:%-d %B %Y}"
