"""Pulls of drop boxes: what was taken off which table by whom, who carried it, and what was counted."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.boxes import BoxHanging, Holds
from cage.models.pools import PromoPool
from config.rooms.models import Room
from players.models import Account
from tables.models import Table


class BoxPull(models.Model):
    """A box that was taken off its table, with what the books say lay in it; counted by two, or by three.

    Of the room's ledger it has the rows after `after_number`, up to `last_number`, that moved something at the
    boxes of this kind of the table, whichever session was played there. The pulls of a table tile them.
    """

    class State(models.TextChoices):
        PULLED = "pulled", "to be counted"
        RECOUNT = "recount", "to be counted together"
        COUNTED = "counted", "counted"

    class Why(models.TextChoices):
        DROP = "drop", "drop"
        PUSH = "push", "at a push"
        EMERGENCY = "emergency", "emergency"

    room = models.ForeignKey(Room, models.PROTECT, related_name="box_pulls")
    table = models.ForeignKey(Table, models.PROTECT, related_name="box_pulls")
    holds = models.CharField(max_length=5, choices=Holds.choices)
    hanging = models.OneToOneField(
        BoxHanging, models.PROTECT, null=True, related_name="pull", help_text="null where no box was registered"
    )
    number = models.CharField(max_length=12, help_text="of the box")
    why = models.CharField(max_length=10, choices=Why.choices)
    drop_time = models.CharField(max_length=5, blank=True, help_text="of the room’s schedule, local")
    reason = models.CharField(max_length=400, blank=True)
    downs = models.JSONField(default=list, help_text="ids of the downs that were dealt since the last pull")
    pool = models.ForeignKey(
        PromoPool, models.PROTECT, related_name="pulls", null=True, help_text="that the table fed, of promo"
    )
    previous = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="following", help_text="the pull before it, of this kind"
    )
    expected = models.BigIntegerField(help_text="minor units, by the books")
    after_number = models.BigIntegerField(help_text="the room’s ledger as it ended at the last pull")
    last_number = models.BigIntegerField(help_text="the room’s ledger as it ended at this one")
    puller = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    watcher = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PULLED)
    round = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="the number of times that two counts were given up: those count no more"
    )
    counted = models.BigIntegerField(null=True, help_text="minor units")
    counted_at = models.DateTimeField(null=True)
    counted_key = models.CharField(max_length=80, blank=True, help_text="the request of the last count")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["request_key", "holds"], name="box_pull_once"),
            models.UniqueConstraint(
                fields=["room", "number"], condition=~Q(state="counted"), name="box_pull_in_custody_once"
            ),
            models.UniqueConstraint(fields=["table", "holds"], condition=Q(previous=None), name="box_pull_first_once"),
            models.CheckConstraint(condition=Q(expected__gte=0), name="box_pull_not_negative"),
            models.CheckConstraint(condition=~Q(puller=F("watcher")), name="box_pull_by_two"),
            models.CheckConstraint(condition=~Q(why="emergency", reason=""), name="box_pull_emergency_has_reason"),
            models.CheckConstraint(
                condition=Q(holds="promo", pool__isnull=False) | (~Q(holds="promo") & Q(pool=None)),
                name="box_pull_of_promo_has_pool",
            ),
            models.CheckConstraint(
                condition=(Q(state="counted", counted__gte=0, counted_at__isnull=False) & ~Q(counted_key=""))
                | (~Q(state="counted") & Q(counted=None, counted_at=None, counted_key="")),
                name="box_pull_counted_once",
            ),
            models.UniqueConstraint(
                fields=["counted_key"], condition=Q(state="counted"), name="box_pull_counted_key_once"
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="box_pull_day")]

    def __str__(self) -> str:
        return f"Box {self.number} of {self.table}"


class BoxHandover(models.Model):
    """A pulled box given from one person to the next, who has signed with badge and PIN. Append-only."""

    append_only: ClassVar[bool] = True

    pull = models.ForeignKey(BoxPull, models.PROTECT, related_name="handovers")
    giver = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    receiver = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=400, blank=True, help_text="why somebody gives it in the holder’s place")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(giver=F("receiver")), name="box_handed_to_another"),
            models.UniqueConstraint(fields=["pull", "request_key"], name="box_handed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pull}: {self.giver} to {self.receiver}"


class BoxCount(models.Model):
    """One count of a pulled box by denomination, as it was entered. Append-only: a count that differs is kept too."""

    append_only: ClassVar[bool] = True

    class Part(models.TextChoices):
        FIRST = "first", "first count"
        SECOND = "second", "second count"
        TOGETHER = "together", "count together"

    pull = models.ForeignKey(BoxPull, models.PROTECT, related_name="counts")
    part = models.CharField(max_length=10, choices=Part.choices)
    round = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="of the pull, when it was counted")
    chips = models.JSONField(help_text="pieces by value in minor units")
    amount = models.BigIntegerField(help_text="minor units")
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
            models.UniqueConstraint(fields=["pull", "part", "round"], name="box_count_once"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="box_count_not_negative"),
            models.CheckConstraint(
                condition=(~Q(part="together") & Q(second=None, third=None))
                | Q(part="together", second__isnull=False, third__isnull=False),
                name="box_count_together_by_three",
            ),
            models.CheckConstraint(
                condition=Q(second=None)
                | (~Q(second=F("counted_by")) & ~Q(third=F("counted_by")) & ~Q(third=F("second"))),
                name="box_count_by_different_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_part_display()} of {self.pull}"


class GivenUpBoxCount(models.Model):
    """Two counts of a box that differ and were given up, because one who counted counts it no more: by whom before
    which supervisor, and why. Both counts stay, under their round, and two others count it blind. Append-only."""

    append_only: ClassVar[bool] = True

    pull = models.ForeignKey(BoxPull, models.PROTECT, related_name="given_up")
    round = models.PositiveSmallIntegerField(help_text="of the counts")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="the supervisor who let it be given up"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["pull", "round"], name="given_up_box_count_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="given_up_box_count_has_reason"),
            models.CheckConstraint(condition=~Q(second=F("by")), name="given_up_box_count_by_two"),
        ]

    def __str__(self) -> str:
        return f"{self.pull}, count {self.round} given up"


class BoxVariance(models.Model):
    """A box that held more, or less, than the books say. Append-only; the group of transfers of its key books it."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="box_variances")
    pull = models.OneToOneField(BoxPull, models.PROTECT, related_name="variance")
    chips = models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=~Q(chips=0), name="box_variance_is_one")]
        indexes = [models.Index(fields=["room", "gaming_day"], name="box_variance_day")]

    def __str__(self) -> str:
        return str(self.pull)

    @property
    def size(self) -> int:
        """Its size in minor units."""
        return abs(self.chips)


class BoxCover(models.Model):
    """Chips that a correction or a ruling takes back out of a box that was pulled meanwhile: the room's over-and-short
    gives them. What a correction puts into such a box goes on to over-and-short, below zero. Append-only.

    It stands against the box into which the hand fell: neither the one that hangs now nor any other holds these chips.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="box_covers")
    account = models.ForeignKey(Account, models.PROTECT, related_name="+", help_text="the box at the table")
    pull = models.ForeignKey(
        BoxPull,
        models.PROTECT,
        related_name="covers",
        null=True,
        help_text="of the box into which the hand fell; empty where it isn’t known: the last one before it",
    )
    amount = models.BigIntegerField(help_text="minor units; below zero: gone on from the box")
    hand_id = models.BigIntegerField(null=True, help_text="the version of the hand (games.Hand)")
    case_id = models.BigIntegerField(null=True, help_text="the case (disputes.Dispute)")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="box_cover_is_one"),
            models.UniqueConstraint(fields=["request_key", "account"], name="box_cover_once"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="box_cover_day")]

    def __str__(self) -> str:
        return f"{self.amount} for {self.account}"
