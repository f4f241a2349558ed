"""Players who work in the room too: whose record is whose of the staff, from when on, and who noted it."""

from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from config.staff.models import User
from players.models.people import Player
from tables.models import Dealer


class Employment(models.Model):
    """A player who works in the room too: as somebody who signs in, or as a dealer. Ended, never deleted.

    Who both deals and signs in has one of each. It is noted and ended by somebody else, never by the person.
    """

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="employments")
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    dealer = models.ForeignKey(Dealer, models.PROTECT, null=True, related_name="+")
    noted_at = models.DateTimeField()
    noted_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    was_wrong = models.BooleanField(default=False, help_text="ended because it was noted by mistake: it never was so")

    class Meta:
        ordering = ["-noted_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user=None, dealer__isnull=False) | Q(user__isnull=False, dealer=None),
                name="employment_of_user_or_dealer",
            ),
            models.CheckConstraint(
                condition=Q(user=None) | ~Q(user=F("noted_by")) & (Q(ended_by=None) | ~Q(user=F("ended_by"))),
                name="employment_noted_by_another",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None, was_wrong=False)
                | Q(ended_at__gte=F("noted_at"), ended_by__isnull=False),
                name="employment_ended_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["room", "user"], condition=Q(ended_at=None, user__isnull=False), name="employment_once_a_user"
            ),
            models.UniqueConstraint(
                fields=["dealer"], condition=Q(ended_at=None, dealer__isnull=False), name="employment_once_a_dealer"
            ),
            models.UniqueConstraint(
                fields=["room", "player"],
                condition=Q(ended_at=None, user__isnull=False),
                name="employment_one_user_a_player",
            ),
            models.UniqueConstraint(
                fields=["room", "player"],
                condition=Q(ended_at=None, dealer__isnull=False),
                name="employment_one_dealer_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} works here as {self.who}"

    @property
    def who(self) -> User | Dealer:
        """The one of the staff. Raises ValueError for a row that names nobody, which the database doesn't keep."""
        if (found := self.user or self.dealer) is None:
            raise ValueError("an employment is somebody's")
        return found
