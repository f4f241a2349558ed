"""The room: the place that everything else belongs to, and the clock and money it keeps."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.core.validators import MinValueValidator
from django.db import models

from config.amounts import format_major


class Room(models.Model):
    """One card room: its currency, its smallest chip, its time zone and the hour at which its gaming day starts."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=40, unique=True)
    currency = models.CharField(max_length=3, default="USD", help_text="ISO 4217")
    currency_symbol = models.CharField(max_length=4, default="$", blank=True)
    exponent = models.PositiveSmallIntegerField(default=2, help_text="decimals of the currency")
    smallest_chip = models.PositiveBigIntegerField(
        default=100, validators=[MinValueValidator(1)], help_text="minor units; every amount on a table is a multiple"
    )
    time_zone = models.CharField(max_length=64, default="UTC", help_text="IANA name")
    gaming_day_start = models.TimeField(default=time(6, 0), help_text="local time at which a new gaming day starts")
    helpline = models.CharField(max_length=160, blank=True, help_text="problem-gambling helpline, printed on plaques")
    is_demo = models.BooleanField(default=False)
    books_opened_at = models.DateTimeField(
        null=True, blank=True, help_text="when money was first booked; the currency is fixed from then on"
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=models.Q(smallest_chip__gte=1), name="room_smallest_chip_positive"),
            models.CheckConstraint(condition=models.Q(exponent__lte=4), name="room_exponent_at_most_four"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The room's time zone."""
        return ZoneInfo(self.time_zone)

    def gaming_day(self, at: datetime) -> date:
        """The gaming day that the instant `at` belongs to, by the room's own clock and start hour.

        Days tile time: on the two days a year when the clocks change a gaming day has 23 or 25 hours.
        """
        local = at.astimezone(self.zone)
        return local.date() if local.time() >= self.gaming_day_start else local.date() - timedelta(days=1)

    def money(self, amount: int) -> str:
        """`amount` minor units for people, without the currency sign: "1,250" or "12.50"."""
        return format_major(amount, exponent=self.exponent)
