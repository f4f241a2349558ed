"""Drawers counted short or over, against the names of who answers for them, and what was found out about it."""

from functools import reduce
from operator import or_
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.counted import size_of
from cage.models.drawer_sessions import DrawerSession
from cage.models.pulls import BoxVariance
from cage.models.transit import Carried, TransitAct, TransitSlip
from cage.models.trays import FeltResidual, TrayCount, TrayOff
from cage.models.vault_counts import VaultVariance
from config.rooms.models import Room


class DrawerVariance(models.Model):
    """A count that is not what the books said: how much more (or less, below zero) was there. Append-only.

    The group of transfers with the same request key brings the books to the count; it names who worked the drawer and,
    at an opening, who closed it before.
    """

    append_only: ClassVar[bool] = True

    class Part(models.TextChoices):
        OPENING = "opening", "at the opening"
        CLOSING = "closing", "at the close"

    room = models.ForeignKey(Room, models.PROTECT, related_name="drawer_variances")
    session = models.ForeignKey(DrawerSession, models.PROTECT, related_name="variances")
    part = models.CharField(max_length=10, choices=Part.choices)
    chips = models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")
    cash = models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")
    cashier = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        help_text="who had closed the drawer before, of an opening",
    )
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["session", "part"], name="drawer_variance_once"),
            models.CheckConstraint(condition=~Q(chips=0, cash=0), name="drawer_variance_is_one"),
            models.CheckConstraint(
                condition=Q(part="opening") | Q(closed_by=None), name="drawer_variance_closed_before_an_opening"
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="drawer_variance_day")]

    def __str__(self) -> str:
        return f"{self.session} {self.get_part_display()}"

    @property
    def size(self) -> int:
        """Its size in minor units, as `size_of` says."""
        return size_of(self.chips, self.cash)


THINGS = ("variance", "box_variance", "carried", "tray", "vault_variance", "felt")
"""The fields of an investigation that say what it is about: exactly one of them is set."""


def _only(thing: str) -> Q:
    """The condition that an investigation is about this and nothing else."""
    return Q(**{f"{thing}__isnull": False}) & Q(**{other: None for other in THINGS if other != thing})


class Investigation(models.Model):
    """The question after a variance beyond the room's notice: explained, or accepted by somebody above."""

    class State(models.TextChoices):
        OPEN = "open", "open"
        EXPLAINED = "explained", "explained"
        ACCEPTED = "accepted", "accepted"

    variance = models.OneToOneField(DrawerVariance, models.PROTECT, null=True, related_name="investigation")
    box_variance = models.OneToOneField(
        BoxVariance,
        models.PROTECT,
        null=True,
        related_name="investigation",
        help_text="of a drop box: the Drop Variance Report (NJ 13:69D-1.33(a))",
    )
    carried = models.OneToOneField(
        TransitAct,
        models.PROTECT,
        null=True,
        related_name="investigation",
        help_text="the act of a slip that took in something else than was sent",
    )
    tray = models.OneToOneField(
        TrayCount,
        models.PROTECT,
        null=True,
        related_name="investigation",
        help_text="the count of a table’s tray that was short or over (COMAR 36.05.03.03(F))",
    )
    vault_variance = models.OneToOneField(VaultVariance, models.PROTECT, null=True, related_name="investigation")
    felt = models.OneToOneField(
        FeltResidual,
        models.PROTECT,
        null=True,
        related_name="investigation",
        help_text="what a table had lost or found when it was closed",
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    text = models.CharField(max_length=400, blank=True, help_text="the explanation, or why it is accepted")
    transfers = models.JSONField(default=list, help_text="numbers of the ledger’s rows that explain it")
    stays = models.BigIntegerField(default=0, help_text="minor units of the difference that these rows don’t explain")
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="until when it is settled; null: opened before that was asked")
    note_due_at = models.DateTimeField(
        null=True, help_text="until when the regulator is told of it (`RegulatorNote`); null: it is not asked"
    )
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="who confirmed it"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(stays=0) | Q(stays__gt=0, state="explained"), name="investigation_part_stays"
            ),
            models.CheckConstraint(condition=~Q(second=F("settled_by")), name="investigation_settled_by_two"),
            models.CheckConstraint(
                condition=Q(state="open", settled_at=None, settled_by=None)
                | (~Q(state="open") & ~Q(text="") & Q(settled_at__isnull=False, settled_by__isnull=False)),
                name="investigation_settled_by_somebody",
            ),
            models.CheckConstraint(
                condition=reduce(or_, (_only(thing) for thing in THINGS)),
                name="investigation_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"investigation of {self.about}"

    @property
    def about(self) -> DrawerVariance | BoxVariance | Carried | TrayOff | VaultVariance | FeltResidual:
        """The variance that it asks about."""
        if self.tray is not None:
            return TrayOff(self.tray)
        if self.carried is not None:
            sent = self.carried.slip.acts.select_related("runner").get(step=TransitSlip.State.SENT)
            return Carried(sent, self.carried)
        found = self.variance or self.box_variance or self.vault_variance or self.felt
        if found is None:
            raise ValueError("an investigation asks about something")
        return found


class RegulatorNote(models.Model):
    """The regulator was told of a variance (R28): who was told, how, and what was said. Append-only: what is added
    later is another note."""

    append_only: ClassVar[bool] = True

    investigation = models.ForeignKey(Investigation, models.PROTECT, related_name="notes")
    text = models.CharField(max_length=400, help_text="who was told, how, and the number of the report")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="regulator_note_says_something")]

    def __str__(self) -> str:
        return f"note on the {self.investigation}"

    @property
    def is_late(self) -> bool:
        """Whether it was written down after the hours that the room asks."""
        due = self.investigation.note_due_at
        return due is not None and self.at > due
