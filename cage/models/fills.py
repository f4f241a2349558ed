"""Fills of drawers without a slip: the pieces that two people counted out of the vault and into the drawer."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from cage.models.drawers import Drawer
from config.rooms.models import Room


class DrawerFill(models.Model):
    """The pieces of a fill of a drawer from the vault (C-7). Append-only.

    The money itself is the group of transfers with the same request key, which a void takes back whole.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="drawer_fills")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="fills")
    chips = models.JSONField(help_text="pieces by value in minor units")
    cash = models.JSONField(help_text="pieces by value in minor units")
    chips_amount = models.BigIntegerField(help_text="minor units")
    cash_amount = models.BigIntegerField(help_text="minor units")
    is_spread = models.BooleanField(
        help_text="whether amounts alone were stated: the chips are spread over the values, of the cash no pieces are"
    )
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(chips_amount__gte=0, cash_amount__gte=0) & ~Q(chips_amount=0, cash_amount=0),
                name="drawer_fill_moves_something",
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="drawer_fill_day")]

    def __str__(self) -> str:
        return f"fill of {self.drawer}"
