"""The pots that are asked for: the secret of each table's gaming day, the answers, and how many hands are asked."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from config.rooms.models import Room
from games.models import Hand
from tables.models import Table

USUAL_ONE_IN = 15
"""One hand in so many is asked for its pot where the room has set nothing else (FIGURES R-2: default 1 in 15)."""
MOST_ONE_IN = 1000


class SamplingRate(models.Model):
    """One setting of how many hands are asked for their pot, with who set it and why. The newest holds. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    one_in = models.PositiveSmallIntegerField(
        validators=[MaxValueValidator(MOST_ONE_IN)],
        help_text="one hand in so many is asked for its pot, 0 for none (house; FIGURES R-2: usually 15)",
    )
    reason = models.CharField(max_length=400)
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    set_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["room", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(one_in__lte=MOST_ONE_IN), name="sampling_rate_bounded"),
            models.CheckConstraint(condition=~Q(reason=""), name="sampling_rate_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.room}: one hand in {self.one_in}" if self.one_in else f"{self.room}: no hand"


class SamplingDay(models.Model):
    """The secret by which a table's hands of one gaming day are drawn. Append-only.

    `commitment` lies open from the beginning; `seed` is shown to nobody before the day is locked.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    one_in = models.PositiveSmallIntegerField(help_text="as it was set when the seed was drawn; 0 draws no hand")
    seed = models.CharField(max_length=64, help_text="secret until the day is locked: 256 bits, hexadecimal")
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the seed’s bytes, hexadecimal")
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["gaming_day", "table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "gaming_day"], name="sampling_day_once"),
            models.CheckConstraint(
                condition=Q(seed__regex=r"^[0-9a-f]{64}$", commitment__regex=r"^[0-9a-f]{64}$"),
                name="sampling_day_in_hexadecimal",
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="sampling_room_day")]

    def __str__(self) -> str:
        return f"draw of {self.table} on {self.gaming_day}"


class PotAnswer(models.Model):
    """The pot of a hand that was drawn, as somebody answered, and what the plaque takes of it. Append-only.

    The hand is the tick as it was first recorded: its takings were on record before the pot was asked for.
    """

    append_only: ClassVar[bool] = True

    hand = models.OneToOneField(Hand, models.PROTECT, related_name="pot_answer")
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    pot = models.BigIntegerField(help_text="called money, minor units")
    rake_owed = models.BigIntegerField()
    promo_owed = models.BigIntegerField()
    engine_version = models.CharField(max_length=20)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    answered_at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pot__gte=0, rake_owed__gte=0, promo_owed__gte=0), name="pot_answer_not_negative"
            )
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="pot_answer_day")]

    def __str__(self) -> str:
        return f"pot of {self.hand}"
