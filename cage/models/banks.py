"""Players' banks (front money and safekeeping): opened once for each player, and a slip for all that goes in or out."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.drawers import Drawer
from config.rooms.models import Room
from config.staff.models import PinHolder
from players.models import Player


class PlayerBank(PinHolder, models.Model):
    """Cash that the house keeps for a player, against the player's own PIN. What it holds: the ledger's `player_bank`.

    Sources: 11 CCR 2053(c), 4 CCR 12386, 25 CFR 543.14(b).
    """

    room = models.ForeignKey(Room, models.PROTECT, related_name="player_banks")
    player = models.ForeignKey(Player, models.PROTECT, related_name="banks")
    form_number = models.CharField(max_length=40, help_text="of the form that the player signed")
    pin_hash = models.CharField(max_length=200)
    pin_set_at = models.DateTimeField()
    opened_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["room", "player"], name="player_bank_once"),
            models.CheckConstraint(condition=~Q(form_number=""), name="player_bank_signed"),
        ]

    def __str__(self) -> str:
        return f"bank of {self.player}"


class BankGuesses(models.Model):
    """The number of wrong PINs of one bank that were entered in one person's session."""

    bank = models.ForeignKey(PlayerBank, models.PROTECT, related_name="guesses")
    guesser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bank", "guesser"], name="bank_guesses_counted_once")]

    def __str__(self) -> str:
        return f"{self.failures} of {self.bank} by {self.guesser}"


class BankSlip(models.Model):
    """Cash put into a player's bank or taken out of it, or the void of such a slip. Append-only.

    The money itself is the group of transfers with the same request key.
    """

    append_only: ClassVar[bool] = True

    class Kind(models.TextChoices):
        DEPOSIT = "deposit", "deposit"
        WITHDRAWAL = "withdrawal", "withdrawal"

    room = models.ForeignKey(Room, models.PROTECT, related_name="bank_slips")
    bank = models.ForeignKey(PlayerBank, models.PROTECT, related_name="slips")
    player = models.ForeignKey(Player, models.PROTECT, related_name="bank_slips")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="bank_slips")
    kind = models.CharField(max_length=10, choices=Kind.choices, help_text="of a void: that of the slip it takes back")
    amount = models.BigIntegerField(help_text="minor units")
    voids = models.OneToOneField("self", models.PROTECT, null=True, related_name="void", help_text="the slip it voids")
    reason = models.CharField(max_length=400, blank=True, help_text="of a void")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="who confirmed a void"
    )
    allowed_by = models.OneToOneField(
        "cage.HoldEnd",
        models.PROTECT,
        null=True,
        related_name="used_by_bank",
        help_text="the supervisor's decision by which it was paid to somebody without an identity on record",
    )
    receipt = models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="bank_slip_amount_positive"),
            models.UniqueConstraint(fields=["room", "receipt"], name="bank_slip_receipt_once"),
            models.CheckConstraint(
                condition=Q(voids=None, reason="", second=None) | (Q(voids__isnull=False) & ~Q(reason="")),
                name="bank_slip_void_has_reason",
            ),
            models.CheckConstraint(condition=Q(second=None) | ~Q(second=F("by")), name="bank_slip_void_by_two_people"),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day"], name="bank_slip_day"),
            models.Index(fields=["bank", "at"], name="bank_slip_of_bank"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.player}"
