"""Fills and credits on their way: a slip of chips and cash that go from one place of the house to another, and each act
of it."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from cage.models.drawers import Drawer
from config.rooms.models import Room
from config.staff.models import User
from tables.models import Dealer, Table


class TransitSlip(models.Model):
    """A fill (from the vault) or a credit (to the vault) of a drawer or of a table's tray (C-8).

    Numbered without gaps per room, year and kind, however it ends. What was asked for stays; only the state goes on,
    and each step of it is a `TransitAct` that nobody changes. While it is sent its chips lie in `transit(slip)`.
    """

    class Kind(models.TextChoices):
        FILL = "fill", "fill"
        CREDIT = "credit", "credit"

    class State(models.TextChoices):
        REQUESTED = "requested", "asked for"
        AUTHORISED = "authorised", "authorised"
        SENT = "sent", "on its way"
        RECEIVED = "received", "received"
        REFUSED = "refused", "refused"
        VOIDED = "voided", "voided"

    OPEN: ClassVar[tuple[State, ...]] = (State.REQUESTED, State.AUTHORISED, State.SENT)

    room = models.ForeignKey(Room, models.PROTECT, related_name="transit_slips")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    year = models.PositiveSmallIntegerField(help_text="of the gaming day on which it was asked for")
    number = models.PositiveIntegerField(help_text="1, 2, 3 … without gaps within room, year and kind")
    drawer = models.ForeignKey(Drawer, models.PROTECT, null=True, related_name="transit_slips")
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="+", help_text="whose tray")
    chips = models.JSONField(help_text="pieces by value in minor units")
    cash = models.JSONField(help_text="pieces by value in minor units")
    chips_amount = models.BigIntegerField(help_text="minor units")
    cash_amount = models.BigIntegerField(help_text="minor units")
    state = models.CharField(max_length=10, choices=State.choices, default=State.REQUESTED)
    gaming_day = models.DateField()
    at = models.DateTimeField(help_text="when it was asked for")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["room", "year", "kind", "number"], name="transit_slip_number_once"),
            models.CheckConstraint(
                condition=Q(drawer__isnull=False, table=None) | Q(drawer=None, table__isnull=False),
                name="transit_slip_of_one_place",
            ),
            models.CheckConstraint(
                condition=Q(chips_amount__gte=0, cash_amount__gte=0) & ~Q(chips_amount=0, cash_amount=0),
                name="transit_slip_moves_something",
            ),
            models.CheckConstraint(condition=Q(table=None) | Q(cash_amount=0), name="transit_slip_tray_holds_chips"),
        ]
        indexes = [
            models.Index(
                fields=["room"], condition=Q(state__in=["requested", "authorised", "sent"]), name="transit_slip_open"
            ),
            models.Index(fields=["room", "gaming_day"], name="transit_slip_day"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number} of {self.year}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for another act."""
        return self.state in self.OPEN

    @property
    def is_fill(self) -> bool:
        """Whether it comes from the vault."""
        return self.kind == self.Kind.FILL

    @property
    def arrived(self) -> "TransitAct | None":
        """The act of receiving it, whose count may be another than what was asked for; None before, and otherwise."""
        return next((act for act in self.acts.all() if act.step == self.State.RECEIVED), None)

    @property
    def place(self) -> str:
        """The place at its other end, in words: a drawer, or the tray of a table."""
        return str(self.drawer) if self.drawer else f"{self.table}’s tray"


class TransitAct(models.Model):
    """One act of a slip: the stored copy that neither cage nor floor can change (R31). Append-only.

    `person` answers for it and has signed: in their own session, or with badge and PIN at somebody else's (`by`). The
    pieces are those that were asked for, sent, or counted where they came. Where something moves the group of transfers
    has the same request key.
    """

    append_only: ClassVar[bool] = True

    slip = models.ForeignKey(TransitSlip, models.PROTECT, related_name="acts")
    step = models.CharField(max_length=10, choices=TransitSlip.State.choices)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    runner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", help_text="who carries it, of sending"
    )
    verifier = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", help_text="who signed at the tray (R23)"
    )
    dealer = models.ForeignKey(
        Dealer,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="of a tray: who dealt at the table then, or last since it was counted",
    )
    is_dealer_signed = models.BooleanField(
        default=False, db_default=False, help_text="whether the dealer verified it with their own badge and PIN"
    )
    chips = models.JSONField(help_text="pieces by value in minor units")
    cash = models.JSONField(help_text="pieces by value in minor units")
    chips_amount = models.BigIntegerField(help_text="minor units")
    cash_amount = models.BigIntegerField(help_text="minor units")
    is_moved = models.BooleanField(help_text="whether chips or cash moved with it")
    reason = models.CharField(max_length=400, blank=True)
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", help_text="who was signed in where it was entered"
    )
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["slip", "step"], name="transit_act_once"),
            models.UniqueConstraint(
                fields=["slip"],
                condition=Q(step__in=["received", "refused", "voided"]),
                name="transit_act_one_end",
            ),
            models.CheckConstraint(
                condition=Q(chips_amount__gte=0, cash_amount__gte=0), name="transit_act_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(step="sent", runner__isnull=False) | (~Q(step="sent") & Q(runner=None)),
                name="transit_act_sent_with_runner",
            ),
            models.CheckConstraint(
                condition=Q(is_dealer_signed=False) | Q(dealer__isnull=False), name="transit_act_signed_by_a_dealer"
            ),
            models.CheckConstraint(
                condition=~Q(step__in=["refused", "voided"]) | ~Q(reason=""), name="transit_act_ended_with_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slip}, {self.get_step_display()}"


@dataclass(frozen=True, slots=True)
class Carried:
    """The count of a slip that came, or came back, beside the one that was sent: who carried it answers for both."""

    sent: TransitAct
    came: TransitAct

    def __str__(self) -> str:
        return f"{self.came.slip}, carried by {self.runner}"

    @property
    def slip(self) -> TransitSlip:
        """The slip that it came with."""
        return self.came.slip

    @property
    def room(self) -> Room:
        """The room of the slip."""
        return self.came.slip.room

    @property
    def runner(self) -> User:
        """The person who carried it."""
        if self.sent.runner is None:
            raise ValueError("what is sent has somebody who carries it")
        return self.sent.runner

    @property
    def chips(self) -> int:
        """The chips that came less those that were sent, minor units."""
        return self.came.chips_amount - self.sent.chips_amount

    @property
    def cash(self) -> int:
        """The cash that came less what was sent, minor units."""
        return self.came.cash_amount - self.sent.cash_amount

    @property
    def gaming_day(self) -> date:
        """The day on which it came."""
        return self.came.gaming_day

    @property
    def request_key(self) -> str:
        """The request that booked the difference."""
        return self.came.request_key

    @property
    def size(self) -> int:
        """Its size in minor units: of the chips, of the cash or of both together, whichever is most."""
        return max(abs(self.chips), abs(self.cash), abs(self.chips + self.cash))
