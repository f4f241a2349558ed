"""Promotional pools: the terms they run under, the tables that feed them, and what counted boxes brought."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from rules.house.variants import SHEETS
from tables.models import Table


class PromoPool(models.Model):
    """A pool of promotional money. The default pool of a room takes what no other pool is fed with, and keeps all of it
    for the players."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="pools")
    name = models.CharField(max_length=60)
    is_default = models.BooleanField(default=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("room", Upper("name"), name="pool_name_once_per_room"),
            models.UniqueConstraint(fields=["room"], condition=Q(is_default=True), name="pool_one_default"),
        ]

    def __str__(self) -> str:
        return self.name


class PoolVersion(models.Model):
    """The terms of a pool from an instant on, drafted by one person and approved by another. Append-only.

    Of every counted promo box `admin_percent` goes to the administration, of the rest `reserve_percent` to the reserve,
    both rounded down to whole chips; the remainder is the primary pool's.
    """

    append_only: ClassVar[bool] = True

    class Employees(models.TextChoices):
        NEVER = "never", "never"
        OFF_DUTY = "off_duty", "off duty"
        YES = "yes", "as everybody else"

    pool = models.ForeignKey(PromoPool, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    reserve_percent = models.PositiveSmallIntegerField()
    admin_percent = models.PositiveSmallIntegerField(default=0)
    seed = models.BigIntegerField(default=0, help_text="minor units that the primary pool begins with, as announced")
    primary_cap = models.BigIntegerField(null=True, help_text="minor units; above it all goes to the reserve")
    reserve_cap = models.BigIntegerField(null=True, help_text="minor units; above it all goes to the primary pool")
    tables = models.JSONField(help_text="ids of the tables that feed it")
    games = models.CharField(max_length=200, blank=True, help_text="the games that may win it, in words")
    won_in = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="codes of the games that may win it; none: any, as terms of before said it in words alone",
    )
    employees = models.CharField(
        max_length=8,
        choices=Employees.choices,
        db_default="yes",
        help_text="whether who works in the room has a share; terms of before said nothing, and refused nobody",
    )
    drafted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="pool_version_once"),
            models.CheckConstraint(condition=~Q(drafted_by=F("approved_by")), name="pool_approved_by_another"),
            models.CheckConstraint(
                condition=Q(reserve_percent__lte=100, admin_percent__lte=100), name="pool_percent_of_a_hundred"
            ),
            models.CheckConstraint(
                condition=Q(employees__in=["never", "off_duty", "yes"]), name="pool_says_who_of_the_staff"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool}, version {self.number}"

    @property
    def in_games(self) -> str:
        """The names of the games that may win it, in a row; "" where any may."""
        return ", ".join(SHEETS[game].name if game in SHEETS else game for game in self.won_in)

    @property
    def of_employees(self) -> str:
        """The sentence about who works in the room, as it is posted (WAC 230-15-060)."""
        return str(EMPLOYEES[self.Employees(self.employees)])


EMPLOYEES = {
    PoolVersion.Employees.NEVER: _("Whoever works here has no share."),
    PoolVersion.Employees.OFF_DUTY: _("Whoever works here has a share while off duty."),
    PoolVersion.Employees.YES: _("Whoever works here has a share as everybody else."),
}
"""The sentence of terms about who works in the room, by what they say."""


class PoolFeed(models.Model):
    """The time that a table feeds a pool. A table feeds one at a time; without any, the default pool."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="feeds_pools")
    pool = models.ForeignKey(PromoPool, models.PROTECT, related_name="feeds")
    from_at = models.DateTimeField()
    until_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(until_at=None), name="pool_one_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table} feeds {self.pool}"


class PoolShare(models.Model):
    """The parts of a counted promo box, by the terms of that moment. Append-only."""

    append_only: ClassVar[bool] = True

    pull = models.OneToOneField("cage.BoxPull", models.PROTECT, related_name="share")
    pool = models.ForeignKey(PromoPool, models.PROTECT, related_name="shares")
    version = models.ForeignKey(
        PoolVersion, models.PROTECT, related_name="shares", null=True, help_text="null: the default pool, all primary"
    )
    room = models.ForeignKey(Room, models.PROTECT, related_name="pool_shares")
    gaming_day = models.DateField()
    primary = models.BigIntegerField(help_text="minor units, with the remainder")
    reserve = models.BigIntegerField(help_text="minor units")
    admin = models.BigIntegerField(help_text="minor units")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(primary__gte=0, reserve__gte=0, admin__gte=0), name="pool_share_positive"
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="pool_share_day")]

    def __str__(self) -> str:
        return f"{self.pull} to {self.pool}"
