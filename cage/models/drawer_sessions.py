"""Sessions of drawers: who worked one, from the opening count to the closing count, and what was counted."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.drawers import Drawer
from config.rooms.models import Room


class DrawerSession(models.Model):
    """A cashier's time at a drawer, bound to that person. A drawer without a session that runs is closed.

    The rows of the room's ledger after `after_number`, up to `last_number`, that move something at the drawer are the
    session's: exactly, whatever the clocks of two tablets say (C-5).
    """

    class State(models.TextChoices):
        OPENING = "opening", "being opened"
        OPEN = "open", "open"
        COUNTING = "counting", "being counted"
        RECOUNT = "recount", "to be counted together"
        CLOSED = "closed", "closed"

    room = models.ForeignKey(Room, models.PROTECT, related_name="drawer_sessions")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="sessions")
    cashier = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="drawer_sessions")
    state = models.CharField(max_length=10, choices=State.choices)
    began_at = models.DateTimeField(help_text="the first opening count")
    opened_at = models.DateTimeField(null=True, help_text="null where the opening was given up, or goes on")
    closed_at = models.DateTimeField(null=True)
    counter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who counts first at the close: the cashier, or who does so in the cashier’s place",
    )
    counter_reason = models.CharField(
        max_length=400, blank=True, help_text="why somebody counts in the cashier’s place"
    )
    successor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="to whom the drawer is handed"
    )
    round = models.PositiveSmallIntegerField(
        default=0, help_text="the number of closes begun: the counts of one that was given up stay, and count no more"
    )
    after_number = models.BigIntegerField(help_text="the room’s ledger as it ended when the session began")
    last_number = models.BigIntegerField(null=True, help_text="the room’s ledger as it ended when the session closed")
    expected_chips = models.BigIntegerField(null=True, help_text="minor units, by the books when it closed")
    expected_cash = models.BigIntegerField(null=True, help_text="minor units, by the books when it closed")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["drawer"], condition=~Q(state="closed"), name="drawer_session_one_runs"),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False, last_number__isnull=False)
                | (~Q(state="closed") & Q(closed_at=None, last_number=None)),
                name="drawer_session_closed_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["opening", "closed"]) | Q(opened_at__isnull=False),
                name="drawer_session_opened_first",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["counting", "recount"]) | Q(counter__isnull=False),
                name="drawer_session_has_counter",
            ),
            models.CheckConstraint(
                condition=Q(successor=None) | ~Q(successor=F("counter")), name="drawer_session_handed_to_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drawer}, {self.cashier}"


class DrawerCount(models.Model):
    """One count of a drawer by denomination, as it was entered. Append-only: a count that differs is kept too.

    `chips` and `cash` say how many pieces there are of each value in minor units, and the amounts follow.
    """

    append_only: ClassVar[bool] = True

    class Part(models.TextChoices):
        OPENING = "opening", "opening count"
        FIRST = "first", "first count"
        SECOND = "second", "second count"
        TOGETHER = "together", "count together"

    session = models.ForeignKey(DrawerSession, models.PROTECT, related_name="counts")
    part = models.CharField(max_length=10, choices=Part.choices)
    round = models.PositiveSmallIntegerField(help_text="which close, or which opening count, from 0")
    chips = models.JSONField(help_text="pieces by value in minor units")
    cash = models.JSONField(help_text="pieces by value in minor units")
    chips_amount = models.BigIntegerField(help_text="minor units")
    cash_amount = models.BigIntegerField(help_text="minor units")
    counted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="of a count together"
    )
    third = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="of a count together"
    )
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="who was signed in where it was entered"
    )
    request_key = models.CharField(max_length=80, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["session", "part", "round"], name="drawer_count_once"),
            models.CheckConstraint(
                condition=Q(chips_amount__gte=0, cash_amount__gte=0), name="drawer_count_not_negative"
            ),
            models.CheckConstraint(
                condition=(~Q(part="together") & Q(second=None, third=None))
                | Q(part="together", second__isnull=False, third__isnull=False),
                name="drawer_count_together_by_three",
            ),
            models.CheckConstraint(
                condition=Q(second=None)
                | (~Q(second=F("counted_by")) & ~Q(third=F("counted_by")) & ~Q(third=F("second"))),
                name="drawer_count_by_different_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_part_display()} of {self.session}"


class ExpectedLook(models.Model):
    """Somebody was shown what a drawer must hold while a session of it ran: they don't count it. Append-only."""

    append_only: ClassVar[bool] = True

    session = models.ForeignKey(DrawerSession, models.PROTECT, related_name="looks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["session", "by"], name="expected_look_once")]

    def __str__(self) -> str:
        return f"{self.by} looked at {self.session}"


class Denominations(models.Model):
    """The values that a room counts in, minor units, the largest first. Append-only: the newest holds."""

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="denominations")
    chips = models.JSONField(help_text="values in minor units")
    cash = models.JSONField(help_text="values in minor units")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"denominations of {self.room}"


class GivenUpCount(models.Model):
    """A close that was given up after its two counts differed: who gave it up before which supervisor, and why. Both
    counts stay, under the round of the close. Append-only."""

    append_only: ClassVar[bool] = True

    session = models.ForeignKey(DrawerSession, models.PROTECT, related_name="given_up")
    round = models.PositiveIntegerField(help_text="of the close that was given up")
    reason = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="the supervisor who let it be given up"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["session", "round"], name="given_up_count_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="given_up_count_has_reason"),
            models.CheckConstraint(condition=~Q(second=models.F("by")), name="given_up_count_by_two"),
        ]

    def __str__(self) -> str:
        return f"{self.session}, count {self.round} given up"
