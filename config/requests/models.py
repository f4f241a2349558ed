"""Requests that must take effect once: the key, whose it is, a digest of the body, and what came of it."""

from django.conf import settings
from django.db import models


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
