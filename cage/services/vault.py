"""The vault: chips and cash that come into the house, and fill the drawers. Always before two people."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from cage.counted import Counted
from cage.models import Drawer
from cage.services.chip_sets import receive_amount, refuse_fortune
from cage.services.drawers import lock_working
from cage.services.fills import act_of_fill, keep_pieces, refuse_filled_just_now, refuse_unfit_to_go_out
from cage.services.runners import refuse_above_limit
from cage.services.same_again import ask_about_vault
from cage.services.vault_counts import refuse_vault_counting
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.ledger import Move, drawer_account, house_account, lock, post
from players.models import AccountKind, TransferKind
from players.selectors.plaque_rules import refuse_unpayable


@transaction.atomic
def stock_vault(
    *,
    room: Room,
    chips: int,
    cash: int,
    key: str,
    by: User | None,
    at: datetime,
    reason: str,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> None:
    """Put chips into circulation and bring cash from the bank, both into the vault; minor units, either may be 0.

    Chips are received by their pieces (`receive_chips`): here, where only an amount is stated, they are spread over the
    room's denominations, and their slip says so. Always with a `second` person, who has shown their own PIN. Asks
    (`same_again`) about the same cash with the same words on the gaming day, unless `confirmed` holds that code.
    Refuses a missing reason (`reason_missing`), amounts that no chips make up (`not_chip_multiple`), more than the
    room's `vault_most` (`above_most`), and as `four_eyes.approve`.
    """
    body = {"room": room.pk, "chips": chips, "cash": cash, "reason": reason}
    body |= {"second": second.pk} if second else {}
    if claim(key, "stock_vault", body, by=by, at=at):
        return
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say where it comes from: the opening, a delivery.", field="reason")
    refuse_unpayable(room, chips, least=0, field="chips")
    refuse_fortune(room, chips=chips, cash=cash)
    issue, bank = house_account(room, AccountKind.CHIP_ISSUE), house_account(room, AccountKind.BANK)
    vault = house_account(room, AccountKind.VAULT_CASH)
    moves = []
    if chips:
        moves.append(Move(issue, house_account(room, AccountKind.VAULT_CHIPS), chips, TransferKind.ISSUE))
    if cash:
        moves.append(Move(bank, vault, cash, TransferKind.FUNDING))
    held = lock(account for move in moves for account in (move.source, move.target))
    again = ask_about_vault(bank, vault, cash, reason, at=at, confirmed=confirmed) if cash else {}
    who: dict[str, Any] = {"by": by, "second": second, "key": key, "at": at}
    four_eyes.approve(four_eyes.STOCK, room=room, amount=chips + cash, **who)
    post(room=room, key=key, moves=moves, by=by, at=at, reason=reason, held=held)
    if chips:
        receive_amount(room, chips, reason=reason, **who)
    record("vault.stocked", room, room=room, by=by, at=at, after=_after(chips, cash, second) | again, reason=reason)
    answered(key, {})


@transaction.atomic
def bank_cash(
    *,
    room: Room,
    amount: int,
    key: str,
    by: User | None,
    at: datetime,
    reason: str,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> None:
    """Send cash of the vault to the bank, minor units. It covers chips in use again once a statement of the bank is
    entered (C-1).

    Always with a `second` person, who has counted it and shown their own PIN. Asks as `stock_vault`.
    Refuses no amount (`amount_missing`), a missing reason (`reason_missing`), more than the vault holds
    (`vault_short`), a vault that is counted (`vault_counting`), and as `four_eyes.approve`.
    """
    body = {"room": room.pk, "amount": amount, "reason": reason, "second": second.pk if second else None}
    if claim(key, "bank_cash", body, by=by, at=at):
        return
    if amount <= 0:
        raise DomainError("amount_missing", "Say how much goes to the bank.", field="cash")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say where it goes: the bank, and the number of the slip.", field="reason")
    vault, bank = house_account(room, AccountKind.VAULT_CASH), house_account(room, AccountKind.BANK)
    moves = [Move(vault, bank, amount, TransferKind.FUNDING)]
    held = lock([vault, bank])
    refuse_vault_counting(room)
    if amount > held[vault.pk].balance:
        message = f"The vault has not enough cash for {room.money(amount)}: send less to the bank."
        raise DomainError("vault_short", message, field="cash")
    again = ask_about_vault(vault, bank, amount, reason, at=at, confirmed=confirmed)
    who: dict[str, Any] = {"by": by, "second": second, "key": key, "at": at}
    four_eyes.approve(four_eyes.STOCK, room=room, amount=amount, **who)
    post(room=room, key=key, moves=moves, by=by, at=at, reason=reason, held=held)
    record("vault.banked", room, room=room, by=by, at=at, after=_after(0, amount, second) | again, reason=reason)
    answered(key, {})


@transaction.atomic
def fund_drawer(
    *,
    drawer: Drawer,
    chips: int = 0,
    cash: int = 0,
    counted: Counted | None = None,
    key: str,
    by: User | None,
    at: datetime,
    reason: str = "",
    second: User | None = None,
    again: bool = False,
) -> Drawer:
    """Fill a drawer from the vault with the pieces that were `counted`; returns the drawer.

    The amounts follow from the pieces (C-7). Where amounts of chips and cash are stated alone, minor units, the chips
    are spread over the room's denominations, and their slip says so. Always with a `second` person, who has counted it
    and shown their own PIN; the cashier who works the drawer is one of the two. Refuses a sheet of nothing
    (`fill_empty`), pieces that the room hasn't (`denomination_unknown`), a drawer that is not open (`drawer_closed`,
    `drawer_opening`, `drawer_counting`), two of whom neither works it (`cashier_confirms`), the amounts of a few
    minutes before unless they are meant `again` (`filled_just_now`), more than the vault holds (`vault_short`), more
    than a chip runner may carry (`runner_above_limit`), any in a room that fills drawers by slips (`fill_by_slip`),
    chips that no set in use has (`set_retired`), and as `four_eyes.approve`.
    """
    chips, cash = counted.amounts if counted else (chips, cash)
    body = {"drawer": drawer.pk, "chips": chips, "cash": cash, "reason": reason}
    body |= ({"second": second.pk} if second else {}) | ({"again": True} if again else {})
    body |= {"counted": counted.as_json()} if counted else {}
    if claim(key, "fund_drawer", body, by=by, at=at):
        return Drawer.objects.get(pk=drawer.pk)
    running = lock_working(drawer)
    drawer, room = running.drawer, running.drawer.room
    if room.fills_by_slip:
        message = f"{room} fills drawers by slips: the cashier asks on the page of {drawer}, under “Ask for a fill”."
        raise DomainError("fill_by_slip", message)
    refuse_unpayable(room, chips, least=0, field="chips")
    refuse_above_limit(drawer, chips, cash)
    act = act_of_fill(running, by, second)
    if not again:
        refuse_filled_just_now(drawer, chips, cash, at=at)
    refuse_unfit_to_go_out(drawer, chips, counted, at=at)
    moves = _into(drawer, chips, cash)
    held = lock(account for move in moves for account in (move.source, move.target))
    who: dict[str, Any] = {"by": by, "second": second, "key": key, "at": at}
    four_eyes.approve(act, room=room, amount=chips + cash, **who)
    post(room=room, key=key, moves=moves, by=by, at=at, reason=reason, held=held)
    if moves:
        keep_pieces(drawer, chips, cash, counted, key=key, by=by, at=at)
    record("drawer.filled", drawer, room=room, by=by, at=at, after=_after(chips, cash, second), reason=reason)
    answered(key, {})
    return drawer


def _into(drawer: Drawer, chips: int, cash: int) -> list[Move]:
    """The moves of a fill, of each kind of which there is something; minor units."""
    ends = (
        (AccountKind.VAULT_CHIPS, AccountKind.DRAWER_CHIPS, chips),
        (AccountKind.VAULT_CASH, AccountKind.DRAWER_CASH, cash),
    )
    return [
        Move(house_account(drawer.room, vault), drawer_account(drawer.room, till, drawer.pk), amount, TransferKind.FILL)
        for vault, till, amount in ends
        if amount
    ]


def _after(chips: int, cash: int, second: User | None) -> dict[str, Any]:
    """The amounts that came, and who confirmed them, for the audit trail; amounts in minor units."""
    return {"chips": chips, "cash": cash} | ({"second": second.display_name} if second else {})
