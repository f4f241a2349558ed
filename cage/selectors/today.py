"""A gaming day at the cage as the window shows it: what happened, newest first, and the cash that came and went."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import chain
from typing import Any

from django.db.models import Model, Q, QuerySet, Sum

from cage.cash_kinds import name_of
from cage.models import BankSlip, BuyIn, CashOut, CashSlip, Drawer, Slip, SlipVoid, TokeSlip
from cage.models.cash_slips import COMES_IN
from cage.selectors.voids import RECEIPT_PAGES, voided_on
from config.rooms.models import Room
from players.models import DebtEntry


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One thing that happened at the cage: a slip of any kind, the void of one, or a debt paid in cash.

    `address` names the page on which it is read. `amount`, minor units, counts in its column: what a void
    takes back is below zero. `voids` is the receipt that a void takes back, `window` the name of the drawer where the
    room has several.
    """

    about: Model
    address: str
    at: datetime
    who: str
    kind: str
    comes_in: bool
    amount: int
    is_voided: bool = False
    voids: int | None = None
    window: str = ""

    @property
    def page(self) -> int:
        """The id that the page has."""
        return self.about.debt_id if isinstance(self.about, DebtEntry) else self.about.pk


@dataclass(frozen=True, slots=True)
class Today:
    """A gaming day at the cage: the newest rows of `count` in all, and the sums of cash in and cash out in minor units.

    What was voided on that day is taken off that day's sums, whenever it was sold or paid: earlier days stay as they
    were. What a player's bank paid for chips or was paid for them stands among the rows and in no sum: no cash came or
    went. Tokes stand there that cash was paid for; those of the pool, counted, are chips alone.
    """

    rows: list[DeskRow]
    cash_in: int
    cash_out: int
    count: int


def today(room: Room, day: date, *, most: int = 30) -> Today:
    """The events at the cage on a gaming day, newest first; fourteen queries, and seven where there are more."""
    facts = {"room": room, "gaming_day": day}
    found = list(_newest(facts, most))
    newest = _with_windows(room, sorted(found, key=lambda row: row.at, reverse=True)[:most])
    in_cash = _sum(BuyIn.objects.filter(**facts, from_bank=None)) + _debts_paid(facts)
    out_cash = _sum(CashOut.objects.filter(**facts, into_bank=None))
    other = _in_and_out(CashSlip.objects.filter(**facts), Q(kind__in=COMES_IN))
    banks = _in_and_out(BankSlip.objects.filter(**facts, voids=None), _DEPOSIT)
    back = _in_and_out(BankSlip.objects.filter(**facts, voids__isnull=False), _DEPOSIT)
    tokes = _in_and_out(_paid_tokes(facts), Q(voids__isnull=False))
    sold, paid = voided_on(room, day)
    cash_in = in_cash + other[0] + banks[0] - back[0] - sold
    cash_out = out_cash + other[1] + banks[1] - back[1] + tokes[1] - tokes[0] - paid
    return Today(newest, cash_in, cash_out, len(found) if len(found) < most else _count(facts))


_DEPOSIT = Q(kind=BankSlip.Kind.DEPOSIT)


def _sum(slips: QuerySet[Any]) -> int:
    return int(slips.aggregate(sum=Sum("amount", default=0))["sum"])


def _in_and_out(slips: QuerySet[Any], comes_in: Q) -> tuple[int, int]:
    sums = slips.aggregate(
        taken=Sum("amount", filter=comes_in, default=0), paid=Sum("amount", filter=~comes_in, default=0)
    )
    return sums["taken"], sums["paid"]


def _debts_in_cash(facts: dict[str, Any]) -> QuerySet[DebtEntry]:
    """The payments in cash on debts, and their voids, which give some back."""
    ways = (DebtEntry.How.CASH, DebtEntry.How.VOIDED)
    return DebtEntry.objects.filter(debt__room=facts["room"], gaming_day=facts["gaming_day"], how__in=ways)


def _debts_paid(facts: dict[str, Any]) -> int:
    """The cash that debts brought on a day, without what was given back on it, minor units."""
    paid, back = _in_and_out(_debts_in_cash(facts), Q(how=DebtEntry.How.CASH))
    return paid - back


def _paid_tokes(facts: dict[str, Any]) -> QuerySet[TokeSlip]:
    return TokeSlip.objects.filter(**facts).exclude(kind=TokeSlip.Kind.COUNTED)


def _count(facts: dict[str, Any]) -> int:
    """The number of events of the day; seven queries."""
    slips = [model.objects.filter(**facts) for model in (BuyIn, CashOut, CashSlip, SlipVoid, BankSlip)]
    return sum(each.count() for each in (*slips, _paid_tokes(facts), _debts_in_cash(facts)))


def _with_windows(room: Room, rows: list[DeskRow]) -> list[DeskRow]:
    """The rows with the names of their drawers, where the room has several; one query."""
    names = dict(Drawer.objects.filter(room=room).values_list("pk", "name"))
    if len(names) <= 1:
        return rows
    return [replace(row, window=names.get(getattr(row.about, "drawer_id", None) or 0, "")) for row in rows]


def _newest(facts: dict[str, Any], most: int) -> Iterator[DeskRow]:
    people = ("player", "drawer", "by", "void")
    slips: Iterable[Slip] = chain(
        BuyIn.objects.filter(**facts).select_related(*people)[:most],
        CashOut.objects.filter(**facts).select_related(*people)[:most],
        CashSlip.objects.filter(**facts).select_related(*people)[:most],
    )
    yield from (_of_slip(slip) for slip in slips)
    of_slips = ("buy_in__player", "cash_out__player", "cash_slip__player")
    yield from (_of_void(void) for void in SlipVoid.objects.filter(**facts).select_related(*of_slips)[:most])
    of_banks = BankSlip.objects.filter(**facts).select_related("player", "void", "voids")[:most]
    yield from (_of_bank_slip(slip) for slip in of_banks)
    tokes = _paid_tokes(facts).select_related("dealer", "void", "voids")[:most]
    yield from (_of_toke_slip(slip) for slip in tokes)
    paid = _debts_in_cash(facts).select_related("debt__player", "void").order_by("-id")[:most]
    yield from (_of_debt(entry) for entry in paid)


def _of_slip(slip: Slip) -> DeskRow:
    address, kind, comes_in = _told(slip)
    is_voided = getattr(slip, "void", None) is not None
    return DeskRow(slip, address, slip.at, _who(slip), kind, comes_in, slip.amount, is_voided)


def _of_void(void: SlipVoid) -> DeskRow:
    """The void of a slip, read on the page of the receipt that it takes back."""
    address, kind, comes_in = _told(void.slip)
    return DeskRow(
        void.slip, address, void.at, _who(void.slip), kind, comes_in, -void.slip.amount, voids=void.slip.receipt
    )


def _told(slip: Slip) -> tuple[str, str, bool]:
    """The name of the page of a slip's receipt; its kind in words, nothing for chips that cash paid for; and whether it
    stands in the column of what came in."""
    if isinstance(slip, BuyIn):
        return RECEIPT_PAGES[BuyIn], "from the bank" if slip.from_bank_id else "", True
    if isinstance(slip, CashOut):
        return RECEIPT_PAGES[CashOut], "into the bank" if slip.into_bank_id else "", False
    return RECEIPT_PAGES[CashSlip], name_of(slip.kind), slip.comes_in


def _who(slip: Slip) -> str:
    """The player, or what petty cash was for."""
    return str(slip.player) if slip.player else getattr(slip, "what", "")


def _of_debt(entry: DebtEntry) -> DeskRow:
    who, kind = str(entry.debt.player), "debt" if entry.voids_id is None else "debt, given back"
    amount, is_voided = entry.amount * entry.sign, hasattr(entry, "void")
    return DeskRow(entry, "debt", entry.at, who, kind, comes_in=True, amount=amount, is_voided=is_voided)


def _of_bank_slip(slip: BankSlip) -> DeskRow:
    return _of_own_void(slip, RECEIPT_PAGES[BankSlip], str(slip.player), comes_in=slip.kind == slip.Kind.DEPOSIT)


def _of_toke_slip(slip: TokeSlip) -> DeskRow:
    return _of_own_void(slip, RECEIPT_PAGES[TokeSlip], str(slip.dealer), comes_in=False)


def _of_own_void(slip: BankSlip | TokeSlip, address: str, who: str, *, comes_in: bool) -> DeskRow:
    """A slip of a kind whose voids are slips of the same kind."""
    facts = (slip, address, slip.at, who, slip.get_kind_display(), comes_in)
    if slip.voids:
        return DeskRow(*facts, -slip.amount, voids=slip.voids.receipt)
    return DeskRow(*facts, slip.amount, is_voided=hasattr(slip, "void"))
