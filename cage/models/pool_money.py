"""The house's own chips in promotional pools, and the pools' money in their own bank accounts."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.pools import PoolVersion, PromoPool
from config.rooms.models import Room


class PoolSeed(models.Model):
    """Chips of the house that went from the vault into the primary part of a pool, or came back from it. Append-only.

    By one person and a second one of another role. Its one transfer, of the kind seed or seed_back, has the same
    request key.
    """

    append_only: ClassVar[bool] = True

    class Kind(models.TextChoices):
        PUT_IN = "put_in", "put in"
        RECOVERED = "recovered", "recovered"

    room = models.ForeignKey(Room, models.PROTECT, related_name="pool_seeds")
    pool = models.ForeignKey(PromoPool, models.PROTECT, related_name="seeds")
    version = models.ForeignKey(
        PoolVersion, models.PROTECT, related_name="seeds", help_text="the terms in force, which announce so much"
    )
    kind = models.CharField(max_length=9, choices=Kind.choices)
    amount = models.BigIntegerField(help_text="minor units")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="pool_seed_positive"),
            models.CheckConstraint(condition=Q(kind__in=["put_in", "recovered"]), name="pool_seed_kind_known"),
            models.CheckConstraint(condition=~Q(reason=""), name="pool_seed_has_reason"),
            models.CheckConstraint(condition=~Q(by=F("second")), name="pool_seed_by_two_people"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="pool_seed_day")]

    def __str__(self) -> str:
        return f"seed of {self.pool}, {self.get_kind_display()}"


class PoolDeposit(models.Model):
    """Cash of the vault that went to a pool's own bank account, for money that was counted for it. Append-only.

    Its one transfer, of the kind funding, has the same request key.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="pool_deposits")
    pool = models.ForeignKey(PromoPool, models.PROTECT, related_name="deposits")
    amount = models.BigIntegerField(help_text="minor units")
    reference = models.CharField(max_length=60, help_text="the number of the bank’s slip")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="pool_deposit_positive"),
            models.CheckConstraint(condition=~Q(reference=""), name="pool_deposit_has_reference"),
            models.CheckConstraint(condition=~Q(by=F("second")), name="pool_deposit_by_two_people"),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day"], name="pool_deposit_day"),
            models.Index(fields=["pool", "at"], name="pool_deposit_order"),
        ]

    def __str__(self) -> str:
        return f"deposit of {self.pool}, slip {self.reference}"


class PoolDepositVoid(models.Model):
    """A deposit that was entered wrongly and taken back by two people: its cash is in the vault again by the books, and
    it is none of the pool's any more. Append-only."""

    append_only: ClassVar[bool] = True

    deposit = models.OneToOneField(PoolDeposit, models.PROTECT, related_name="void")
    room = models.ForeignKey(Room, models.PROTECT, related_name="pool_deposit_voids")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="pool_deposit_void_has_reason"),
            models.CheckConstraint(condition=~Q(by=F("second")), name="pool_deposit_void_by_two"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="pool_deposit_void_day")]

    def __str__(self) -> str:
        return f"{self.deposit}, taken back"
