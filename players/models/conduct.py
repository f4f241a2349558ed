"""The conduct of people in the room: warnings, and who may not sit with whom."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from players.models.people import Player
from tables.models import TableSession


class ConductWarning(models.Model):
    """One warning that a player was given, and for what. Append-only: what was said is not unsaid."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="warnings")
    session = models.ForeignKey(
        TableSession, models.PROTECT, related_name="+", null=True, help_text="where the player sat"
    )
    policy = models.CharField(max_length=40, blank=True, help_text="the code of rules.house.policies that was broken")
    text = models.CharField(max_length=400)
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-given_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.player}: {self.text}"


class Separation(models.Model):
    """Two players who may not sit at one table of a room, from when on. Ended, never deleted. `first` has the smaller
    id. Without a room, as a release before rooms were noted may leave one, it holds in every room."""

    room = models.ForeignKey(Room, models.PROTECT, null=True, related_name="+", help_text="the room that decided it")
    first = models.ForeignKey(Player, models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=400)
    starts_at = models.DateTimeField()
    imposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="separation_of_two"),
            models.UniqueConstraint(
                fields=["room", "first", "second"],
                condition=Q(ended_at=None),
                name="separation_once_at_a_time",
                nulls_distinct=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second} kept apart"

    def other(self, player: Player) -> Player:
        """The one of the two who is not `player`, whichever record of theirs that is."""
        return self.second if player.person_id == self.first.person_id else self.first
