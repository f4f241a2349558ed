"""The places of play: the room's tables, its house rules, each table's plaques, and the sessions of play."""

from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.db import models

from config.rooms.models import Room
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.button import has_button


class PlaySource(models.TextChoices):
    """The source that play comes from. What is imported stands apart: no plaque of a file ever lies on a table of the
    floor."""

    FLOOR = "floor", "opened on the floor"
    IMPORT = "import", "imported from files"


class Table(models.Model):
    """A physical table with its number or name and how many seats stand round it."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="tables")
    name = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField(default=9)
    position = models.PositiveSmallIntegerField(default=0, help_text="order on the floor board")
    is_retired = models.BooleanField(default=False)
    section = models.CharField(
        max_length=40, blank=True, default="", db_default="", help_text="the part of the floor that it stands in"
    )
    tray_imprest = models.BigIntegerField(
        null=True, help_text="minor units that its tray should hold; null where the table has no tray"
    )

    class Meta:
        ordering = ["position", "name"]
        constraints = [
            models.UniqueConstraint(fields=["room", "name"], name="table_name_once_per_room"),
            models.CheckConstraint(condition=models.Q(seats__range=(2, 10)), name="table_two_to_ten_seats"),
            models.CheckConstraint(
                condition=models.Q(tray_imprest=None) | models.Q(tray_imprest__gt=0), name="table_tray_holds_something"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_tray(self) -> bool:
        """Whether a dealer's tray belongs to it."""
        return self.tray_imprest is not None


class HouseRulesVersion(models.Model):
    """The house rules in force in a room from an instant on: a preset and the answers given otherwise. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="house_rules_versions")
    number = models.PositiveIntegerField()
    house_json = models.JSONField(help_text="rules.house.house.House.to_json()")
    source = models.CharField(max_length=8, choices=PlaySource.choices, default=PlaySource.FLOOR)
    effective_at = models.DateTimeField()
    posted_at = models.DateTimeField()
    posted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["room", "-number"]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="house_rules_number_once")]

    def __str__(self) -> str:
        return f"{self.house.title}, version {self.number}"

    @cached_property
    def house(self) -> House:
        """The house rules by value."""
        return House.from_json(self.house_json)


class PlaqueVersion(models.Model):
    """One version of the plaque of a table: immutable, effective from an instant, never deleted. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, models.PROTECT, related_name="plaque_versions")
    number = models.PositiveIntegerField()
    house_rules = models.ForeignKey(HouseRulesVersion, models.PROTECT, related_name="+")
    plaque_json = models.JSONField(help_text="rules.house.plaque.Plaque.to_json()")
    source = models.CharField(max_length=8, choices=PlaySource.choices, default=PlaySource.FLOOR)
    short_name = models.CharField(max_length=60)
    game = models.CharField(max_length=24)
    structure = models.CharField(max_length=16)
    effective_at = models.DateTimeField()
    posted_at = models.DateTimeField()
    posted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["table", "-number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="plaque_number_once")]

    def __str__(self) -> str:
        return f"{self.short_name}, plaque {self.number}"

    @cached_property
    def plaque(self) -> Plaque:
        """The plaque by value."""
        return Plaque.from_json(self.plaque_json)

    @property
    def has_button(self) -> bool:
        """Whether a button moves round in its game, by its house rules."""
        return has_button(self.plaque.sheet, self.house_rules.house)


class TableSession(models.Model):
    """One opening of a table, from open to close. Hands, seats and table money hang on it."""

    Source = PlaySource

    class Cause(models.TextChoices):
        """Why a table is closed, as whoever closes it says."""

        PLAYERS = "players", "nobody is left to play"
        DEALER = "dealer", "no dealer"
        ORDER = "order", "by order"

    room = models.ForeignKey(Room, models.PROTECT, related_name="sessions")
    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions")
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.FLOOR)
    plaque = models.ForeignKey(PlaqueVersion, models.PROTECT, related_name="sessions", help_text="in force now")
    gaming_day = models.DateField(help_text="the room's gaming day at opening")
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    close_cause = models.CharField(max_length=8, blank=True, default="", db_default="", choices=Cause.choices)
    hand_open = models.BooleanField(default=False, help_text="a hand is being played: claimed by games")
    chips_wait = models.BooleanField(
        default=False, db_default=False, help_text="somebody bought chips in this hand: they go on the stack after it"
    )
    hands_recorded = models.PositiveIntegerField(default=0, help_text="the number of the last recorded hand")
    button_seat = models.PositiveSmallIntegerField(null=True, help_text="where the button lies for the next hand")
    kill_after = models.JSONField(null=True, help_text="the kill that the last hand left; null to ask the hands")
    feeds = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="feeders", help_text="the main game of this must-move game"
    )
    version = models.PositiveIntegerField(default=1, help_text="grows with every change that the floor board shows")

    class Meta:
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(closed_at=None, source="floor"),
                name="table_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} since {self.opened_at:%Y-%m-%d %H:%M}"

    @property
    def posted(self) -> Plaque:
        """The plaque that is in force, by value."""
        return self.plaque.plaque

    @property
    def button_shown(self) -> int | None:
        """The seat where the button lies; None in a game without one, for whose next game its seat is kept."""
        return self.button_seat if self.plaque.has_button else None

    @property
    def is_open(self) -> bool:
        """Whether play goes on."""
        return self.closed_at is None


class SessionAlarm(models.Model):
    """Something at a table that someone should look at; any app above may raise one, once per kind and subject.

    One that was put away by hand has a reason; the others went when what they were about did.
    """

    session = models.ForeignKey(TableSession, models.PROTECT, related_name="alarms")
    kind = models.CharField(max_length=40, help_text="code of tables.alarms")
    subject = models.CharField(max_length=80, blank=True)
    text = models.CharField(max_length=300)
    hands = models.JSONField(default=dict, help_text="what is said of each hand that it is about, by the hand's id")
    version = models.PositiveIntegerField(default=1, help_text="grows whenever it says something else")
    raised_at = models.DateTimeField()
    cleared_at = models.DateTimeField(null=True)
    cleared_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    reason = models.CharField(max_length=400, blank=True, help_text="why somebody who looked at it put it away")

    class Meta:
        ordering = ["raised_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "kind", "subject"],
                condition=models.Q(cleared_at=None),
                name="alarm_raised_once",
            ),
            models.CheckConstraint(
                condition=models.Q(reason="") | models.Q(cleared_at__isnull=False, cleared_by__isnull=False),
                name="alarm_put_away_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.text
