"""The audit trail: one row per change of money, seat, rule or user, written in the change's own transaction."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from config.rooms.models import Room


class AuditEvent(models.Model):
    """Who did what to what, when, where from, with what before and after. Append-only."""

    append_only: ClassVar[bool] = True

    id = models.BigAutoField(primary_key=True)
    room = models.ForeignKey(Room, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(help_text="server time of the act")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    roles = models.CharField(max_length=120, blank=True, help_text="the roles held at the time, joined by commas")
    verb = models.CharField(max_length=40, help_text="what was done: table.opened, buy_in.taken, access.refused …")
    subject_kind = models.CharField(max_length=40)
    subject_id = models.CharField(max_length=40)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=400, blank=True)
    device = models.CharField(max_length=80, blank=True, help_text="address of the tablet or machine")

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["room", "-id"], name="audit_room"),
            models.Index(fields=["subject_kind", "subject_id"], name="audit_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject_kind} {self.subject_id}"
