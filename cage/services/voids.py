"""Mistakes at the window, taken back: the whole sale or payment goes back, with a reason and a receipt of its own."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from cage.models import BankSlip, BuyIn, CashOut, CashSlip, Drawer, Slip, SlipVoid, TokeSlip
from cage.selectors.voids import kind_of, takes_off_bank, why_two_void
from cage.services.comp_cash import give_points_back
from cage.services.drawers import lock_own_drawer
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players import four_eyes
from players.ledger import lock, next_receipt, reverse
from players.models import Account, AccountKind, Transfer
from players.selectors.plaque_rules import refuse_mid_hand
from players.services.people import lock_player
from players.services.waiting_chips import wait_no_more
from players.works_here import refuse_oneself
from tables.services import lock_session, touch


@transaction.atomic
def void_buy_in(
    *, bought: BuyIn, reason: str, key: str, by: User | None, at: datetime, second: User | None = None
) -> SlipVoid:
    """Take a sale back: chips off the stack or out of the rack into the drawer, its cash back to the patron.

    One person does so alone up to what the room has set (`Room.void_alone`), summed over the gaming day, and on the
    gaming day of the sale; else a `second` person, who has shown their own PIN, confirms it. Refuses a sale that was
    voided already (`already_voided`), chips that have moved on (`chips_moved_on`), a stack in the middle of a hand
    (`mid_hand`), a missing reason (`reason_missing`), a drawer as `lock_own_drawer` does, one without that cash
    (`drawer_short`), a second person who sold it (`second_made_it`), one's own receipt (`serves_oneself`), and as
    `four_eyes.approve`. Source: R34, R69.
    """
    if earlier := claim(key, "void_buy_in", _body(bought, reason, second), by=by, at=at):
        return SlipVoid.objects.get(pk=(earlier.answer or {})["void"])
    lock_player(bought.player)
    if bought.sitting_id:
        refuse_mid_hand(lock_session(bought.session))
    void = _void(bought, reason=reason, key=key, by=by, at=at, second=second)
    if bought.sitting_id:
        touch(bought.session)
    else:
        wait_no_more(bought.session, bought.player, bought.amount, bought_at=bought.at)
    return void


@transaction.atomic
def void_cash_out(
    *, paid: CashOut, reason: str, key: str, by: User | None, at: datetime, second: User | None = None
) -> SlipVoid:
    """Take a payment back: the cash into the drawer, the drawer's chips into the player's rack.

    Alone and by two as for `void_buy_in`. Refuses a payment that was voided already (`already_voided`), a missing
    reason (`reason_missing`), a drawer as `lock_own_drawer` does, one without those chips (`drawer_short`), money that
    was spent from the bank since (`bank_short`), a second person who paid it (`second_made_it`), and as
    `four_eyes.approve`.
    """
    if earlier := claim(key, "void_cash_out", _body(paid, reason, second), by=by, at=at):
        return SlipVoid.objects.get(pk=(earlier.answer or {})["void"])
    lock_player(paid.player)
    return _void(paid, reason=reason, key=key, by=by, at=at, second=second)


@transaction.atomic
def void_cash_slip(
    *, slip: CashSlip, reason: str, key: str, by: User | None, at: datetime, second: User | None = None
) -> SlipVoid:
    """Take other money of a window back: its cash where it came from, and chips that were presented to the patron.

    Alone and by two, and refused, as for `void_cash_out`; the points of a comp come back, by two always. What was paid
    from the rack with chips that were presented has a receipt of its own, and is voided by that.
    """
    if earlier := claim(key, "void_cash_slip", _body(slip, reason, second), by=by, at=at):
        return SlipVoid.objects.get(pk=(earlier.answer or {})["void"])
    if slip.player is not None:
        lock_player(slip.player)
        give_points_back(slip, reason=reason, key=key, by=by, at=at, second=second)
    return _void(slip, reason=reason, key=key, by=by, at=at, second=second)


def _body(slip: Slip, reason: str, second: User | None) -> dict[str, object]:
    return {"slip": slip.pk, "reason": reason} | ({"second": second.pk} if second else {})


def _void(slip: Slip, *, reason: str, key: str, by: User | None, at: datetime, second: User | None) -> SlipVoid:
    """Book the void of a slip and write it down, under the caller's claim and locks."""
    if slip.player is not None:
        refuse_oneself(slip.player, by, second, what="voids a receipt of their own")
    drawer = lock_own_drawer(slip.drawer, by)
    kind = kind_of(slip)
    _refuse_voided(slip, kind)
    transfers = _transfers(slip)
    held = lock(place for transfer in transfers for place in (transfer.source, transfer.target))
    _refuse_moved_on(slip, held[transfers[-1].target_id])
    refuse_spent(slip, held.values())
    approve_void(slip, drawer, key=key, by=by, at=at, second=second)
    reverse(transfers=transfers, key=key, by=by, at=at, reason=reason)
    room = drawer.room
    void = SlipVoid.objects.create(
        room=room, reason=reason, second=second, receipt=next_receipt(room), gaming_day=room.gaming_day(at), at=at,
        by=by, request_key=key, **{kind: slip},
    )  # fmt: skip
    after = {"player": slip.player_id, "amount": slip.amount, "voided_receipt": slip.receipt}
    after |= {"confirmed_by": second.pk} if second else {}
    record(f"{kind}.voided", void, room=room, by=by, at=at, after=after, reason=reason)
    answered(key, {"void": void.pk})
    return void


def _transfers(slip: Slip) -> list[Transfer]:
    """The group of transfers of a slip, in their order."""
    group = Transfer.objects.filter(request_key=slip.request_key).select_related("source", "target", "room")
    return list(group.order_by("number"))


def _refuse_voided(slip: Slip, kind: str) -> None:
    earlier = SlipVoid.objects.filter(**{kind: slip}).first()
    if earlier:
        message = f"Receipt {slip.receipt} was voided already, by receipt {earlier.receipt}: look at it again."
        raise DomainError("already_voided", message)


def refuse_gone(slip: Slip) -> None:
    """Refuse ahead what a void would refuse as things stand: chips that have moved on (`chips_moved_on`), and money of
    a player's bank that was spent since (`bank_short`)."""
    transfers = _transfers(slip)
    _refuse_moved_on(slip, transfers[-1].target)
    refuse_spent(slip, [place for transfer in transfers for place in (transfer.source, transfer.target)])


def _refuse_moved_on(slip: Slip, place: Account) -> None:
    """Refuse where the player doesn't have the chips any more that they were sold; the place is locked."""
    if place.kind not in (AccountKind.RACK, AccountKind.SEAT) or place.balance >= slip.amount:
        return
    where = "off the table" if place.kind == AccountKind.RACK else "in front of them"
    money = slip.room.money
    message = (
        f"The chips have moved on: {slip.player} has {money(place.balance)} {where}, not {money(slip.amount)}. "
        "Bring them back there first, or pay out what the player hands over."
    )
    raise DomainError("chips_moved_on", message, allowed={"most": place.balance})


def refuse_spent(slip: Slip | BankSlip, held: Iterable[Account]) -> None:
    """Refuse (`bank_short`) to take back what came into a player's bank and was spent from it since; the places are
    locked. Money that is in the bank meanwhile is not told apart: what it holds now is what can go back."""
    kept = sum(-place.balance for place in held if place.kind == AccountKind.PLAYER_BANK)
    if not takes_off_bank(slip) or kept >= slip.amount:
        return
    money = slip.room.money
    message = (
        f"The money has been spent meanwhile: the bank of {slip.player} holds {money(kept)} of the "
        f"{money(slip.amount)} that receipt {slip.receipt} put in. Void first what it has paid since, or let "
        f"{slip.player} put {money(slip.amount - kept)} in; then void this."
    )
    raise DomainError("bank_short", message, allowed={"most": kept})


def approve_void(
    slip: Slip | BankSlip | TokeSlip, drawer: Drawer, *, by: User | None, second: User | None, **facts: Any
) -> None:
    """Ask whether this person may void it alone, or with that second one."""
    if second is not None and second.pk in (slip.by_id, getattr(slip, "second_id", None)):
        message = f"Receipt {slip.receipt} is {second}’s own: somebody else confirms its void."
        raise DomainError("second_made_it", message, field="badge")
    room = drawer.room
    because = why_two_void(slip, room.gaming_day(facts["at"]))
    limit = room.void_alone
    four_eyes.approve(
        four_eyes.SLIP_VOID,
        room=room,
        amount=slip.amount,
        by=by,
        second=second,
        limit=limit,
        because=because,
        **facts,
    )
