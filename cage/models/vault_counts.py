"""Counts of the vault: who counted its chips and its cash, what they found, and what it was short or over."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.counted import size_of
from config.rooms.models import Room


class VaultCount(models.Model):
    """A count of the vault by two people who don't know of each other's, or by three together; while one goes on
    nothing enters the vault or leaves it (R25, R39).

    `until` is the end of the shift or the gaming day that it answers for, and of all before. Of the room's ledger it
    has the rows up to `last_number`.
    """

    class State(models.TextChoices):
        COUNTING = "counting", "being counted"
        RECOUNT = "recount", "to be counted together"
        COUNTED = "counted", "counted"
        GIVEN_UP = "given_up", "given up"

    RUNS: ClassVar = (State.COUNTING, State.RECOUNT)

    room = models.ForeignKey(Room, models.PROTECT, related_name="vault_counts")
    state = models.CharField(max_length=10, choices=State.choices, default=State.COUNTING)
    counter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="who began it, and counts first"
    )
    until = models.DateTimeField(help_text="the end of the shift or the gaming day that it answers for")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    expected_chips = models.BigIntegerField(null=True, help_text="minor units, by the books when it was counted")
    expected_cash = models.BigIntegerField(null=True, help_text="minor units, by the books when it was counted")
    last_number = models.BigIntegerField(null=True, help_text="the room’s ledger as it ended when it was counted")
    given_up_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="the supervisor who let two counts that differ be given up",
    )
    reason = models.CharField(max_length=400, blank=True, help_text="why they were")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["room"], condition=Q(state__in=["counting", "recount"]), name="vault_count_one_runs"
            ),
            models.CheckConstraint(
                condition=Q(
                    state="counted",
                    ended_at__isnull=False,
                    last_number__isnull=False,
                    expected_chips__isnull=False,
                    expected_cash__isnull=False,
                )
                | ~Q(state="counted") & Q(last_number=None, expected_chips=None, expected_cash=None),
                name="vault_count_counted_once",
            ),
            models.CheckConstraint(
                condition=Q(state="given_up", ended_at__isnull=False, given_up_by__isnull=False)
                | ~Q(state="given_up") & Q(given_up_by=None, second=None, reason=""),
                name="vault_count_given_up_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(second=None, reason="") | (~Q(reason="") & ~Q(second=F("given_up_by"))),
                name="vault_count_given_up_by_two",
            ),
        ]
        indexes = [models.Index(fields=["room", "-until"], name="vault_count_newest")]

    def __str__(self) -> str:
        return "the vault"

    @property
    def last_sheet(self) -> "VaultSheet":
        """The sheet that ended it: the second of two that are equal, or that of three."""
        return list(self.sheets.all())[-1]

    @property
    def names(self) -> str:
        """The people who counted, in words."""
        return " and ".join(dict.fromkeys(str(sheet.counted_by) for sheet in self.sheets.all()))


class VaultSheet(models.Model):
    """One count sheet of the vault as it was entered, by one person or by three together. Append-only: a sheet that
    differs is kept too.

    `chips` and `cash` say how many pieces there are of each value in minor units, and the amounts follow.
    """

    append_only: ClassVar[bool] = True

    class Part(models.TextChoices):
        FIRST = "first", "first count"
        SECOND = "second", "second count"
        TOGETHER = "together", "count together"

    count = models.ForeignKey(VaultCount, models.PROTECT, related_name="sheets")
    part = models.CharField(max_length=10, choices=Part.choices)
    chips = models.JSONField(help_text="pieces by value in minor units")
    cash = models.JSONField(help_text="pieces by value in minor units")
    chips_amount = models.BigIntegerField(help_text="minor units")
    cash_amount = models.BigIntegerField(help_text="minor units")
    counted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    third = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="who was signed in where it was entered"
    )
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["count", "part"], name="vault_sheet_once"),
            models.CheckConstraint(
                condition=Q(chips_amount__gte=0, cash_amount__gte=0), name="vault_sheet_not_negative"
            ),
            models.CheckConstraint(
                condition=(~Q(part="together") & Q(second=None, third=None))
                | Q(part="together", second__isnull=False, third__isnull=False),
                name="vault_sheet_together_by_three",
            ),
            models.CheckConstraint(
                condition=Q(second=None)
                | (~Q(second=F("counted_by")) & ~Q(third=F("counted_by")) & ~Q(third=F("second"))),
                name="vault_sheet_by_different_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_part_display()} of the vault"


class VaultLook(models.Model):
    """Somebody was shown what the vault must hold: until it is counted again they aren't the second who counts it.
    Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="vault_looks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["room", "by", "at"], name="vault_look_of")]

    def __str__(self) -> str:
        return f"{self.by} looked at the vault"


class VaultVariance(models.Model):
    """A vault that held more, or less (below zero), than the books say. Append-only; the group of transfers of its key
    brings the books to the count, and names who counted."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="vault_variances")
    count = models.OneToOneField(VaultCount, models.PROTECT, related_name="variance")
    chips = models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")
    cash = models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=~Q(chips=0, cash=0), name="vault_variance_is_one")]
        indexes = [models.Index(fields=["room", "gaming_day"], name="vault_variance_day")]

    def __str__(self) -> str:
        return "The vault"

    @property
    def size(self) -> int:
        """Its size in minor units, as `size_of` says."""
        return size_of(self.chips, self.cash)

    @property
    def names(self) -> str:
        """The people against whom it stands: who counted, in words."""
        return self.count.names
