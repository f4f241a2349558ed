"""Patrons without a document, known by how they look."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from config.rooms.models import Room
from players.models.people import Player


class Description(models.Model):
    """The look of a patron who showed no document (68 IAC 15-2-3(c): a description and, if known, the name).

    The patron is a row of `Player`: chips, seats and bans work as for everybody. Append-only: whoever learns the name
    links the row to that of the registered player. `number` counts the descriptions of a room and gaming day.
    """

    append_only: ClassVar[bool] = True

    class Sex(models.TextChoices):
        MAN = "man", "man"
        WOMAN = "woman", "woman"
        UNSURE = "unsure", "person"

    class AgeBand(models.TextChoices):
        YOUNG = "under_30", "under 30"
        GROWN = "30_44", "30–44"
        MIDDLE = "45_59", "45–59"
        OLD = "60_up", "60 or older"

    class Height(models.TextChoices):
        SHORT = "short", "short"
        MEDIUM = "medium", "medium"
        TALL = "tall", "tall"

    class Hair(models.TextChoices):
        DARK = "dark", "dark hair"
        BROWN = "brown", "brown hair"
        FAIR = "fair", "fair hair"
        RED = "red", "red hair"
        GREY = "grey", "grey hair"
        NONE = "none", "bald"
        COVERED = "covered", "hair covered"

    player = models.OneToOneField(Player, models.PROTECT, related_name="description")
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField(help_text="1, 2, 3 … of the room and gaming day")
    sex = models.CharField(max_length=8, choices=Sex.choices)
    age_band = models.CharField(max_length=8, choices=AgeBand.choices)
    height = models.CharField(max_length=8, choices=Height.choices)
    hair = models.CharField(max_length=8, choices=Hair.choices)
    clothing = models.CharField(max_length=60, blank=True)
    seat = models.CharField(max_length=30, blank=True, help_text="table and seat, as people say it")
    note = models.CharField(max_length=200, blank=True)
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["room", "gaming_day", "number"], name="description_number_once"),
        ]

    def __str__(self) -> str:
        told = [
            self.get_sex_display(), self.get_age_band_display(), self.get_height_display(), self.get_hair_display(),
            self.clothing, self.seat, self.note,
        ]  # fmt: skip
        return ", ".join(filter(None, told))
