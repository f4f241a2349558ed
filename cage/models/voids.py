"""Slips that were voided: what was sold or paid by mistake, taken back whole, with its reason."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.cash_slips import CashSlip
from cage.models.slips import BuyIn, CashOut
from config.rooms.models import Room

Slip = BuyIn | CashOut | CashSlip
"""Slips that are voided at the window."""


class SlipVoid(models.Model):
    """The void of one slip, a buy-in, a cash-out or a slip of other cash: its chips and its cash went back where they
    came from. Append-only.

    The money itself is the group of transfers with the same request key; each of them reverses one of the slip's. Both
    slips are kept, each with its receipt.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="slip_voids")
    buy_in = models.OneToOneField(BuyIn, models.PROTECT, null=True, related_name="void")
    cash_out = models.OneToOneField(CashOut, models.PROTECT, null=True, related_name="void")
    cash_slip = models.OneToOneField(CashSlip, models.PROTECT, null=True, related_name="void")
    reason = models.CharField(max_length=400)
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who confirmed it; null where one person may void it alone",
    )
    receipt = models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(buy_in__isnull=False, cash_out=None, cash_slip=None)
                | Q(buy_in=None, cash_out__isnull=False, cash_slip=None)
                | Q(buy_in=None, cash_out=None, cash_slip__isnull=False),
                name="slip_void_of_one_slip",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="slip_void_has_reason"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(second=F("by")), name="slip_void_by_two_people"),
            models.UniqueConstraint(fields=["room", "receipt"], name="slip_void_receipt_once"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="slip_void_day")]

    def __str__(self) -> str:
        return f"void of receipt {self.slip.receipt}"

    @property
    def slip(self) -> Slip:
        """The slip that it takes back."""
        slip = self.buy_in or self.cash_out or self.cash_slip
        assert slip is not None, "a void is of one slip"  # noqa: S101 - the constraint says so
        return slip
