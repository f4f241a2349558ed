"""Players' banks as pages show them: what one holds, its statement over any span, and those that nobody has used."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F, Max, Q, QuerySet, Sum

from cage.models import BankSlip, BuyIn, CashOut, PlayerBank, SlipVoid
from cage.selectors.voids import RECEIPT_PAGES
from config.audit.models import AuditEvent
from config.days.registry import end_of
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account, AccountKind, Player, Transfer


@dataclass(frozen=True, slots=True)
class Line:
    """One move of a bank: when, what, its receipt, the amount (below zero: out of the bank) and what was kept then;
    minor units. `address` names the page of the receipt, `page` is the id that it has there."""

    at: datetime
    what: str
    receipt: int | None
    amount: int
    kept: int
    address: str = ""
    page: int = 0

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
    """The moves of a bank of the gaming days from `first` to `last`, in the order of the ledger, and between them each
    time that its PIN was set anew, and by whom; nine queries."""
    account = _account(bank).first()
    resets = pins_set_anew(bank.room, first, last, bank=bank)
    if account is None:
        return Statement(first, last, 0, [_pin_line(reset, 0) for reset in resets], 0)
    moved = Transfer.objects.filter(Q(source=account) | Q(target=account), room=bank.room).order_by("chain_number")
    before = kept = _sum(moved.filter(gaming_day__lt=first), account)
    listed = list(moved.filter(gaming_day__gte=first, gaming_day__lte=last))
    papers, lines = _papers(listed), []
    for transfer in listed:
        while resets and resets[0].at < transfer.at:
            lines.append(_pin_line(resets.pop(0), kept))
        kept += (amount := _amount(transfer, account))
        lines.append(_line(transfer, papers.get(transfer.request_key), amount, kept))
    lines += [_pin_line(reset, kept) for reset in resets]
    return Statement(first, last, before, lines, kept)


@dataclass(frozen=True, slots=True)
class PinSetAnew:
    """A PIN of a bank that was set anew: whose bank, when, by whom and who confirmed it, by name."""

    bank: PlayerBank
    at: datetime
    by: str
    second: str


def pins_set_anew(room: Room, first: date, last: date, *, bank: PlayerBank | None = None) -> list[PinSetAnew]:
    """The PINs of banks, or of one `bank`, that were set anew on the gaming days from `first` to `last`, the oldest
    first, as the trail has them; three queries at most."""
    since, until = room.start_of(first), end_of(room, last)
    found = AuditEvent.objects.filter(room=room, verb="bank.pin_reset", at__gte=since, at__lt=until)
    if bank is not None:
        found = found.filter(subject_kind=PlayerBank._meta.model_name, subject_id=str(bank.pk))
    events = list(found.select_related("by").order_by("id"))
    if not events:
        return []
    banks = PlayerBank.objects.select_related("player").in_bulk([int(event.subject_id) for event in events])
    people = User.objects.in_bulk([(event.after or {}).get("confirmed_by") for event in events])
    return [
        PinSetAnew(
            banks[int(event.subject_id)], event.at, str(event.by or ""),
            str(people.get((event.after or {}).get("confirmed_by"), "")),
        )
        for event in events
    ]  # fmt: skip


def taken_out_since(room: Room, day: date, resets: Iterable[PinSetAnew]) -> dict[int, int]:
    """The cash that was taken out of these banks on that gaming day after their PINs were first set anew on it, minor
    units, by bank, voided or not; one query."""
    first: dict[int, datetime] = {}
    for reset in resets:
        first.setdefault(reset.bank.pk, reset.at)
    slips = BankSlip.objects.filter(
        room=room, bank__in=first, gaming_day=day, kind=BankSlip.Kind.WITHDRAWAL, voids=None
    )
    taken: dict[int, int] = {}
    for bank, at, amount in slips.values_list("bank", "at", "amount"):
        if at >= first[bank]:
            taken[bank] = taken.get(bank, 0) + amount
    return taken


def _pin_line(reset: PinSetAnew, kept: int) -> Line:
    """A line of a statement that moves nothing."""
    return Line(reset.at, f"PIN set anew by {reset.by}, confirmed by {reset.second}", None, 0, kept)


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


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest moves of a bank, the last first, and how many stand before them."""

    lines: list[Line]
    earlier: int = 0


def newest_moves(bank: PlayerBank, most: int = 8) -> Newest:
    """The newest moves of a bank: what was put in and taken out, chips paid from it and redeemed into it, and what was
    voided of these; seven queries."""
    account = _account(bank).first()
    if account is None:
        return Newest([])
    moved = Transfer.objects.filter(Q(source=account) | Q(target=account), room=bank.room)
    listed, kept = list(moved.order_by("-chain_number")[:most]), -account.balance
    papers, lines = _papers(listed), []
    for transfer in listed:
        amount = _amount(transfer, account)
        lines.append(_line(transfer, papers.get(transfer.request_key), amount, kept))
        kept -= amount
    return Newest(lines, moved.count() - len(listed))


def _account(bank: PlayerBank) -> QuerySet[Account]:
    return Account.objects.filter(room=bank.room, kind=AccountKind.PLAYER_BANK, player=bank.player)


def _sum(moved: QuerySet[Transfer], account: Account) -> int:
    """The sum that these moves leave in the bank, minor units: the account is below zero by what is kept."""
    sums = moved.order_by().aggregate(
        kept=Sum("amount", filter=Q(source=account), default=0), paid=Sum("amount", filter=Q(target=account), default=0)
    )
    return int(sums["kept"] - sums["paid"])


@dataclass(frozen=True, slots=True)
class _Paper:
    """The receipt of a request: its number, the name of its page and the id that it has there."""

    receipt: int | None = None
    address: str = ""
    page: int = 0


def _papers(listed: Iterable[Transfer]) -> dict[str, _Paper]:
    """The receipts of these moves, by their requests; the void of a sale or a payment is read on its receipt."""
    keys = [transfer.request_key for transfer in listed]
    found: dict[str, _Paper] = {}
    for model in (BankSlip, BuyIn, CashOut):
        rows = model.objects.filter(request_key__in=keys).values_list("request_key", "receipt", F("pk"))
        found |= {key: _Paper(receipt, RECEIPT_PAGES[model], page) for key, receipt, page in rows}
    voids = SlipVoid.objects.filter(request_key__in=keys, cash_slip=None)
    for void in voids:
        address = RECEIPT_PAGES[BuyIn if void.buy_in_id else CashOut]
        found[void.request_key] = _Paper(void.receipt, address, void.buy_in_id or void.cash_out_id or 0)
    return found


def _line(transfer: Transfer, paper: _Paper | None, amount: int, kept: int) -> Line:
    paper = paper or _Paper()
    return Line(transfer.at, _what(transfer), paper.receipt, amount, kept, paper.address, paper.page)


def _amount(transfer: Transfer, account: Account) -> int:
    """The amount that a move put into the bank, below zero where it took it out."""
    return transfer.amount if transfer.source_id == account.pk else -transfer.amount


def _what(transfer: Transfer) -> str:
    """A move of a bank in words."""
    words = {
        "deposit": "put in", "withdrawal": "taken out",
        "chip_sale": "chips bought", "chip_redemption": "chips redeemed",
    }  # fmt: skip
    said = words[transfer.kind]
    return f"void: {said}" if transfer.reverses_id else said
