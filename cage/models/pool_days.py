"""Reconciliations of the promotional pools: what a gaming day brought them, compared and signed by somebody
independent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from config.rooms.models import Room


class PoolReconciliation(models.Model):
    """The pools of one gaming day, compared and signed by one person who works neither cage nor floor nor counts (R45).
    Append-only.

    `figures` is what was signed, as it was then: JSON, made by `cage.selectors.pool_days.figures_of`, and `digest` its
    sha256. It belongs to no open day: an auditor signs in the morning, before the day is locked or after it.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="pool_reconciliations")
    of_day = models.DateField(help_text="the gaming day whose counts and awards are compared with the ledger")
    figures = models.TextField(help_text="JSON; amounts in minor units")
    digest = models.CharField(max_length=64, help_text="sha256 of the figures, in hexadecimal")
    is_off = models.BooleanField(help_text="whether the ledger differs anywhere from what was counted and signed")
    explanation = models.CharField(max_length=400, blank=True, help_text="of the difference; always where there is one")
    signed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-of_day", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["room", "of_day"], name="pools_reconciled_once"),
            models.CheckConstraint(
                condition=Q(is_off=False) | ~Q(explanation=""), name="pools_off_only_with_an_explanation"
            ),
        ]

    def __str__(self) -> str:
        return f"the pools of {self.of_day:%-d %B %Y}"
