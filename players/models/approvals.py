"""Acts that moved money after the fact: who did each, of how much, and who confirmed it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from tables.models import TableSession


class MoneyAct(models.Model):
    """One act that moved money after the fact, in minor units: a ruling, a correction, a void, a debt, a count.

    `act` is the code of a row in `players.four_eyes`, `amount` everything that the act moved. What one person moves
    alone is summed over the gaming day. Append-only; written by `players.four_eyes.note` alone.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="money_acts")
    session = models.ForeignKey(TableSession, models.PROTECT, null=True, related_name="money_acts")
    act = models.CharField(max_length=20, help_text="code of players.four_eyes.ACTS")
    amount = models.BigIntegerField(help_text="minor units")
    limit = models.BigIntegerField(help_text="what one person might move alone that day, minor units")
    why_second = models.CharField(max_length=300, blank=True, help_text="why it needs a second person")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0, limit__gte=0), name="money_act_amounts"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(second=F("by")), name="money_act_second_is_another"),
            models.CheckConstraint(
                condition=Q(why_second="") | Q(second__isnull=False), name="money_act_has_its_second"
            ),
        ]
        indexes = [models.Index(fields=["room", "by", "gaming_day"], name="money_act_day")]

    def __str__(self) -> str:
        return f"{self.act} of {self.amount}"
