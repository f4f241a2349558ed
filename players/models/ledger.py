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
from tables.models import Table, TableSession


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
    TRAY = "tray", "dealer's tray"
    TRANSIT = "transit", "on the way, chips"
    TRANSIT_CASH = "transit_cash", "on the way, cash"
    CUSTODY = "custody", "in pulled boxes"
    POOL_PRIMARY = "pool_primary", "promotional pool"
    POOL_RESERVE = "pool_reserve", "promotional pool, reserve"
    POOL_ADMIN = "pool_admin", "promotional pool, administration"
    POOL_AWARDS = "pool_awards", "awards not yet paid"
    ABROAD = "abroad", "out of the house, holder unknown"
    PLAYER_BANK = "player_bank", "player's bank"
    TOURNAMENT = "tournament", "tournaments"
    PROMO_PAID = "promo_paid", "promotions paid"
    COMPS = "comps", "comps paid"
    PETTY = "petty", "paid out and in, petty cash"
    TOKES_PAID = "tokes_paid", "tokes paid to dealers"
    AWARDS_PAID = "awards_paid", "awards paid out of pools"


VAULT_KINDS = (AccountKind.VAULT_CHIPS, AccountKind.VAULT_CASH)
CASH_KINDS = (
    AccountKind.PATRONS,
    AccountKind.BANK,
    AccountKind.VAULT_CASH,
    AccountKind.DRAWER_CASH,
    AccountKind.OVER_SHORT_CASH,
    AccountKind.TRANSIT_CASH,
    AccountKind.PLAYER_BANK,
    AccountKind.TOURNAMENT,
    AccountKind.PROMO_PAID,
    AccountKind.COMPS,
    AccountKind.PETTY,
    AccountKind.TOKES_PAID,
    AccountKind.AWARDS_PAID,
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
    AccountKind.TRAY: (("table",),),
    AccountKind.TRANSIT: (("slip_id",),),
    AccountKind.TRANSIT_CASH: (("slip_id",),),
    AccountKind.CUSTODY: (("pull_id",),),
    AccountKind.POOL_PRIMARY: (("pool_id",),),
    AccountKind.POOL_RESERVE: (("pool_id",),),
    AccountKind.POOL_ADMIN: (("pool_id",),),
    AccountKind.POOL_AWARDS: (("pool_id",),),
    AccountKind.PLAYER_BANK: (("player",),),
}
"""Owners of the places of a kind, by the columns that name them; where there are several, one or the other. The room's
own places are nobody's."""
OWNING = (
    "player", "sitting", "session", "table", "drawer_id", "case_id", "hand_id", "slip_id", "pull_id", "pool_id",
)  # fmt: skip


def _is_owned_by_kind() -> Q:
    """The rule of every account: exactly the columns that say whose the places of its kind are, are filled."""
    whole = Q()
    for owners in dict.fromkeys(OWNERS.get(kind, ((),)) for kind in AccountKind):
        kinds = [kind.value for kind in AccountKind if OWNERS.get(kind, ((),)) == owners]
        for filled in owners:
            whole |= Q(kind__in=kinds, **{f"{column}__isnull": column not in filled for column in OWNING})
    return whole


MAY_BE_NEGATIVE = (
    AccountKind.CHIP_ISSUE,
    AccountKind.PATRONS,
    AccountKind.BANK,
    AccountKind.FELT,
    AccountKind.RECEIVABLE,
    AccountKind.OVER_SHORT,
    AccountKind.OVER_SHORT_CASH,
    AccountKind.ABROAD,
    AccountKind.PLAYER_BANK,
    AccountKind.TOURNAMENT,
    AccountKind.PETTY,
)
NEVER_POSITIVE = (AccountKind.PLAYER_BANK,)
"""Places that say what the house owes: below zero by what it keeps for the player, never above."""


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
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="+", help_text="of a dealer's tray")
    slip_id = models.BigIntegerField(null=True, help_text="the fill or credit that is on its way")
    pull_id = models.BigIntegerField(null=True, help_text="the pull of a box that is in custody")
    pool_id = models.BigIntegerField(null=True, help_text="the promotional pool")
    is_import = models.BooleanField(
        default=False,
        db_default=False,
        help_text="of an imported session, or the issue of their chips: never the room's own",
    )
    balance = models.BigIntegerField(default=0, help_text="minor units")
    transfers_posted = models.BigIntegerField(default=0, help_text="number of rows on either side of this account")
    counted_at = models.DateTimeField(
        null=True, help_text="of a felt: when every stack of the table was counted last, in one act"
    )
    counted_after = models.BigIntegerField(
        null=True, help_text="of a felt: the id of its last transfer then, 0 where it had none"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(counted_at=None, counted_after=None)
                | Q(counted_at__isnull=False, counted_after__isnull=False, kind=AccountKind.FELT.value),
                name="account_counted_is_a_felt",
            ),
            models.CheckConstraint(
                condition=Q(balance__gte=0) | Q(kind__in=[kind.value for kind in MAY_BE_NEGATIVE]),
                name="account_not_overdrawn",
            ),
            models.CheckConstraint(
                condition=Q(balance__lte=0) | ~Q(kind__in=[kind.value for kind in NEVER_POSITIVE]),
                name="account_owes_only",
            ),
            models.CheckConstraint(
                condition=Q(holds_cash=Q(kind__in=[kind.value for kind in CASH_KINDS])),
                name="account_holds_cash_by_kind",
            ),
            models.UniqueConstraint(
                fields=["room", "kind", "is_import"],
                condition=Q(**dict.fromkeys(OWNING)),
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
            models.UniqueConstraint(fields=["kind", "table"], name="account_table_once"),
            models.UniqueConstraint(fields=["kind", "slip_id"], name="account_slip_once"),
            models.UniqueConstraint(fields=["kind", "pull_id"], name="account_pull_once"),
            models.UniqueConstraint(fields=["kind", "pool_id"], name="account_pool_once"),
        ]

    def __str__(self) -> str:
        owner = (
            self.player or self.sitting or self.session or self.table or self.drawer or self._numbered() or self.room
        )
        return f"{self.get_kind_display()}: {owner}"

    def _numbered(self) -> str | None:
        """The owner that the ledger knows by its number alone, in words; None where it has another."""
        numbers = {
            "case": self.case_id, "corrected hand": self.hand_id, "slip": self.slip_id, "pull": self.pull_id,
            "pool": self.pool_id,
        }  # fmt: skip
        return next((f"{name} {number}" for name, number in numbers.items() if number), None)

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
    DROP = "drop", "box pulled"
    BOX_COUNT = "box_count", "box counted"
    VARIANCE = "variance", "counted short or over"
    RESIDUAL = "residual", "chips a table lost or found at its close"
    PRESENTED = "presented", "chips presented, origin not on the books"
    DEPOSIT = "deposit", "put into a player's bank"
    WITHDRAWAL = "withdrawal", "taken out of a player's bank"
    TOURNAMENT_ENTRY = "tournament_entry", "tournament entry"
    TOURNAMENT_PAID = "tournament_paid", "tournament prize paid"
    PROMO_PAYOUT = "promo_payout", "promotion paid"
    TOKE_EXCHANGE = "toke_exchange", "tokes exchanged"
    COMP_PAID = "comp_paid", "comp paid"
    PAID_OUT = "paid_out", "paid out"
    PAID_IN = "paid_in", "paid in"
    AWARD = "award", "award out of a pool"
    AWARD_PAID = "award_paid", "award paid"
    SEED = "seed", "seed of a pool"
    SEED_BACK = "seed_back", "seed of a pool, recovered"


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
            models.Index(fields=["room", "amount"], name="transfer_amount"),
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
