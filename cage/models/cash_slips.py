"""Slips of every other kind of money at a window: chips that the books don't know, tournaments, promotions, petty cash;
and cash-outs that are held."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cage.models.awards import AwardShare
from cage.models.drawers import Drawer
from cage.models.slips import CashOut
from config.rooms.models import Room
from players.models import Player, TransferKind

_K = TransferKind
COMES_IN = (_K.TOURNAMENT_ENTRY, _K.PAID_IN)
"""The kinds by which cash comes into a drawer; by the others it leaves one."""
OF_A_PATRON = (
    _K.PRESENTED, _K.TOURNAMENT_ENTRY, _K.TOURNAMENT_PAID, _K.PROMO_PAYOUT, _K.COMP_PAID, _K.AWARD_PAID,
)  # fmt: skip
"""The kinds that are currency of a patron's day, so that the patron is named."""
PETTY = (_K.PAID_OUT, _K.PAID_IN)
HELD_KINDS = (
    _K.CHIP_REDEMPTION, _K.TOURNAMENT_PAID, _K.PROMO_PAYOUT, _K.COMP_PAID, _K.AWARD_PAID, _K.WITHDRAWAL,
)  # fmt: skip
"""The payments that are held, not refused, where they would bring somebody's day above the limit of identity (C-3)."""
HELD_NAMES = {
    _K.CHIP_REDEMPTION.value: "cash-out",
    _K.TOURNAMENT_PAID.value: "tournament prize",
    _K.PROMO_PAYOUT.value: "promotion",
    _K.COMP_PAID.value: "comp in cash",
    _K.AWARD_PAID.value: "share of an award",
    _K.WITHDRAWAL.value: "withdrawal from the bank",
}
_STAYS = {
    _K.CHIP_REDEMPTION.value: "the chips stay theirs on record",
    _K.WITHDRAWAL.value: "it stays in their bank",
    _K.COMP_PAID.value: "their points stay as they are",
    _K.AWARD_PAID.value: "the share stays owed",
}
_KINDS = {kind.value: kind.label for kind in (*OF_A_PATRON, *PETTY)}


class CashSlip(models.Model):
    """Cash that a drawer took or paid for another reason than chips of a rack, of the closed list `kind`. Append-only.

    The money itself is the group of transfers with the same request key. `alone_up_to` is what its cashier might pay
    alone on that day, `pieces` the chips that lay on the counter, by their value in minor units.
    """

    append_only: ClassVar[bool] = True

    class Origin(models.TextChoices):
        WON = "won", "won at a table"
        BROUGHT_BACK = "brought_back", "brought back"
        GIVEN = "given", "given by somebody"
        UNSAID = "unsaid", "not said"

    room = models.ForeignKey(Room, models.PROTECT, related_name="cash_slips")
    kind = models.CharField(max_length=16, choices=list(_KINDS.items()))
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="cash_slips")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="cash_slips")
    amount = models.BigIntegerField(help_text="minor units")
    origin = models.CharField(max_length=12, choices=Origin.choices, blank=True, help_text="of chips presented")
    pieces = models.JSONField(null=True, help_text="the chips on the counter by value; null where nobody counted")
    rack_paid = models.OneToOneField(
        CashOut, models.PROTECT, null=True, related_name="presented_with", help_text="the rack’s chips, paid with it"
    )
    what = models.CharField(max_length=120, blank=True, help_text="the tournament, the promotion, what was bought")
    reference = models.CharField(max_length=60, blank=True, help_text="the number of the outside receipt")
    award_share = models.ForeignKey(
        AwardShare, models.PROTECT, null=True, related_name="slips", help_text="of an award out of a pool, that it paid"
    )
    alone_up_to = models.BigIntegerField(null=True, help_text="minor units a day; null where no second person is asked")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, help_text="who confirmed it, by PIN"
    )
    allowed_by = models.OneToOneField(
        "cage.HoldEnd",
        models.PROTECT,
        null=True,
        related_name="used_by_slip",
        help_text="the supervisor's decision by which it was paid to somebody without an identity on record",
    )
    corrects = models.OneToOneField(
        "cage.SlipVoid",
        models.PROTECT,
        null=True,
        related_name="entered_anew",
        help_text="the void of the mistake that it puts right",
    )
    receipt = models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_slip_amount_positive"),
            models.UniqueConstraint(fields=["room", "receipt"], name="cash_slip_receipt_once"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in OF_A_PATRON], player__isnull=False)
                | Q(kind__in=[kind.value for kind in PETTY], player=None),
                name="cash_slip_patron_by_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind=_K.PRESENTED.value) & ~Q(origin="") | ~Q(kind=_K.PRESENTED.value) & Q(origin=""),
                name="cash_slip_origin_of_presented",
            ),
            models.CheckConstraint(
                condition=~Q(kind=_K.PAID_OUT.value) | ~Q(reference=""), name="cash_slip_paid_out_has_receipt"
            ),
            models.CheckConstraint(
                condition=Q(kind=_K.AWARD_PAID.value, award_share__isnull=False)
                | ~Q(kind=_K.AWARD_PAID.value) & Q(award_share=None),
                name="cash_slip_award_has_share",
            ),
            models.CheckConstraint(
                condition=Q(alone_up_to=None) | Q(second__isnull=False) | Q(amount__lte=F("alone_up_to")),
                name="cash_slip_above_limit_has_second",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in COMES_IN], alone_up_to=None)
                | ~Q(kind__in=[kind.value for kind in COMES_IN]) & Q(alone_up_to__isnull=False),
                name="cash_slip_limit_by_kind",
            ),
            models.CheckConstraint(condition=Q(second=None) | ~Q(second=F("by")), name="cash_slip_by_two_people"),
        ]
        indexes = [models.Index(fields=["room", "gaming_day", "kind"], name="cash_slip_day")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.amount}"

    @property
    def comes_in(self) -> bool:
        """Whether the cash came into the drawer."""
        return self.kind in COMES_IN


class HeldCashOut(models.Model):
    """Cash that waits: more than the room pays to somebody whose identity isn't on record. Append-only.

    What it is paid for stays theirs: the chips in their rack, the share of an award, what lies in their bank, a prize
    or a comp. It ends by an end of its own (`HoldEnd`).
    """

    append_only: ClassVar[bool] = True

    room = models.ForeignKey(Room, models.PROTECT, related_name="held_cash_outs")
    player = models.ForeignKey(Player, models.PROTECT, related_name="held_cash_outs")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="+")
    session = models.ForeignKey(
        "tables.TableSession", models.PROTECT, null=True, related_name="+", help_text="where the alarm stands"
    )
    amount = models.BigIntegerField(help_text="minor units")
    kind = models.CharField(
        max_length=16,
        choices=[(kind.value, kind.label) for kind in HELD_KINDS],
        default=_K.CHIP_REDEMPTION.value,
        db_default=_K.CHIP_REDEMPTION.value,
        help_text="what would have been paid",
    )
    award_share = models.ForeignKey(AwardShare, models.PROTECT, null=True, related_name="holds")
    bank = models.ForeignKey("cage.PlayerBank", models.PROTECT, null=True, related_name="holds")
    missing = models.CharField(max_length=120, help_text="what is not on record of the patron, in words")
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="held_cash_out_amount_positive"),
            models.CheckConstraint(
                condition=Q(kind=_K.AWARD_PAID.value, award_share__isnull=False)
                | ~Q(kind=_K.AWARD_PAID.value) & Q(award_share=None),
                name="held_award_has_share",
            ),
            models.CheckConstraint(
                condition=Q(kind=_K.WITHDRAWAL.value, bank__isnull=False) | ~Q(kind=_K.WITHDRAWAL.value) & Q(bank=None),
                name="held_withdrawal_has_bank",
            ),
        ]
        indexes = [models.Index(fields=["room", "gaming_day"], name="held_cash_out_day")]

    def __str__(self) -> str:
        return f"{self.player}: {self.name} of {self.amount} held"

    @property
    def name(self) -> str:
        """The payment that waits, in words."""
        return HELD_NAMES[self.kind]

    @property
    def stays(self) -> str:
        """The clause about what stays theirs meanwhile."""
        return _STAYS.get(self.kind, "it is owed as before, and nothing is paid of it")


class HoldEnd(models.Model):
    """The end of a held cash-out: the patron is identified, or a supervisor has decided. Append-only."""

    append_only: ClassVar[bool] = True

    class Outcome(models.TextChoices):
        IDENTIFIED = "identified", "identified"
        ALLOWED = "allowed", "paid by a supervisor’s decision"
        WITHDRAWN = "withdrawn", "not paid"

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    hold = models.OneToOneField(HeldCashOut, models.PROTECT, related_name="end")
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    reason = models.CharField(max_length=400, blank=True)
    paid = models.OneToOneField(
        CashOut, models.PROTECT, null=True, related_name="ended_hold", help_text="the payment that identity allowed"
    )
    gaming_day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    request_key = models.CharField(max_length=90, unique=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome="identified") | ~Q(reason=""), name="hold_end_decided_with_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hold}: {self.get_outcome_display()}"
