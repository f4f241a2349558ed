"""Voided slips as pages, sums and services see them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from django.db.models import Model, Q, Sum

from cage.models import BankSlip, BuyIn, CashOut, CashSlip, Slip, SlipVoid, TokeSlip
from cage.models.cash_slips import COMES_IN
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.models import DebtEntry

Voidable = Slip | BankSlip | TokeSlip | DebtEntry
"""The papers of the window that are taken back whole."""
RECEIPT_PAGES: Final[Mapping[type[Model], str]] = {
    BuyIn: "buy_in_receipt",
    CashOut: "cash_out_receipt",
    CashSlip: "cash_slip_receipt",
    BankSlip: "bank_receipt",
    TokeSlip: "toke_receipt",
}
"""The page of the receipt of each of these that has one, by the name of its address."""


def why_two_void(slip: Voidable, day: date) -> str:
    """The reason why two people void a slip, or a payment on a debt, on that gaming day whatever its amount: where two
    have counted what goes back, where it takes money off a player's bank, or after its own day; else nothing."""
    if isinstance(slip, TokeSlip) and slip.kind != TokeSlip.Kind.PAID:
        return "Two people have counted these tokes."
    if takes_off_bank(slip):
        return "It takes money off a player’s bank."
    if slip.gaming_day == day:
        return ""
    if isinstance(slip, DebtEntry):
        return f"It was paid on the gaming day {slip.gaming_day:%-d %B %Y}, which is over."
    return f"Receipt {slip.receipt} is of the gaming day {slip.gaming_day:%-d %B %Y}, which is over."


def takes_off_bank(slip: Voidable) -> bool:
    """Whether the void of a slip takes money off a player's bank: of a deposit, and of chips redeemed into it."""
    return bool(getattr(slip, "into_bank_id", None)) or getattr(slip, "kind", "") == BankSlip.Kind.DEPOSIT


def kind_of(slip: Slip) -> str:
    """The kind of a slip, as its void names it."""
    return "buy_in" if isinstance(slip, BuyIn) else "cash_out" if isinstance(slip, CashOut) else "cash_slip"


def void_of(slip: Slip) -> SlipVoid | None:
    """The void of a slip with who made it; None where it stands."""
    return SlipVoid.objects.filter(**{kind_of(slip): slip}).select_related("by", "second").first()


def put_right_by(void: SlipVoid | None) -> Slip | None:
    """The slip that puts a voided mistake right; None where there is none."""
    if void is None:
        return None
    right = BuyIn.objects.filter(corrects=void).first() or CashOut.objects.filter(corrects=void).first()
    return right or CashSlip.objects.filter(corrects=void).first()


def voided_on(room: Room, day: date) -> tuple[int, int]:
    """The cash of slips that brought some in, and of those that paid some out, which were voided on a gaming day,
    whenever they were made; minor units. What a player's bank paid or was paid is no cash."""
    comes_in = Q(cash_slip__kind__in=COMES_IN)
    sums = SlipVoid.objects.filter(room=room, gaming_day=day).aggregate(
        sold=Sum("buy_in__amount", filter=Q(buy_in__from_bank=None), default=0),
        paid=Sum("cash_out__amount", filter=Q(cash_out__into_bank=None), default=0),
        taken=Sum("cash_slip__amount", filter=comes_in, default=0),
        given=Sum("cash_slip__amount", filter=~comes_in, default=0),
    )
    return sums["sold"] + sums["taken"], sums["paid"] + sums["given"]


def why_two(slip: Voidable, room: Room, *, by: User | None, at: datetime) -> str:
    """The reason why `by` doesn't void a slip alone now; nothing where they may. The service asks again under its
    locks."""
    if because := why_two_void(slip, room.gaming_day(at)):
        return because
    alone = four_eyes.moved_alone(room, by, at, act=four_eyes.SLIP_VOID)
    return four_eyes.why_above(room, slip.amount, alone, room.void_alone)
