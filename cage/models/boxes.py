"""Drop boxes: which hangs at which table, who took a key of theirs, and who looked at what lies in them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from config.rooms.models import Room
from tables.models import Table


class Holds(models.TextChoices):
    """The kinds of takings, each in a box of its own (WAC 230-15-085(2))."""

    RAKE = "rake", "rake"
    PROMO = "promo", "promo"
    TIME = "time", "time"
    TOKES = "tokes", "tokes"


class Box(models.Model):
    """A drop box, with the number that stands on it for the camera to read (4 CCR 12384(a)(2))."""

    class Kind(models.TextChoices):
        RAKE = "rake", "rake"
        PROMO = "promo", "promo"
        TIME = "time", "time"
        TOKES = "tokes", "tokes"
        EMERGENCY = "emergency", "emergency"

    room = models.ForeignKey(Room, models.PROTECT, related_name="boxes")
    number = models.CharField(max_length=12, help_text="as it stands on the box")
    kind = models.CharField(max_length=10, choices=Kind.choices)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint("room", Upper("number"), name="box_number_once_per_room")]

    def __str__(self) -> str:
        return f"Box {self.number}"


class BoxHanging(models.Model):
    """The time that a box hangs at a table, and what it takes there."""

    box = models.ForeignKey(Box, models.PROTECT, related_name="hangings")
    table = models.ForeignKey(Table, models.PROTECT, related_name="hangings")
    holds = models.CharField(max_length=5, choices=Holds.choices)
    hung_at = models.DateTimeField()
    hung_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    taken_at = models.DateTimeField(null=True)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["box"], condition=Q(taken_at=None), name="box_hangs_once"),
            models.UniqueConstraint(fields=["table", "holds"], condition=Q(taken_at=None), name="box_one_of_a_kind"),
            models.CheckConstraint(
                condition=Q(taken_at=None, taken_by=None) | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="box_taken_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.box} at {self.table}"


class BoxKeyTaking(models.Model):
    """A key of the boxes in somebody's hands, and who gave it out (FL 61D-11.020(4)).

    One lock lets a box off its table, the other lets at what lies in it: whoever has had the one key on a gaming day
    does not get the other.
    """

    class Lock(models.TextChoices):
        RELEASE = "release", "the key that takes boxes off"
        CONTENTS = "contents", "the key that opens boxes"

    room = models.ForeignKey(Room, models.PROTECT, related_name="box_keys")
    lock = models.CharField(max_length=8, choices=Lock.choices)
    reason = models.CharField(max_length=400)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    taken_at = models.DateTimeField()
    returned_at = models.DateTimeField(null=True)
    returned_to = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["room", "lock"], condition=Q(returned_at=None), name="box_key_out_once"),
            models.UniqueConstraint(
                fields=["room", "taken_by"], condition=Q(returned_at=None), name="box_key_one_a_person"
            ),
            models.CheckConstraint(condition=~Q(given_by=F("taken_by")), name="box_key_given_by_another"),
            models.CheckConstraint(
                condition=Q(returned_at=None, returned_to=None)
                | (Q(returned_at__isnull=False) & ~Q(returned_to=F("taken_by"))),
                name="box_key_returned_to_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_lock_display()}, {self.taken_by}"


class BoxLook(models.Model):
    """Somebody was shown what boxes of the room must hold: they count none that took something at that time.
    Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="box_looks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["room", "by", "at"], name="box_look_of")]

    def __str__(self) -> str:
        return f"{self.by} looked at the boxes"
