"""Dealers' trays as they were counted, and what tables lost or found at their close."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from tables.models import Dealer, Table, TableSession


class TrayCount(models.Model):
    """One count of a table's tray by denomination, by whoever deals and a supervisor, who both sign (R25, R27, R42).
    Append-only.

    `booked` is what the books said before; the difference is booked by the group of transfers with the same request
    key, against both names, and never becomes a baseline. A tray that is opened with a difference is counted again
    before anything is booked (C-8): such a count `is_first`.
    """

    append_only: ClassVar[bool] = True

    class Part(models.TextChoices):
        OPENING = "opening", "at the opening"
        SHIFT = "shift", "at the shift"
        DROPPED = "dropped", "dropped open"
        CLOSING = "closing", "at the close"

    room = models.ForeignKey(Room, models.PROTECT, related_name="tray_counts")
    table = models.ForeignKey(Table, models.PROTECT, related_name="tray_counts")
    session = models.ForeignKey(
        TableSession, models.PROTECT, null=True, related_name="+", help_text="that was open there, if any"
    )
    part = models.CharField(max_length=10, choices=Part.choices)
    is_first = models.BooleanField(
        default=False, help_text="it differed at the opening: nothing is booked, the tray is counted again"
    )
    chips = models.JSONField(help_text="pieces by value in minor units")
    chips_amount = models.BigIntegerField(help_text="minor units")
    booked = models.BigIntegerField(help_text="minor units, by the books before the count")
    last_number = models.BigIntegerField(help_text="the room’s ledger as it ended when it was counted")
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="null: the dealer alone did"
    )
    verified_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    dealer = models.ForeignKey(
        Dealer,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="who dealt at the table then, or last since the count before",
    )
    is_dealer_signed = models.BooleanField(
        default=False, db_default=False, help_text="whether the dealer signed with their own badge and PIN"
    )
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="who was signed in where it was entered"
    )
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(chips_amount__gte=0, booked__gte=0), name="tray_count_not_negative"),
            models.CheckConstraint(condition=~Q(counted_by=F("verified_by")), name="tray_count_by_two"),
            models.CheckConstraint(
                condition=Q(counted_by__isnull=False, is_dealer_signed=False)
                | Q(is_dealer_signed=True, dealer__isnull=False),
                name="tray_count_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(is_first=False) | (Q(part="opening") & ~Q(chips_amount=F("booked"))),
                name="tray_count_first_differs",
            ),
        ]
        indexes = [models.Index(fields=["table", "-id"], name="tray_count_newest")]

    def __str__(self) -> str:
        return f"{self.table}’s tray {self.get_part_display()}"

    @property
    def counter(self) -> str:
        """The person who counted, in words: the dealer where they signed."""
        return str(self.dealer if self.is_dealer_signed else self.counted_by)

    @property
    def variance(self) -> int:
        """The chips that were there more than by the books, below zero: less; minor units."""
        return self.chips_amount - self.booked


@dataclass(frozen=True, slots=True)
class TrayOff:
    """A count of a tray that was short or over: who counted it and who verified it answer for it (R28)."""

    count: TrayCount

    def __str__(self) -> str:
        return str(self.count)

    @property
    def room(self) -> Room:
        """The room of the tray."""
        return self.count.room

    @property
    def gaming_day(self) -> date:
        """The day on which it was counted."""
        return self.count.gaming_day

    @property
    def chips(self) -> int:
        """The chips that were there more than by the books, below zero: less; minor units."""
        return self.count.variance

    @property
    def cash(self) -> int:
        """A tray holds none."""
        return 0

    @property
    def request_key(self) -> str:
        """The request that booked the difference."""
        return self.count.request_key

    @property
    def size(self) -> int:
        """Its size in minor units."""
        return abs(self.chips)


class FeltResidual(models.Model):
    """Chips that a table had lost or found when it was closed, by the name of who closed it and, above what one person
    moves alone, of who confirmed it. Append-only.

    They are out of the house with nobody knows whom (`abroad`); the group of transfers with the same request key moves
    them there, or back.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="felt_residuals")
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="felt_residuals")
    amount = models.BigIntegerField(help_text="minor units that the felt held; below zero: that it lacked")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="who confirmed it"
    )
    reason = models.CharField(
        max_length=400, default="", db_default="", help_text="what became of them; empty: it was not asked then"
    )
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="felt_residual_is_one"),
            models.CheckConstraint(condition=~Q(second=F("by")), name="felt_residual_by_two"),
        ]

    def __str__(self) -> str:
        return f"{self.session.table}’s felt at its close"

    @property
    def chips(self) -> int:
        """The chips that lay there more than by the books, below zero: less; minor units."""
        return -self.amount

    @property
    def cash(self) -> int:
        """A felt holds none."""
        return 0

    @property
    def size(self) -> int:
        """Its size in minor units."""
        return abs(self.amount)

    @property
    def names(self) -> str:
        """The people against whom it stands, in words: who closed the table, and who confirmed it."""
        return f"{self.by}, before {self.second}" if self.second else str(self.by)
