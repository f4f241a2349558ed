"""The debts of a player, because a ruling or a correction found less than it took; and what became of it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from players.models.ledger import Account
from players.models.people import Player


class Debt(models.Model):
    """The amount that a ruling, or the correction of a hand, could not take from a player, in minor units. Append-only.

    It is owed to the case, or to the version of the hand that corrected it, and goes to whoever won it once it is
    collected: to the rack of a player, or to a box at the table. Who won by an older debt was paid at once, and it
    names nobody.
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="debts")
    player = models.ForeignKey(Player, models.PROTECT, related_name="debts")
    case_id = models.BigIntegerField(null=True, help_text="the dispute (disputes.Dispute)")
    ruling_id = models.BigIntegerField(null=True, help_text="the ruling by which it is owed (disputes.Ruling)")
    hand_id = models.BigIntegerField(null=True, help_text="the version of a hand by which it is owed (games.Hand)")
    number = models.PositiveSmallIntegerField(help_text="of the ruling's remedy, or of the debts of a correction")
    amount = models.BigIntegerField()
    goes_to = models.ForeignKey(
        Account, models.PROTECT, related_name="claims", help_text="the rack or the box that waits for it"
    )
    incurred_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["ruling_id", "number"], name="debt_of_remedy_once"),
            models.UniqueConstraint(fields=["hand_id", "number"], name="debt_of_hand_once"),
            models.CheckConstraint(
                condition=Q(case_id__isnull=False, ruling_id__isnull=False, hand_id=None)
                | Q(case_id=None, ruling_id=None, hand_id__isnull=False),
                name="debt_is_owed_to_one",
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="debt_is_something"),
        ]
        indexes = [models.Index(fields=["case_id"], name="debt_case")]

    def __str__(self) -> str:
        return f"debt of {self.player} to {self.creditor}"

    @property
    def creditor(self) -> str:
        """To whom it is owed, for people: "case 5", "a corrected hand"."""
        return f"case {self.case_id}" if self.case_id else "a corrected hand"

    @property
    def winner(self) -> str:
        """The name of who waits for it, for people."""
        return str(self.goes_to.player) if self.goes_to.player else f"the {self.goes_to.get_kind_display()}"

    @property
    def owed(self) -> int:
        """The amount still owed, minor units; reads the entries."""
        return self.amount - sum(entry.amount * entry.sign for entry in self.entries.all())

    @property
    def paid(self) -> int:
        """The amount paid and not given back, minor units; reads the entries."""
        return sum(entry.amount * entry.sign for entry in self.entries.all() if entry.how in DebtEntry.OF_PLAYER)


class DebtEntry(models.Model):
    """One step by which a debt grows less, or by which that is undone. Append-only.

    A write-off has a second person and a reason, in the database too; a void names the payment or the collection.
    """

    append_only: ClassVar[bool] = True

    class How(models.TextChoices):
        SEAT = "seat", "chips on the table"
        RACK = "rack", "chips off the table"
        CASH = "cash", "cash at the cage"
        WRITTEN_OFF = "written_off", "paid by the house, and written off"
        SET_OFF = "set_off", "set off: who waited for it has to give it up"
        REFUNDED = "refunded", "given back, the ruling was taken back"
        RESTORED = "restored", "the write-off was taken back with the ruling"
        VOIDED = "voided", "given back: it was taken by mistake"
        TAKEN_BACK = "taken_back", "no longer owed, the ruling was taken back"

    OF_PLAYER = (How.SEAT, How.RACK, How.CASH, How.REFUNDED, How.VOIDED)

    debt = models.ForeignKey(Debt, models.PROTECT, related_name="entries")
    how = models.CharField(max_length=11, choices=How.choices)
    amount = models.BigIntegerField(help_text="minor units")
    drawer_id = models.BigIntegerField(null=True, help_text="the drawer that took the cash (cage.Drawer)")
    voids = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="void",
        help_text="the payment or the collection that is taken back",
    )
    reason = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    gaming_day = models.DateField()
    request_key = models.CharField(max_length=80)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="debt_entry_is_something"),
            models.CheckConstraint(
                condition=Q(how="cash", drawer_id__isnull=False) | ~Q(how="cash"), name="debt_cash_drawer"
            ),
            models.CheckConstraint(
                condition=~Q(how="written_off") | (Q(second__isnull=False) & ~Q(second=F("by")) & ~Q(reason="")),
                name="debt_written_off_by_two",
            ),
            models.CheckConstraint(
                condition=Q(how="voided", voids__isnull=False) & ~Q(reason="") | ~Q(how="voided") & Q(voids=None),
                name="debt_voided_with_reason",
            ),
        ]
        indexes = [models.Index(fields=["request_key"], name="debt_entry_key")]

    def __str__(self) -> str:
        return f"{self.amount} of {self.debt}, {self.get_how_display()}"

    @property
    def sign(self) -> int:
        """1 where the debt grows less by it, -1 where it grows again."""
        return -1 if self.how in (self.How.REFUNDED, self.How.RESTORED, self.How.VOIDED) else 1
