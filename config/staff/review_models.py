"""Reviews of access: who looked through everybody that may sign in, and what they found of each."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from config.staff.roles import ROLES


class AccessReview(models.Model):
    """One look through everybody who holds a role in a room, signed by two people. Append-only."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["room", "at"], name="access_reviewed")]
        constraints = [
            models.CheckConstraint(condition=~Q(by=F("approved_by")), name="access_review_approved_by_another")
        ]

    def __str__(self) -> str:
        return f"review of access in {self.room}"


class ReviewedPerson(models.Model):
    """The result of one person in a review: the roles they held, and whether they keep them. Append-only."""

    append_only: ClassVar[bool] = True

    review = models.ForeignKey(AccessReview, models.PROTECT, related_name="people")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    roles = models.CharField(max_length=120, help_text="codes of the roles held at the review, joined by commas")
    keeps = models.BooleanField(help_text="whether the roles go on; otherwise the review ended them")
    reason = models.CharField(max_length=400, blank=True, help_text="why they were ended")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["review", "person"], name="reviewed_once"),
            models.CheckConstraint(condition=Q(keeps=True) | ~Q(reason=""), name="review_says_why_it_ends"),
        ]

    def __str__(self) -> str:
        return f"{self.person} in the {self.review}"

    @property
    def titles(self) -> str:
        """The roles in words: “Cashier, Chip runner”."""
        return ", ".join(ROLES[code].title for code in self.roles.split(","))
