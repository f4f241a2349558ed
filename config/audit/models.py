"""The audit trail: one row per change of money, seat, rule or user, written in the change's own transaction.

And the chain over all rows that are only ever added: a link for each row, seals over links, anchors outside.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from config.rooms.models import Room


class AuditEvent(models.Model):
    """An event: who did what to what, when, where from, with what before and after. Append-only."""

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
            models.Index(fields=["room", "verb", "-id"], name="audit_verb"),
            models.Index(fields=["subject_kind", "subject_id"], name="audit_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject_kind} {self.subject_id}"


class ChainForm(models.Model):
    """The columns of a table that its links speak for; a migration that adds a column adds a form. Append-only."""

    append_only: ClassVar[bool] = True
    is_chain: ClassVar[bool] = True
    added_by_functions: ClassVar[bool] = True

    table_name = models.CharField(max_length=63)
    columns = models.JSONField(help_text="names of the columns, in their order")

    class Meta:
        indexes = [models.Index(fields=["table_name", "id"], name="chain_form_table")]

    def __str__(self) -> str:
        return f"{self.table_name}, {len(self.columns)} columns"


class ChainLink(models.Model):
    """The content of one row when it was added: a digest, written by the table's own trigger. Append-only."""

    append_only: ClassVar[bool] = True
    is_chain: ClassVar[bool] = True
    added_by_functions: ClassVar[bool] = True

    id = models.BigAutoField(primary_key=True)
    form = models.ForeignKey(ChainForm, models.PROTECT, related_name="+", db_index=False, db_constraint=False)
    row_id = models.BigIntegerField(help_text="the primary key of the row")
    digest = models.BinaryField(help_text="sha256 of the row as jsonb, instants in UTC")

    def __str__(self) -> str:
        return f"link {self.pk}"


class ChainSeal(models.Model):
    """The links of finished transactions up to `last_link`, hashed behind the seal before. Append-only."""

    append_only: ClassVar[bool] = True
    is_chain: ClassVar[bool] = True
    added_by_functions: ClassVar[bool] = True

    number = models.BigIntegerField(primary_key=True, help_text="1, 2, 3 … without gaps")
    last_link = models.BigIntegerField()
    at = models.DateTimeField()
    hash = models.BinaryField(help_text="sha256 of the seal before, number, last link, instant in µs, links")

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"seal {self.number}"


class AuditRun(models.Model):
    """One audit of the books: when, why, how long it took, how many checks it made and what it found. Append-only."""

    append_only: ClassVar[bool] = True

    class Why(models.TextChoices):
        HOUR = "hour", "every hour"
        DAY_END = "day_end", "a gaming day ended"

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    why = models.CharField(max_length=8, choices=Why.choices)
    since_at = models.DateTimeField(
        null=True, help_text="the dearest checks looked at hands recorded since then; at all of them where null"
    )
    checks = models.PositiveIntegerField(help_text="how many were made")
    findings = models.PositiveIntegerField(help_text="faults that stood at its end")
    release = models.CharField(max_length=20)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"audit of {self.started_at:%Y-%m-%d %H:%M}"

    @property
    def seconds(self) -> float:
        """The time that it took."""
        return (self.finished_at - self.started_at).total_seconds()


class AuditFinding(models.Model):
    """A fault that an audit of the books found, until one doesn't find it any more; acknowledged by a person."""

    room = models.ForeignKey(
        Room, models.PROTECT, null=True, related_name="+", help_text="the room that it names; null: everybody's"
    )
    code = models.CharField(max_length=8)
    title = models.CharField(max_length=200, help_text="what should hold")
    text = models.TextField(help_text="what the check says")
    digest = models.CharField(max_length=64, help_text="sha256 of code, title and text")
    found_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True, help_text="when an audit didn't find it any more")
    seen_at = models.DateTimeField(null=True)
    seen_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=400, blank=True, help_text="what whoever acknowledged it says of it")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["digest"], condition=models.Q(gone_at=None), name="finding_stands_once"),
            models.CheckConstraint(
                condition=models.Q(seen_at=None, seen_by=None, reason="")
                | models.Q(seen_at__isnull=False, seen_by__isnull=False) & ~models.Q(reason=""),
                name="finding_seen_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


class Anchor(models.Model):
    """The head of the chain as it was signed to be written outside. Append-only; in no chain, for it follows it."""

    append_only: ClassVar[bool] = True
    is_chain: ClassVar[bool] = True

    number = models.BigIntegerField(primary_key=True, help_text="1, 2, 3 … without gaps")
    at = models.DateTimeField()
    seal_number = models.BigIntegerField()
    last_link = models.BigIntegerField()
    head = models.CharField(max_length=64, help_text="the seal's hash in hexadecimal")
    note = models.TextField(help_text="what was signed, with its signature")

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["at"], name="anchor_at")]

    def __str__(self) -> str:
        return f"anchor {self.number}"


class AnchorPlace(models.Model):
    """The progress of one place outside: the last anchor that lies there, and what stands in the way of more."""

    name = models.CharField(max_length=400, primary_key=True, help_text="the folder or address of the settings")
    number = models.BigIntegerField(default=0, help_text="the last anchor that was written there")
    written_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField()
    trouble = models.CharField(max_length=400, blank=True)

    def __str__(self) -> str:
        return self.name
