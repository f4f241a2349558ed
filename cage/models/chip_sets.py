"""The chips of the house: its sets, the slips by which pieces come and go, and what was counted that nobody issued."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from config.rooms.models import Room


class ChipSet(models.Model):
    """A set of chips of one design. Append-only: which pieces there are of it, and its retirement, its slips say."""

    append_only: ClassVar[bool] = True

    class Use(models.TextChoices):
        PRIMARY = "primary", "primary"
        SECONDARY = "secondary", "secondary"

    room = models.ForeignKey(Room, models.PROTECT, related_name="chip_sets")
    name = models.CharField(max_length=40)
    use = models.CharField(max_length=10, choices=Use.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint("room", Upper("name"), name="chip_set_name_once_per_room")]

    def __str__(self) -> str:
        return self.name


class ChipSlip(models.Model):
    """Pieces of a set that were received or destroyed, or the retirement of the set, by two people. Append-only.

    The chips themselves are the transfer of the kind `issue` with the same request key. Each kind is numbered without a
    gap in its room and year.
    """

    append_only: ClassVar[bool] = True

    class Kind(models.TextChoices):
        RECEIPT = "receipt", "receipt of chips"
        DESTRUCTION = "destruction", "destruction of chips"
        RETIREMENT = "retirement", "retirement of a set"

    room = models.ForeignKey(Room, models.PROTECT, related_name="chip_slips")
    chip_set = models.ForeignKey(ChipSet, models.PROTECT, related_name="slips")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    year = models.PositiveSmallIntegerField(help_text="of its gaming day")
    number = models.PositiveIntegerField(help_text="in the row of its room, kind and year")
    pieces = models.JSONField(help_text="pieces by value in minor units; none of a retirement")
    amount = models.BigIntegerField(help_text="what the pieces come to, minor units")
    is_spread = models.BooleanField(
        default=False, help_text="an amount was stated and no pieces: these are one way to make it up"
    )
    last_day = models.DateField(null=True, help_text="of a retirement: the last day on which its chips are redeemed")
    reason = models.CharField(max_length=400)
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["room", "kind", "year", "number"], name="chip_slip_number_once"),
            models.UniqueConstraint(fields=["chip_set"], condition=Q(kind="retirement"), name="chip_set_retired_once"),
            models.CheckConstraint(
                condition=Q(kind="retirement", amount=0, last_day__isnull=False, is_spread=False)
                | (~Q(kind="retirement") & Q(amount__gt=0, last_day=None)),
                name="chip_slip_moves_or_retires",
            ),
            models.CheckConstraint(condition=Q(kind="receipt") | Q(is_spread=False), name="chip_slip_spread_received"),
            models.CheckConstraint(condition=~Q(second=F("by")), name="chip_slip_by_two_people"),
            models.CheckConstraint(condition=~Q(reason=""), name="chip_slip_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.label}"

    @property
    def label(self) -> str:
        """The number as people say it: "2026-3"."""
        return f"{self.year}-{self.number}"


class ChipAlarm(models.Model):
    """More pieces of a value were counted in the house than were ever issued: some are counterfeit, or a slip or a
    count is wrong. Append-only; it stays open until it has its answer."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="chip_alarms")
    value = models.BigIntegerField(help_text="minor units")
    counted = models.BigIntegerField(help_text="pieces, in the latest counts of the house")
    issued = models.BigIntegerField(help_text="pieces issued and not destroyed")
    place = models.CharField(max_length=60, help_text="what was counted when it was noticed")
    people = models.JSONField(help_text="ids of who counted there, and who entered it")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(counted__gt=F("issued"), issued__gte=0), name="chip_alarm_more_counted")
        ]
        indexes = [models.Index(fields=["room", "at"], name="chip_alarm_room")]

    def __str__(self) -> str:
        return f"{self.counted} pieces of {self.value} counted at {self.place}, {self.issued} issued"


class ChipAlarmAnswer(models.Model):
    """The words of somebody above about chips that nobody issued; they end the alarm. Append-only."""

    append_only: ClassVar[bool] = True

    alarm = models.OneToOneField(ChipAlarm, models.PROTECT, related_name="answer")
    reason = models.CharField(max_length=400)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="chip_alarm_answer_has_reason")]

    def __str__(self) -> str:
        return f"answer to: {self.alarm}"
