"""Tokes: slips of what was counted and paid at a window, and how the pool of a gaming day was shared."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.drawers import Drawer
from config.rooms.models import Room
from tables.models import Dealer


class TokeSplit(models.Model):
    """The tokes of a gaming day, shared among those who dealt on it; carried on whole where nobody did. Append-only.

    Source: COMAR 36.03.10.49, pooled tokes are accounted for each gaming day and shared pro rata.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="toke_splits")
    gaming_day = models.DateField(help_text="whose tokes they are")
    amount = models.BigIntegerField(help_text="minor units")
    is_carried = models.BooleanField(default=False, help_text="nobody dealt: it waits for the next gaming day")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-gaming_day", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["room", "gaming_day"], name="toke_split_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="toke_split_amount_positive"),
        ]

    def __str__(self) -> str:
        return f"tokes of {self.gaming_day:%-d %B %Y}"


class TokeShare(models.Model):
    """One dealer's share of the tokes of a gaming day, by the minutes dealt. Append-only; its slips say that it was
    paid, and that this was taken back."""

    append_only: ClassVar[bool] = True

    split = models.ForeignKey(TokeSplit, models.PROTECT, related_name="shares")
    dealer = models.ForeignKey(Dealer, models.PROTECT, related_name="toke_shares")
    minutes = models.PositiveIntegerField(help_text="dealt on that gaming day")
    amount = models.BigIntegerField(help_text="minor units; 0 where the minutes come to nothing")

    class Meta:
        ordering = ["split", "dealer"]
        constraints = [
            models.UniqueConstraint(fields=["split", "dealer"], name="toke_share_once"),
            models.CheckConstraint(condition=Q(amount__gte=0, minutes__gt=0), name="toke_share_of_minutes"),
        ]

    def __str__(self) -> str:
        return f"{self.split}, {self.dealer}"

    @property
    def paid(self) -> "TokeSlip | None":
        """The slip that paid it and stands; None where it is owed. Takes no query where `slips` were fetched along."""
        back = {slip.voids_id for slip in self.slips.all()}
        return next((slip for slip in self.slips.all() if not slip.voids_id and slip.pk not in back), None)

    @property
    def taken_back(self) -> "list[TokeSlip]":
        """The voids of payments that were mistakes; queries as `paid`."""
        return [slip for slip in self.slips.all() if slip.voids_id]


class TokeSlip(models.Model):
    """Tokes at a window: a dealer's own exchanged for cash, those of the pool counted, or a share paid; or the void of
    one of them. Append-only.

    The money itself is the group of transfers with the same request key.
    """

    append_only: ClassVar[bool] = True

    class Kind(models.TextChoices):
        OWN = "own", "own tokes exchanged"
        COUNTED = "counted", "tokes counted"
        PAID = "paid", "share of tokes paid"

    room = models.ForeignKey(Room, models.PROTECT, related_name="toke_slips")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="toke_slips")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    dealer = models.ForeignKey(Dealer, models.PROTECT, null=True, related_name="toke_slips")
    share = models.ForeignKey(TokeShare, models.PROTECT, null=True, related_name="slips", help_text="that it paid")
    of_day = models.DateField(help_text="the gaming day whose tokes they are")
    chips = models.JSONField(default=dict, help_text="pieces by value in minor units, as two people counted them")
    amount = models.BigIntegerField(help_text="minor units")
    voids = models.OneToOneField("self", models.PROTECT, null=True, related_name="void", help_text="the slip it voids")
    reason = models.CharField(max_length=400, blank=True, help_text="of a void")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who counted them too, or confirmed the void",
    )
    receipt = models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="toke_slip_amount_positive"),
            models.UniqueConstraint(fields=["room", "receipt"], name="toke_slip_receipt_once"),
            models.CheckConstraint(
                condition=Q(kind="own", dealer__isnull=False, share=None, second__isnull=False)
                | Q(kind="counted", dealer=None, share=None, second__isnull=False)
                | Q(kind="paid", dealer__isnull=False, share__isnull=False, second=None)
                | Q(kind="paid", dealer__isnull=False, share__isnull=False, voids__isnull=False),
                name="toke_slip_by_kind",
            ),
            models.CheckConstraint(condition=Q(second=None) | ~Q(second=F("by")), name="toke_slip_counted_by_two"),
            models.CheckConstraint(
                condition=Q(voids=None, reason="") | (Q(voids__isnull=False) & ~Q(reason="")),
                name="toke_slip_void_has_reason",
            ),
        ]
        indexes = [models.Index(fields=["room", "of_day"], name="toke_slip_day")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, receipt {self.receipt}"
