"""Money that passes a window twice within a moment, the same both times: mostly one act that was sent twice, so whoever
sends it is asked. A page that comes back by the browser's own button makes a fresh key, so that no key finds it."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from cage.cash_kinds import BY_KIND
from cage.models import BankSlip, BuyIn, CashOut, CashSlip, PlayerBank
from config.errors import DomainError
from config.rooms.models import Room
from players.models import Account, AccountKind, Player, Transfer, TransferKind
from tables.models import TableSession

SAME_AGAIN: Final = "same_again"
"""The question's code; where it was answered with yes, the trail keeps the receipt of the first under this name."""
A_MOMENT: Final = timedelta(minutes=3)
"""The time within which the same is asked about. Who goes back in the browser and presses Enter once more, or enters
anew what seemed to be lost, does so at once; who buys as much again has played a hand or two in between."""
_K = TransferKind


def ask_about_sale(
    session: TableSession,
    player: Player,
    amount: int,
    bank: PlayerBank | None,
    *,
    at: datetime,
    confirmed: Collection[str],
) -> dict[str, object]:
    """Ask about chips of that amount for the same table that the person bought a moment ago, paid for alike; returns
    what the trail says of an answer. The caller holds the person's records, here and below; minor units."""
    sold = BuyIn.objects.filter(session=session, amount=amount, from_bank__isnull=bank is None, void=None)
    money = session.room.money(amount)
    said = f"{player} bought {money} for {session.table}"
    return _ask(_of(sold, player), said, f"Sell another {money}?", at=at, confirmed=confirmed)


def ask_about_payment(
    room: Room, player: Player, amount: int, bank: PlayerBank | None, *, at: datetime, confirmed: Collection[str]
) -> dict[str, object]:
    """Ask about a cash-out of that amount that the person had a moment ago, paid alike; returns as `ask_about_sale`."""
    paid = CashOut.objects.filter(room=room, amount=amount, into_bank__isnull=bank is None, void=None)
    money = room.money(amount)
    said = f"{player} was paid {money} for chips" if bank is None else f"{player} redeemed {money} into the bank"
    return _ask(_of(paid, player), said, f"Pay another {money}?", at=at, confirmed=confirmed)


def ask_about_presented(
    room: Room, player: Player, amount: int, *, at: datetime, confirmed: Collection[str]
) -> dict[str, object]:
    """Ask about chips of that amount on the counter for which the person was paid a moment ago, whatever part of them
    the books knew: by then the rack is empty. Returns as `ask_about_sale`."""
    money, asks = room.money(amount), f"Pay another {room.money(amount)}?"
    whole = F("amount") + Coalesce("rack_paid__amount", 0)
    presented = CashSlip.objects.filter(room=room, kind=_K.PRESENTED, void=None).alias(whole=whole)
    said = f"{player} was paid {money} for chips"
    told = _ask(_of(presented.filter(whole=amount), player), said, asks, at=at, confirmed=confirmed)
    return told or ask_about_payment(room, player, amount, None, at=at, confirmed=confirmed)


def ask_about_cash(
    room: Room, kind: TransferKind, player: Player | None, amount: int, *, at: datetime, confirmed: Collection[str]
) -> dict[str, object]:
    """Ask about other cash of the kind and amount that was taken or paid a moment ago: of the person, or petty cash of
    the room. Returns as `ask_about_sale`."""
    way, money = BY_KIND[kind], room.money(amount)
    slips = CashSlip.objects.filter(room=room, kind=kind, amount=amount, void=None)
    who = f" of {player}" if player else ""
    said = f"{way.name}{who}: {money} was {'taken' if way.comes_in else 'paid'}"
    asks = f"{'Take' if way.comes_in else 'Pay'} another {money}?"
    return _ask(_of(slips, player) if player else slips, said, asks, at=at, confirmed=confirmed)


def ask_about_bank(
    bank: PlayerBank, kind: BankSlip.Kind, amount: int, *, at: datetime, confirmed: Collection[str]
) -> dict[str, object]:
    """Ask about a deposit or a withdrawal of that amount at the bank a moment ago; returns as `ask_about_sale`."""
    slips = BankSlip.objects.filter(bank=bank, kind=kind, amount=amount, voids=None, void=None)
    comes_in, money = kind == BankSlip.Kind.DEPOSIT, bank.room.money(amount)
    said = f"{bank.player} {'put' if comes_in else 'took'} {money} {'into' if comes_in else 'out of'} the bank"
    asks = f"{'Take' if comes_in else 'Pay'} another {money}?"
    return _ask(slips, said, asks, at=at, confirmed=confirmed)


def ask_about_vault(
    source: Account, target: Account, amount: int, reason: str, *, at: datetime, confirmed: Collection[str]
) -> dict[str, object]:
    """Ask about cash of that amount that went between vault and bank on the gaming day with the same words, which name
    the bank's slip; returns the number of the first vault slip as `ask_about_sale` its receipt. The caller holds both
    places."""
    room, stands = source.room, {"reverses": None, "reversed_by": None}
    said = {"gaming_day": room.gaming_day(at), "reason__iexact": reason.strip()}
    moved = Transfer.objects.filter(source=source, target=target, amount=amount, **said, **stands)
    first = moved.order_by("chain_number").first()
    if first is None:
        return {}
    if SAME_AGAIN not in confirmed:
        when, money = f"{first.at.astimezone(room.zone):%H:%M}", room.money(amount)
        where = "into the vault" if target.kind == AccountKind.VAULT_CASH else "to the bank"
        message = f"{money} went {where} with the same words at {when} (vault slip {first.chain_number})."
        raise DomainError(SAME_AGAIN, f"{message} Book another {money}?", allowed={"confirm": SAME_AGAIN})
    return {SAME_AGAIN: first.chain_number}


def _of(slips: QuerySet, player: Player) -> QuerySet:
    """Those of any record of the person."""
    return slips.filter(player__in=Player.objects.of(player))


def _ask(slips: QuerySet, said: str, asks: str, *, at: datetime, confirmed: Collection[str]) -> dict[str, object]:
    """Refuse (`same_again`) what such a slip of a moment ago was for, until that is confirmed."""
    first = slips.filter(at__gt=at - A_MOMENT).order_by("-pk").values_list("receipt", flat=True).first()
    if first is None:
        return {}
    if SAME_AGAIN not in confirmed:
        message = f"{said} a moment ago (receipt {first}). {asks}"
        raise DomainError(SAME_AGAIN, message, allowed={"confirm": SAME_AGAIN})
    return {SAME_AGAIN: first}
