"""The ledger of chips and cash: accounts, and transfers between them. Rows are added, never changed."""

from collections.abc import Mapping
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from config.rooms.models import Room
from players.models.people import Player
from players.models.seating import Sitting
from players.tills import tills
from tables.models import TableSession


class AccountKind(models.TextChoices):
    """Every place where chips or cash can be. CHIP_ISSUE and PATRONS and BANK are the world outside."""

    CHIP_ISSUE = "chip_issue", "chips issued"
    VAULT_CHIPS = "vault_chips", "vault, chips"
    DRAWER_CHIPS = "drawer_chips", "drawer, chips"
    RACK = "rack", "player's rack"
    SEAT = "seat", "seat"
    POT = "pot", "pot"
    FELT = "felt", "felt"
    RAKE_BOX = "rake_box", "rake box"
    PROMO_BOX = "promo_box", "promo box"
    TIME_BOX = "time_box", "time charges"
    TOKES = "tokes", "tokes"
    IMPOUND = "impound", "impounded by a case"
    RECEIVABLE = "receivable", "owed to a case or a hand"
    PATRONS = "patrons", "patrons' cash"
    BANK = "bank", "bank"
    VAULT_CASH = "vault_cash", "vault, cash"
    DRAWER_CASH = "drawer_cash", "drawer, cash"
    OVER_SHORT = "over_short", "chips counted short or over"
    OVER_SHORT_CASH = "over_short_cash", "cash counted short or over"


CASH_KINDS = (
    AccountKind.PATRONS,
    AccountKind.BANK,
    AccountKind.VAULT_CASH,
    AccountKind.DRAWER_CASH,
    AccountKind.OVER_SHORT_CASH,
)
OWNERS: Mapping[AccountKind, tuple[tuple[str, ...], ...]] = {
    AccountKind.RACK: (("player",),),
    AccountKind.SEAT: (("sitting", "session"),),
    AccountKind.POT: (("session",),),
    AccountKind.FELT: (("session",),),
    AccountKind.RAKE_BOX: (("session",),),
    AccountKind.PROMO_BOX: (("session",),),
    AccountKind.TIME_BOX: (("session",),),
    AccountKind.TOKES: (("session",),),
    AccountKind.DRAWER_CHIPS: (("drawer_id",),),
    AccountKind.DRAWER_CASH: (("drawer_id",),),
    AccountKind.IMPOUND: (("case_id",),),
    AccountKind.RECEIVABLE: (("case_id",), ("hand_id",)),
}
"""Whose the places of a kind are, by the columns that say so; where there are several, one or the other. The room's own
places are nobody's."""
_OWNING = ("player", "sitting", "session", "drawer_id", "case_id", "hand_id")


def _is_owned_by_kind() -> Q:
    """The rule of every account: exactly the columns that say whose the places of its kind are, are filled."""
    whole = Q()
    for owners in dict.fromkeys(OWNERS.get(kind, ((),)) for kind in AccountKind):
        kinds = [kind.value for kind in AccountKind if OWNERS.get(kind, ((),)) == owners]
        for filled in owners:
            whole |= Q(kind__in=kinds, **{f"{column}__isnull": column not in filled for column in _OWNING})
    return whole


MAY_BE_NEGATIVE = (
    AccountKind.CHIP_ISSUE,
    AccountKind.PATRONS,
    AccountKind.BANK,
    AccountKind.FELT,
    AccountKind.RECEIVABLE,
    AccountKind.OVER_SHORT,
    AccountKind.OVER_SHORT_CASH,
)


class Account(models.Model):
    """A place that holds chips or cash of one room. `balance` is cached and checked against the rows."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=AccountKind.choices)
    holds_cash = models.BooleanField(default=False)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="accounts")
    sitting = models.OneToOneField(Sitting, models.PROTECT, null=True, related_name="account")
    session = models.ForeignKey(
        TableSession, models.PROTECT, null=True, related_name="accounts", help_text="of seats too: all chips of a table"
    )
    drawer_id = models.BigIntegerField(null=True, help_text="the drawer (cage.Drawer)")
    case_id = models.BigIntegerField(null=True, help_text="the dispute that impounds, or is owed (disputes.Dispute)")
    hand_id = models.BigIntegerField(null=True, help_text="the corrected hand that is owed (games.Hand)")
    is_import = models.BooleanField(
        default=False,
        db_default=False,
        help_text="of an imported session, or the issue of their chips: never the room's own",
    )
    balance = models.BigIntegerField(default=0, help_text="minor units")
    transfers_posted = models.BigIntegerField(default=0, help_text="number of rows on either side of this account")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(balance__gte=0) | Q(kind__in=[kind.value for kind in MAY_BE_NEGATIVE]),
                name="account_not_overdrawn",
            ),
            models.CheckConstraint(
                condition=Q(holds_cash=Q(kind__in=[kind.value for kind in CASH_KINDS])),
                name="account_holds_cash_by_kind",
            ),
            models.UniqueConstraint(
                fields=["room", "kind", "is_import"],
                condition=Q(player=None, sitting=None, session=None, drawer_id=None, case_id=None, hand_id=None),
                name="account_room_kind_once",
            ),
            models.CheckConstraint(
                condition=Q(is_import=False) | Q(kind=AccountKind.CHIP_ISSUE.value) | Q(session__isnull=False),
                name="account_import_is_at_a_table",
            ),
            models.CheckConstraint(condition=_is_owned_by_kind(), name="account_owned_by_kind"),
            models.UniqueConstraint(fields=["room", "kind", "player"], name="account_player_once"),
            models.UniqueConstraint(fields=["kind", "session"], condition=Q(sitting=None), name="account_session_once"),
            models.UniqueConstraint(fields=["kind", "drawer_id"], name="account_drawer_once"),
            models.UniqueConstraint(fields=["kind", "case_id"], name="account_case_once"),
            models.UniqueConstraint(fields=["kind", "hand_id"], name="account_hand_once"),
        ]

    def __str__(self) -> str:
        case = f"case {self.case_id}" if self.case_id else None
        hand = f"corrected hand {self.hand_id}" if self.hand_id else None
        owner = self.player or self.sitting or self.session or self.drawer or case or hand or self.room
        return f"{self.get_kind_display()}: {owner}"

    @property
    def drawer(self) -> str | None:
        """The name of the drawer whose place it is, as the cage tells it; None where it is no drawer's."""
        return tills().names([self.drawer_id]).get(self.drawer_id) if self.drawer_id else None


class TransferKind(models.TextChoices):
    """The reason why chips or cash moved. A closed list: there is no free adjustment (R34)."""

    ISSUE = "issue", "chips issued or withdrawn"
    FUNDING = "funding", "cash brought or banked"
    FILL = "fill", "fill"
    CREDIT = "credit", "credit"
    CHIP_SALE = "chip_sale", "chips sold"
    CHIP_REDEMPTION = "chip_redemption", "chips redeemed"
    BUY_IN = "buy_in", "buy-in"
    ADD_ON = "add_on", "add-on"
    HAND = "hand", "hand"
    COUNT = "count", "stack counted"
    TIME_CHARGE = "time_charge", "time charge"
    TOKE = "toke", "toke"
    INCIDENTAL = "incidental", "incidental"
    PICK_UP = "pick_up", "pick-up"
    MOVE = "move", "table change"
    LEAVE = "leave", "left the table"
    RULING = "ruling", "ruling"
    CORRECTION = "correction", "correction of a hand"
    DEBT = "debt", "debt to a case or a hand"
    SHORTFALL = "shortfall", "what a table lacked, covered by the house"
    OPENING_VARIANCE = "opening_variance", "a drawer's opening count, short or over"
    CLOSING_VARIANCE = "closing_variance", "a drawer's closing count, short or over"
    IMPORT = "import", "stack stated by a file"


class Transfer(models.Model):
    """Chips or cash from one account to another: balanced by construction. Append-only, chained by hash per room."""

    append_only: ClassVar[bool] = True

    id = models.BigAutoField(primary_key=True)
    room = models.ForeignKey(Room, models.PROTECT, related_name="+")
    request_key = models.CharField(max_length=80, help_text="the request that asked for it; one group of transfers")
    number = models.PositiveSmallIntegerField(help_text="within the group, from 1")
    source = models.ForeignKey(Account, models.PROTECT, related_name="transfers_out")
    target = models.ForeignKey(Account, models.PROTECT, related_name="transfers_in")
    amount = models.BigIntegerField(help_text="minor units, positive")
    kind = models.CharField(max_length=16, choices=TransferKind.choices)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)
    reason = models.CharField(max_length=400, blank=True)
    hand_id = models.BigIntegerField(null=True, help_text="the recorded hand that moved it (games.Hand)")
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    chain_number = models.BigIntegerField(help_text="1, 2, 3 … without gaps within the room")
    hash = models.CharField(max_length=64, help_text="sha256 of the row before's hash and this row in canonical form")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["request_key", "number"], name="transfer_key_once"),
            models.UniqueConstraint(fields=["room", "chain_number"], name="transfer_chain_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_amount_positive"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="transfer_two_accounts"),
        ]
        indexes = [
            models.Index(fields=["room", "gaming_day", "kind"], name="transfer_day"),
            models.Index(fields=["hand_id"], condition=Q(hand_id__isnull=False), name="transfer_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.amount}"


class LedgerHead(models.Model):
    """The end of a room's chain of transfers; locked last, so that numbers have no gaps."""

    room = models.OneToOneField(Room, models.PROTECT, primary_key=True, related_name="ledger_head")
    chain_number = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)
    receipts = models.BigIntegerField(default=0, db_default=0, help_text="the number of the room's last receipt")

    def __str__(self) -> str:
        return f"{self.room}: {self.chain_number}"
