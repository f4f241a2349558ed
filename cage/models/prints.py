"""Receipts and slips that were put on paper: the first is the original, every other a copy that says so."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from cage.models.chip_sets import ChipSlip
from config.rooms.models import Room


class PaperPrint(models.Model):
    """One print of a receipt, by its number, of a slip of chips, or of another slip of the cage. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="prints")
    receipt = models.BigIntegerField(null=True, help_text="the receipt's number in its room")
    chip_slip = models.ForeignKey(ChipSlip, models.PROTECT, null=True, related_name="prints")
    paper = models.CharField(
        max_length=40, default="", db_default="", help_text="another slip: its kind and its number, as in transit-12"
    )
    number = models.PositiveIntegerField(help_text="1 is the original, the others are copies")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(receipt=None, chip_slip__isnull=False, paper="")
                | Q(receipt__isnull=False, chip_slip=None, paper="")
                | Q(receipt=None, chip_slip=None) & ~Q(paper=""),
                name="print_of_one_paper",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="print_numbered_from_one"),
            models.UniqueConstraint(fields=["room", "receipt", "number"], name="print_of_receipt_once"),
            models.UniqueConstraint(fields=["chip_slip", "number"], name="print_of_chip_slip_once"),
            models.UniqueConstraint(
                fields=["room", "paper", "number"], condition=~Q(paper=""), name="print_of_other_slip_once"
            ),
        ]

    def __str__(self) -> str:
        return f"print {self.number}"

    @property
    def copy(self) -> int:
        """The number of the copy; 0 of the original."""
        return self.number - 1
