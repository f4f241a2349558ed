"""Players' banks as pages show them: what one holds, its statement over any span, and those that nobody has used."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F, Max, Q, QuerySet, Sum

from cage.models import BankSlip, BuyIn, CashOut, PlayerBank, SlipVoid
from config.rooms.models import Room
from players.models import Account, AccountKind, Player, Transfer


@dataclass(frozen=True, slots=True)
class Line:
    """One move of a bank: when, what, its receipt, the amount (below zero: out of the bank) and what was kept then;
    minor units."""

    at: datetime
    what: str
    receipt: int | None
    amount: int
    kept: int

    @property
    def put_in(self) -> int:
        """The amount that came in; 0 where it went out."""
        return max(self.amount, 0)

    @property
    def taken_out(self) -> int:
        """The amount that went out; 0 where it came in."""
        return max(-self.amount, 0)


@dataclass(frozen=True, slots=True)
class Statement:
    """The moves of a bank over a span of gaming days, with what it held before and after; minor units."""

    first: date
    last: date
    before: int
    lines: list[Line]
    after: int


@dataclass(frozen=True, slots=True)
class Dormant:
    """A bank that holds money and has not moved for long: since when, and how much; minor units."""

    bank: PlayerBank
    since: datetime
    kept: int


def bank_of(room: Room, player: Player) -> PlayerBank | None:
    """The bank of a player in the room; None where they have none. One query."""
    return PlayerBank.objects.filter(room=room, player=player).select_related("room", "player", "by").first()


def kept_in(bank: PlayerBank) -> int:
    """The cash that the house keeps in a bank, minor units; one query."""
    account = _account(bank).first()
    return -account.balance if account else 0


def statement(bank: PlayerBank, first: date, last: date) -> Statement:
    """The moves of a bank of the gaming days from `first` to `last`, in the order of the ledger; seven queries."""
    account = _account(bank).first()
    if account is None:
        return Statement(first, last, 0, [], 0)
    moved = Transfer.objects.filter(Q(source=account) | Q(target=account), room=bank.room).order_by("chain_number")
    before = kept = _sum(moved.filter(gaming_day__lt=first), account)
    listed = list(moved.filter(gaming_day__gte=first, gaming_day__lte=last))
    receipts = _receipts([transfer.request_key for transfer in listed])
    lines = []
    for transfer in listed:
        amount = transfer.amount if transfer.source_id == account.pk else -transfer.amount
        kept += amount
        lines.append(Line(transfer.at, _what(transfer), receipts.get(transfer.request_key), amount, kept))
    return Statement(first, last, before, lines, kept)


def dormant(room: Room, at: datetime) -> list[Dormant]:
    """The banks that hold money and have not moved for as many days as the room has set, the longest first; two
    queries."""
    banks = {bank.player_id: bank for bank in PlayerBank.objects.filter(room=room).select_related("player")}
    holding = Account.objects.filter(room=room, kind=AccountKind.PLAYER_BANK, balance__lt=0)
    until = at - timedelta(days=room.bank_dormant_days)
    asked = holding.annotate(out=Max("transfers_out__at"), back=Max("transfers_in__at"))
    rows = []
    for account in asked:
        since = max(when for when in (account.out, account.back) if when)  # it holds money: something moved
        if since <= until and account.player_id in banks:
            rows.append(Dormant(banks[account.player_id], since, -account.balance))
    return sorted(rows, key=lambda row: row.since)


def newest_slips(bank: PlayerBank, most: int = 8) -> list[BankSlip]:
    """The newest slips of a bank, with what voided each; one query."""
    return list(bank.slips.select_related("drawer", "by", "void", "voids")[:most])


def _account(bank: PlayerBank) -> QuerySet[Account]:
    return Account.objects.filter(room=bank.room, kind=AccountKind.PLAYER_BANK, player=bank.player)


def _sum(moved: QuerySet[Transfer], account: Account) -> int:
    """The sum that these moves leave in the bank, minor units: the account is below zero by what is kept."""
    sums = moved.order_by().aggregate(
        kept=Sum("amount", filter=Q(source=account), default=0), paid=Sum("amount", filter=Q(target=account), default=0)
    )
    return int(sums["kept"] - sums["paid"])


def _receipts(keys: Iterable[str]) -> dict[str, int]:
    """The numbers of the receipts of these requests."""
    wanted = list(keys)
    found: dict[str, int] = {}
    for model in (BankSlip, BuyIn, CashOut, SlipVoid):
        rows = model.objects.filter(request_key__in=wanted).values_list("request_key", F("receipt"))
        found.update(rows)
    return found


def _what(transfer: Transfer) -> str:
    """A move of a bank in words."""
    words = {
        "deposit": "put in", "withdrawal": "taken out",
        "chip_sale": "chips bought", "chip_redemption": "chips redeemed",
    }  # fmt: skip
    said = words[transfer.kind]
    return f"void: {said}" if transfer.reverses_id else said
