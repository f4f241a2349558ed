"""A person's money of one gaming day, by what it was: of all of their records together, never netted (R50)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from config.rooms.models import Room
from players.models import AccountKind, DebtEntry, Player, Transfer, TransferKind

_BANK, _RACK = AccountKind.PLAYER_BANK, AccountKind.RACK


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One more kind of cash that a person paid or was paid, by its name for people; minor units."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoneyToday:
    """A person's money on one gaming day, minor units, without what was voided.

    Chips bought and cashed out over the counter in cash, and those that the person's bank paid for and took; cash put
    into that bank and taken out of it; cash on debts; and what the window took and paid besides (`other`).
    """

    bought: int
    cashed: int
    bought_from_bank: int
    cashed_into_bank: int
    deposited: int
    withdrawn: int
    on_debts: int
    other: tuple[MoneyLine, ...] = ()


Source = Callable[[Room, Player, date], list[MoneyLine]]
"""The lines that an app adds to a person's money of a gaming day."""

SOURCES: Final[list[Source]] = []


def register(source: Source) -> Source:
    """Let the page of a person know of money that another app keeps the papers of; returns the source."""
    if source not in SOURCES:
        SOURCES.append(source)
    return source


def money_on(player: Player, room: Room, day: date) -> MoneyToday:
    """The money that a person paid and was paid in this room on a gaming day, by every record of theirs; eight queries
    and those of the sources.

    What their bank paid for or took is no cash: that came in, and goes out, at the bank (31 CFR 1021.311(a), (b): front
    money and safekeeping deposits).
    """
    records = Player.objects.of(player)
    moved = Transfer.objects.filter(room=room, gaming_day=day, reverses=None, reversed_by=None)
    at_bank = Transfer.objects.filter(request_key=OuterRef("request_key"), kind=OuterRef("kind"))
    by_bank, into_bank = Q(Exists(at_bank.filter(target__kind=_BANK))), Q(Exists(at_bank.filter(source__kind=_BANK)))
    sold = Q(kind=TransferKind.CHIP_SALE, target__kind=_RACK, target__player__in=records)
    paid = Q(kind=TransferKind.CHIP_REDEMPTION, source__kind=_RACK, source__player__in=records)
    in_cash = {"debt__player__in": records, "debt__room": room, "how": DebtEntry.How.CASH, "gaming_day": day}
    return MoneyToday(
        bought=_sum(moved.filter(sold & ~by_bank)),
        cashed=_sum(moved.filter(paid & ~into_bank)),
        bought_from_bank=_sum(moved.filter(sold & by_bank)),
        cashed_into_bank=_sum(moved.filter(paid & into_bank)),
        deposited=_sum(moved.filter(kind=TransferKind.DEPOSIT, source__player__in=records)),
        withdrawn=_sum(moved.filter(kind=TransferKind.WITHDRAWAL, target__player__in=records)),
        on_debts=_sum(DebtEntry.objects.filter(**in_cash, void=None)),
        other=tuple(line for source in SOURCES for line in source(room, player, day) if line.amount),
    )


def _sum(rows: QuerySet[Any]) -> int:
    return int(rows.aggregate(sum=Sum("amount", default=0))["sum"])
