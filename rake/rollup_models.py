"""The rollups of a gaming day: lines by the hour, which a rebuild writes, and their sums by table, which the database
keeps beside them whatever writes the hours."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Coalesce, Least

from config.rooms.models import Room
from tables.models import Dealer, PlaqueVersion, Table, TableSession

_ONE_SIGN = ("room", "gaming_day", "source", "table", "game", "plaque_name")
_OF_DAY = (*_ONE_SIGN, Coalesce("plaque", 0))
"""The line that a table has once for a plaque and day: an unknown plaque is one as well."""
_OF_HOUR = (*_ONE_SIGN, "hour_starts_at", Coalesce("plaque", 0), Coalesce("dealer", 0))
"""The line that a table has once for a plaque, dealer and hour: an unknown plaque or dealer is one as well."""


def _play_adds_up(name: str) -> models.CheckConstraint:
    """The seconds of a line hold together: those that are parts of others never exceed them."""
    return models.CheckConstraint(
        condition=models.Q(
            open_seconds=models.F("game_seconds") + models.F("dead_seconds"),
            undealt_seconds__lte=models.F("open_seconds"),
            dead_undealt_seconds__lte=Least(models.F("dead_seconds"), models.F("undealt_seconds")),
            seat_seconds__gte=models.F("taken_seconds"),
            taken_seconds__gte=models.F("played_seconds"),
        ),
        name=name,
    )


class TableLine(models.Model):
    """A line of a rollup: the table and plaque of a gaming day whose figures it holds."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    source = models.CharField(max_length=8, choices=TableSession.Source.choices, default=TableSession.Source.FLOOR)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    plaque = models.ForeignKey(
        PlaqueVersion, models.PROTECT, null=True, related_name="+", help_text="null in days of releases before 0.4"
    )
    game = models.CharField(max_length=24)
    plaque_name = models.CharField(max_length=60)

    class Meta:
        abstract = True


class TableHour(TableLine):
    """One line for each table, plaque and dealer in each hour of the room's clock. Deleted and rebuilt by the day."""

    deletable: ClassVar[bool] = True

    dealer = models.ForeignKey(
        Dealer, models.PROTECT, null=True, related_name="+", help_text="null where nobody was put down as the dealer"
    )
    hour_starts_at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering = ["gaming_day", "hour_starts_at", "table", "pk"]

    def __str__(self) -> str:
        return f"{self.table} {self.game} {self.hour_starts_at:%H}:00"


class TableDay(TableLine):
    """The hours of one table and plaque on a gaming day, added up.

    The database makes them anew in the statement that writes or deletes hours, so they are never older than these,
    whichever release builds the day; nobody else writes them.
    """

    added_by_functions: ClassVar[bool] = True

    hours = models.PositiveIntegerField(help_text="the lines that it is the sum of")
    first_hour_at = models.DateTimeField(help_text="the beginning of the first of these hours")

    class Meta:
        abstract = True
        ordering = ["gaming_day", "table", "pk"]

    def __str__(self) -> str:
        return f"{self.table} {self.game} {self.gaming_day}"


class HandSums(models.Model):
    """The hands of one line, and what the house took of them."""

    ticks = models.PositiveIntegerField()
    full_hands = models.PositiveIntegerField()
    rated = models.PositiveIntegerField(help_text="hands with a known pot, rated")
    unrated = models.PositiveIntegerField(help_text="hands with a known pot, not rated yet")
    timed = models.PositiveIntegerField(help_text="hands under a plaque with a time charge in place of a rake")
    pot = models.BigIntegerField(help_text="of the hands with a known pot")
    rake_taken = models.BigIntegerField()
    rake_owed = models.BigIntegerField(help_text="of the rated hands")
    rake_over = models.BigIntegerField(help_text="taken beyond what was owed, summed over the rated hands")
    rake_under = models.BigIntegerField(help_text="owed and not taken, summed over the rated hands")
    promo_taken = models.BigIntegerField()
    promo_owed = models.BigIntegerField()
    promo_over = models.BigIntegerField()
    promo_under = models.BigIntegerField()

    class Meta:
        abstract = True

    @property
    def hands(self) -> int:
        """Hands of both tiers."""
        return self.ticks + self.full_hands


class PlaySums(models.Model):
    """The time of one line in seconds: of the table, of its seats, of those who sat in them."""

    open_seconds = models.PositiveIntegerField(help_text="that the table was open")
    game_seconds = models.PositiveIntegerField(help_text="of these, with two players present or more")
    dead_seconds = models.PositiveIntegerField(help_text="of these, with fewer than two players present")
    undealt_seconds = models.PositiveIntegerField(help_text="of these, with nobody put down as the dealer")
    dead_undealt_seconds = models.PositiveIntegerField(
        default=0, db_default=0, help_text="of these, with fewer than two players present as well"
    )
    seat_seconds = models.PositiveIntegerField(help_text="open, over the plaque's seats")
    taken_seconds = models.PositiveIntegerField(help_text="of these seats, taken by somebody, present or away")
    played_seconds = models.PositiveIntegerField(help_text="of these seats, with a player present")
    dealer_cost = models.BigIntegerField(
        default=0, db_default=0, help_text="of the dealer’s minutes, at the room’s cost of one when this was built"
    )
    table_cost = models.BigIntegerField(
        default=0, db_default=0, help_text="of the table’s time, at the room’s cost of an hour when this was built"
    )

    class Meta:
        abstract = True


class RakeHour(TableHour, HandSums):
    """The hands of a table's hour, and what the house took of them."""

    class Meta(TableHour.Meta):
        constraints = [models.UniqueConstraint(*_OF_HOUR, name="rake_hour_once")]


class PlayHour(TableHour, PlaySums):
    """The time of a table's hour."""

    class Meta(TableHour.Meta):
        constraints = [
            models.UniqueConstraint(*_OF_HOUR, name="play_hour_once"),
            _play_adds_up("play_hour_adds_up"),
        ]


class RakeDay(TableDay, HandSums):
    """The hands of a table's day, and what the house took of them."""

    class Meta(TableDay.Meta):
        constraints = [models.UniqueConstraint(*_OF_DAY, name="rake_day_once")]


class PlayDay(TableDay, PlaySums):
    """The time of a table's day."""

    class Meta(TableDay.Meta):
        constraints = [
            models.UniqueConstraint(*_OF_DAY, name="play_day_once"),
            _play_adds_up("play_day_adds_up"),
        ]
