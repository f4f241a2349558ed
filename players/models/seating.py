"""Sittings: a player in a seat, from when until when, and when the player was away from it."""

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from players.models.people import Player
from tables.models import TableSession


class HouseException(models.TextChoices):
    """The reason why the plaque's minimum and maximum do not bind: the house itself moves the player (004:L48)."""

    NONE = "", "none"
    BROKEN_GAME = "broken_game", "comes from a broken game"
    LIMIT_CHANGED = "limit_changed", "the limit was changed"
    RELATED = "related", "moved by the house for a related reason"
    MUST_MOVE = "must_move", "moves from the must-move game"


class Sitting(models.Model):
    """One player in one seat of one table session. The player's chips on the table are the balance of the seat
    account."""

    session = models.ForeignKey(TableSession, models.PROTECT, related_name="sittings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField()
    is_import = models.BooleanField(default=False, help_text="from a file: does not bind the person to one table")
    seated_at = models.DateTimeField()
    joined_at = models.DateTimeField(
        null=True,
        help_text="since when the player plays at this table, whichever seat; null where that is since sitting down",
    )
    seated_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    left_at = models.DateTimeField(null=True)
    left_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    left_with = models.PositiveBigIntegerField(null=True, help_text="chips taken off the table, minor units")
    chips_wait = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="bought in the hand that is played, on the stack after it, minor units"
    )
    plays_over = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="overs", help_text="the absent player whose seat was taken"
    )
    kept_at = models.DateTimeField(
        null=True, help_text="since when the seat that was played over is kept; null until then"
    )

    class Meta:
        ordering = ["session", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "seat"],
                condition=Q(left_at=None) & (Q(plays_over=None) | Q(kept_at__isnull=False)),
                name="seat_taken_by_one_player",
            ),
            models.UniqueConstraint(
                fields=["session", "seat"],
                condition=Q(left_at=None, plays_over__isnull=False, kept_at=None),
                name="seat_played_over_by_one",
            ),
            models.CheckConstraint(
                condition=Q(kept_at=None) | Q(plays_over__isnull=False, kept_at__gte=F("seated_at")),
                name="sitting_own_after_playing_over",
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(left_at=None, is_import=False), name="player_sits_once"
            ),
            models.CheckConstraint(condition=Q(seat__range=(1, 10)), name="sitting_seat_one_to_ten"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in seat {self.seat}"

    @property
    def is_playing_over(self) -> bool:
        """Whether the player uses the seat of an absent one, and gives it up when that one comes back."""
        return self.plays_over_id is not None and self.kept_at is None and self.left_at is None


def in_play(sittings: Iterable[Sitting]) -> list[Sitting]:
    """Those of these sittings that play in their seats: not those of absent players who are played over."""
    rows = list(sittings)
    covered = {sitting.plays_over_id for sitting in rows if sitting.is_playing_over}
    return [sitting for sitting in rows if sitting.pk not in covered]


class Absence(models.Model):
    """A player away from the seat, with chips on the table: from when, until when, and how it ended."""

    class End(models.TextChoices):
        BACK = "back", "came back"
        LEFT = "left", "left the table"
        MOVED = "moved", "was moved, and is away from the new seat"
        PICKED_UP = "picked_up", "chips were picked up"

    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="absences")
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_with = models.CharField(max_length=10, choices=End.choices, blank=True)
    agreed_at = models.DateTimeField(null=True, help_text="when the player agreed that somebody plays over meanwhile")
    agreed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", help_text="who asked the player"
    )

    class Meta:
        ordering = ["started_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["sitting"], condition=Q(ended_at=None), name="absence_once_at_a_time"),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_with="") | (Q(ended_at__gte=F("started_at")) & ~Q(ended_with="")),
                name="absence_ends_once_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} is away"
