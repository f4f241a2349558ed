"""The definitions of revenue, the accounts of a room's general ledger, and the journals of its locked days."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from config.days.models import DayLock
from config.rooms.models import Room

LONGEST_NUMBER, LONGEST_NAME = 20, 60
"""Characters of the number and of the name of an account in the room's books."""


class RevenueVersion(models.Model):
    """One version of a definition of revenue: named sums that are added and taken off. Append-only.

    It holds for the gaming days from `from_day` on, until a later version does.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    code = models.SlugField(max_length=40, help_text="of the definition, the same in all its versions")
    number = models.PositiveSmallIntegerField(help_text="of the version, from 1")
    title = models.CharField(max_length=80)
    terms = models.JSONField(help_text="a list of +sum and -sum, by the codes of the named sums")
    source = models.CharField(max_length=400, help_text="the rule or the book that it follows")
    from_day = models.DateField(null=True, help_text="the first gaming day; null: from the first of the books on")
    reason = models.CharField(max_length=400)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    made_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["room", "code", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "code", "number"], name="revenue_version_once"),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(source=""), name="revenue_version_has_reason"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revenue_version_from_one"),
            models.CheckConstraint(
                condition=Q(number=1) | Q(from_day__isnull=False), name="revenue_version_has_first_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"


class JournalAccounts(models.Model):
    """One version of how a room's books call the places of its ledger. The newest holds. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField(help_text="of the version, from 1")
    accounts = models.JSONField(help_text="for each kind of place its account: [number, name]")
    reason = models.CharField(max_length=400)
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    set_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["room", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="journal_accounts_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="journal_accounts_have_reason"),
        ]

    def __str__(self) -> str:
        return f"accounts, version {self.number}"


class DayJournal(models.Model):
    """The journal of a locked gaming day as it was exported first; every later export is this one. Append-only.

    `lines` is JSON, amounts in minor units; `csv` is the file, `digest` its sha256.
    """

    append_only: ClassVar[bool] = True

    lock = models.OneToOneField(DayLock, models.PROTECT, related_name="journal")
    accounts = models.ForeignKey(
        JournalAccounts, models.PROTECT, null=True, related_name="+", help_text="null: the plain names"
    )
    lines = models.TextField()
    csv = models.TextField()
    digest = models.CharField(max_length=64, help_text="sha256 of the file, in hexadecimal")
    exported_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    exported_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(digest__regex=r"^[0-9a-f]{64}$"), name="journal_digest_in_hexadecimal")
        ]

    def __str__(self) -> str:
        return f"journal of {self.lock}"
