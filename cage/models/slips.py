"""Slips of what was sold and paid at a window: chips bought for which game, and chips turned into cash."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.banks import PlayerBank
from cage.models.drawers import Drawer
from config.rooms.models import Room
from players.models import HouseException, Player, Sitting
from tables.models import PlaqueVersion, TableSession


class BuyIn(models.Model):
    """Chips sold to a player for one game, held to the plaque in force. Append-only.

    The money itself is the group of transfers with the same request key.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="buy_ins")
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="buy_ins")
    player = models.ForeignKey(Player, models.PROTECT, related_name="buy_ins")
    sitting = models.ForeignKey(
        Sitting,
        models.PROTECT,
        null=True,
        related_name="buy_ins",
        help_text="where the player sat already, if anywhere",
    )
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="buy_ins")
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="+", help_text="that it was held to")
    from_bank = models.ForeignKey(
        PlayerBank, models.PROTECT, null=True, related_name="buy_ins", help_text="that paid for it; null: cash did"
    )
    amount = models.BigIntegerField(help_text="minor units")
    exception = models.CharField(max_length=16, choices=HouseException.choices, blank=True)
    approver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who confirmed the exception; null where the books show it, or there is none",
    )
    corrects = models.OneToOneField(
        "cage.SlipVoid",
        models.PROTECT,
        null=True,
        related_name="sold_anew",
        help_text="the void of the mistake that it puts right",
    )
    receipt = models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="buy_in_amount_positive"),
            models.UniqueConstraint(fields=["room", "receipt"], name="buy_in_receipt_once"),
            models.CheckConstraint(
                condition=Q(approver=None) | (~Q(exception="") & ~Q(approver=F("by"))),
                name="buy_in_exception_approved_by_another",
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="buy_in_day")]

    def __str__(self) -> str:
        return f"{self.player} bought in for {self.amount}"


class CashOut(models.Model):
    """Chips of a player's rack turned into cash. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="cash_outs")
    player = models.ForeignKey(Player, models.PROTECT, related_name="cash_outs")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="cash_outs")
    into_bank = models.ForeignKey(
        PlayerBank, models.PROTECT, null=True, related_name="cash_outs", help_text="that took it; null: paid in cash"
    )
    amount = models.BigIntegerField(help_text="minor units")
    corrects = models.OneToOneField(
        "cage.SlipVoid",
        models.PROTECT,
        null=True,
        related_name="paid_anew",
        help_text="the void of the mistake that it puts right",
    )
    allowed_by = models.OneToOneField(
        "cage.HoldEnd",
        models.PROTECT,
        null=True,
        related_name="used_by",
        help_text="the supervisor's decision by which it was paid to somebody without an identity on record",
    )
    receipt = models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_out_amount_positive"),
            models.UniqueConstraint(fields=["room", "receipt"], name="cash_out_receipt_once"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="cash_out_day")]

    def __str__(self) -> str:
        return f"{self.player} cashed out {self.amount}"
