"""Awards out of promotional pools: what was won, the shares of those who won it, and shares that were taken back."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet

from cage.models.pools import PromoPool
from config.rooms.models import Room
from players.models import Player
from tables.models import Table

if TYPE_CHECKING:
    from cage.models.cash_slips import CashSlip


class PoolAward(models.Model):
    """An award out of a pool, declared by one person and approved by another of another role. Append-only.

    It took `primary` of the pool and, where that held less, `reserve` of its reserve. Its transfers, of the kind award,
    have the same request key. Of its shares the first named has the `remainder`.
    """

    append_only: ClassVar[bool] = True

    class Kind(models.TextChoices):
        BAD_BEAT = "bad_beat", "bad beat"
        HIGH_HAND = "high_hand", "high hand"
        DRAWING = "drawing", "drawing or other promotion by its posted terms"
        DISPOSITION = "disposition", "disposition of a pool that ended"

    room = models.ForeignKey(Room, models.PROTECT, related_name="pool_awards")
    pool = models.ForeignKey(PromoPool, models.PROTECT, related_name="awards")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    what = models.CharField(max_length=200, help_text="what was won, in words")
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="pool_awards")
    hand_id = models.BigIntegerField(null=True, help_text="the hand that won it (games.Hand)")
    primary = models.BigIntegerField(help_text="minor units")
    reserve = models.BigIntegerField(help_text="minor units, where the pool itself held less")
    remainder = models.BigIntegerField(help_text="minor units, in the share of the first named")
    declared_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(what=""), name="pool_award_says_what"),
            models.CheckConstraint(condition=~Q(declared_by=F("approved_by")), name="pool_award_by_two_people"),
            models.CheckConstraint(
                condition=Q(primary__gte=0, reserve__gte=0, remainder__gte=0) & ~Q(primary=0, reserve=0),
                name="pool_award_positive",
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="pool_award_day")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.gaming_day:%-d %B %Y}, {self.pool}"

    @property
    def amount(self) -> int:
        """All of it, minor units."""
        return self.primary + self.reserve


class AwardShareQuerySet(QuerySet["AwardShare"]):
    """Shares as questions see them."""

    def unpaid(self) -> "AwardShareQuerySet":
        """The shares that are owed: no slip that stands paid them, and they weren't taken back."""
        paid = self.model.objects.filter(slips__isnull=False, slips__void=None)
        return self.filter(void=None).exclude(pk__in=paid.values("pk"))


class AwardShare(models.Model):
    """One person's share of an award, by its parts of the whole. Append-only; its slips say that it was paid, its void
    that it was taken back."""

    append_only: ClassVar[bool] = True

    award = models.ForeignKey(PoolAward, models.PROTECT, related_name="shares")
    number = models.PositiveSmallIntegerField(help_text="as they were named, from 1")
    player = models.ForeignKey(Player, models.PROTECT, related_name="award_shares")
    parts = models.PositiveIntegerField()
    amount = models.BigIntegerField(help_text="minor units")

    objects: ClassVar[AwardShareQuerySet] = AwardShareQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["award", "number"]
        constraints = [
            models.UniqueConstraint(fields=["award", "player"], name="award_share_once"),
            models.UniqueConstraint(fields=["award", "number"], name="award_share_number_once"),
            models.CheckConstraint(condition=Q(amount__gt=0, parts__gt=0, number__gt=0), name="award_share_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.award}"

    @property
    def paid(self) -> "CashSlip | None":
        """The slip that paid it and stands; None where it is owed. Takes no query where slips and voids were fetched
        along."""
        return next((slip for slip in self.slips.all() if not hasattr(slip, "void")), None)


class AwardVoid(models.Model):
    """A share that was taken back before it was paid, by two people: it lies in its pool again. Append-only.

    The shares that one request takes back have its key in common, and so have their transfers.
    """

    append_only: ClassVar[bool] = True

    share = models.OneToOneField(AwardShare, models.PROTECT, related_name="void")
    room = models.ForeignKey(Room, models.PROTECT, related_name="award_voids")
    primary = models.BigIntegerField(help_text="minor units, back in the pool")
    reserve = models.BigIntegerField(help_text="minor units, back in its reserve")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="award_void_has_reason"),
            models.CheckConstraint(condition=~Q(by=F("second")), name="award_void_by_two_people"),
            models.CheckConstraint(condition=Q(primary__gte=0, reserve__gte=0), name="award_void_positive"),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day"], name="award_void_day"),
            models.Index(fields=["request_key"], name="award_void_request"),
        ]

    def __str__(self) -> str:
        return f"{self.share}, taken back"


class AwardReview(models.Model):
    """The decision of two people that an award stands as it is, though the hand that won it was corrected or voided:
    for that version of it (`hand_id`), until there is another. Append-only."""

    append_only: ClassVar[bool] = True

    award = models.ForeignKey(PoolAward, models.PROTECT, related_name="reviews")
    room = models.ForeignKey(Room, models.PROTECT, related_name="award_reviews")
    hand_id = models.BigIntegerField(help_text="the version of the hand that was looked at (games.Hand)")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["award", "hand_id"], name="award_reviewed_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="award_review_has_reason"),
            models.CheckConstraint(condition=~Q(by=F("second")), name="award_review_by_two_people"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="award_review_day")]

    def __str__(self) -> str:
        return f"{self.award} stands"
