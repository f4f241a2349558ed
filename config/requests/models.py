"""Requests that must take effect once: the key, whose it is, a digest of the body, and what came of it; and those that
a tablet kept while its line was down."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room


class RequestKey(models.Model):
    """An idempotency key, claimed in the same transaction as the work."""

    key = models.CharField(max_length=80, primary_key=True)
    kind = models.CharField(max_length=40, help_text="what the request does: buy_in, hand, tick …")
    digest = models.CharField(max_length=64, help_text="sha256 of the body")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    answer = models.JSONField(null=True, help_text="what the first request was answered with")

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class LateEntry(models.Model):
    """Something that a tablet kept while its line was down: when it was entered there, beside when it arrived.

    What was recorded bears the instant of its arrival everywhere; this one decides nothing. Append-only.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)
    kind = models.CharField(max_length=40, help_text="what was recorded, as the audit trail names it: hand, absence …")
    subject = models.BigIntegerField(help_text="the id of the row")
    entered_at = models.DateTimeField(help_text="as the tablet said, brought between the two instants below")
    opened_at = models.DateTimeField(help_text="the opening of the table session: nothing was entered before it")
    arrived_at = models.DateTimeField()
    is_bounded = models.BooleanField(default=False, help_text="the tablet said an instant outside of those two")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "subject"], name="late_subject")]
        constraints = [
            models.CheckConstraint(
                condition=Q(entered_at__gte=F("opened_at"), entered_at__lte=F("arrived_at")),
                name="late_entry_within_the_session",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}, entered at {self.entered_at}"
