"""The dealers: those of the room, their shifts, and their downs at the tables."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from config.staff.models import PinHolder
from tables.models.floor import TableSession


class Dealer(PinHolder, models.Model):
    """Somebody who deals in the room. A dealer needs no sign-in: the floor puts them on a table. With a PIN of their
    own they sign what is counted at the tray."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="dealers")
    badge_number = models.CharField(max_length=12)
    display_name = models.CharField(max_length=60)
    pin_hash = models.CharField(max_length=200, blank=True, default="", db_default="")
    pin_set_at = models.DateTimeField(null=True)
    pin_set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="at whose tablet it was entered",
    )

    class Meta:
        ordering = ["display_name", "pk"]
        constraints = [models.UniqueConstraint(fields=["room", "badge_number"], name="dealer_badge_once_per_room")]

    def __str__(self) -> str:
        return self.display_name


class DealerGuesses(models.Model):
    """The number of wrong PINs of one dealer that were entered in one person's session."""

    dealer = models.ForeignKey(Dealer, models.PROTECT, related_name="guesses")
    guesser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dealer", "guesser"], name="dealer_guesses_counted_once")]

    def __str__(self) -> str:
        return f"{self.failures} of {self.dealer} by {self.guesser}"


class DealerShift(models.Model):
    """One dealer's working time, from coming on to going off."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    dealer = models.ForeignKey(Dealer, models.PROTECT, related_name="shifts")
    gaming_day = models.DateField()
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ["started_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["dealer"], condition=Q(ended_at=None), name="dealer_on_one_shift"),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("started_at")), name="dealer_shift_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return f"shift of {self.dealer}"


class Down(models.Model):
    """One dealer's turn at a table: from the push that brought them to the one that relieved them."""

    class End(models.TextChoices):
        PUSH = "push", "pushed"
        TAP = "tap", "tapped out, nobody in"
        CLOSE = "close", "the table closed"
        UNDONE = "undo", "the push was undone"

    session = models.ForeignKey(TableSession, models.PROTECT, related_name="downs")
    shift = models.ForeignKey(DealerShift, models.PROTECT, related_name="downs")
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    ended_with = models.CharField(max_length=5, choices=End.choices, blank=True)

    class Meta:
        ordering = ["started_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session"], condition=Q(ended_at=None), name="down_one_dealer_per_table"),
            models.UniqueConstraint(fields=["shift"], condition=Q(ended_at=None), name="down_one_table_per_dealer"),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_with="") | (Q(ended_at__gte=F("started_at")) & ~Q(ended_with="")),
                name="down_ends_once_after_start",
            ),
        ]
        indexes = [models.Index(fields=["session", "-started_at", "-id"], name="down_newest")]

    def __str__(self) -> str:
        return f"{self.shift.dealer} at {self.session.table}"
