"""The window: chips sold for cash and turned back into it. Both ways work once, however often they are asked."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from cage.models import BuyIn, CashOut, Drawer, HeldCashOut, HoldEnd, PlayerBank, SlipVoid
from cage.selectors.purchases import refuse_purchase, waits_for_hand
from cage.selectors.seen import WindowSeen, changes_since
from cage.selectors.voids import put_right_by
from cage.services.bank_pins import Shown, refuse_unshown
from cage.services.banks import refuse_bank
from cage.services.debts import refuse_debtor
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.holds import end_holds, hold_cash_out
from cage.services.late_chips import judge_late_set
from cage.services.more_than_issued import refuse_without_set
from cage.services.other_records import refuse_known_elsewhere
from cage.services.runners import refuse_runner, refuse_runners_payment, refuse_runners_sale, refuse_to_wait
from cage.services.same_again import ask_about_payment, ask_about_sale
from cage.services.unidentified import (
    allowance,
    crosses,
    held_refusal,
    refuse_beyond_identity,
    refuse_while_held,
    told,
)
from config.audit.services import record
from config.errors import DomainError
from config.locks import LockKind, hold
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import (
    Move,
    house_account,
    lock,
    next_receipt,
    player_bank,
    post,
    rack_account,
    seat_account,
)
from players.models import AccountKind, HouseException, Player, Sitting, TransferKind
from players.selectors.identified import missing_of
from players.selectors.plaque_rules import refuse_add_on, refuse_unpayable
from players.services.admission import refuse_unfit, refuse_unidentified
from players.services.exceptions import refuse_unfounded
from players.services.people import lock_player
from players.services.seating import lock_open_session
from players.services.waiting_chips import wait_for_hand
from players.works_here import refuse_oneself
from tables.models import TableSession
from tables.services import touch


@transaction.atomic
def buy_in(
    *,
    room: Room,
    session: TableSession,
    player: Player,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User | None,
    at: datetime,
    exception: str = HouseException.NONE,
    approver: User | None = None,
    seen: WindowSeen | None = None,
    corrects: SlipVoid | None = None,
    bank: PlayerBank | None = None,
    shown: Shown | None = None,
    confirmed: Collection[str] = (),
) -> BuyIn:
    """Sell chips to a player for one game; a retry with the same key returns the first buy-in.

    `seen` is what the page showed of the player: where that has changed since, the sale is asked about
    (`window_outdated`); one of a moment ago that was the same is, until `confirmed` (`same_again`). `corrects` is the
    void of what this puts right (`corrected_already`). Cash goes into the drawer, chips into the player's rack; those
    of a player who sits there go on to the stack in the same group; bought while a hand is played there they wait in
    the rack until it is over (004:L52). A `bank` of the player pays instead of cash, once they have `shown` its PIN.
    Refuses who may not play (`player_barred`, `under_age`) or may be somebody who may not (`who_is_it`), a guest
    without identity (`guest_unidentified`), of whom the room must know more (`identity_missing`, `document_missing`,
    `document_expired`, `identity_required`), what the plaque doesn't allow (`short_buy`, `above_max_buyin`,
    `going_south`; at a chip runner's `mid_hand`), an `exception` from it that neither the books show nor an `approver`
    confirms (`exception_unfounded`), a closed table (`table_closed`), a drawer as `lock_own_drawer` does, chips that it
    lacks (`drawer_short`), a bank (`bank_elsewhere`, `pin_missing`, `bank_short`), a room whose sets of chips are all
    retired (`set_retired`), a chip runner's sale (`runner_sells_at_seats`, `window_only`), and a sale to oneself
    (`serves_oneself`).
    """
    rows = {"room": room, "session": session, "player": player, "drawer": drawer, "approver": approver, "bank": bank}
    body = _named(**rows, corrects=corrects) | {"amount": amount, "exception": exception}
    if earlier := claim(key, "buy_in", body, by=by, at=at):
        return BuyIn.objects.get(pk=(earlier.answer or {})["buy_in"])
    player = _lock_payer(room, player, bank, shown, at=at)
    refuse_oneself(player, by, approver, what="sells themselves chips")
    session = lock_open_session(session)
    _refuse_elsewhere(room, session, drawer, corrects)
    drawer = lock_own_drawer(drawer, by)
    refuse_without_set(room)
    refuse_outdated(seen, room, player)
    _refuse_buyer(room, player, amount, in_cash=bank is None, at=at)
    refuse_unfounded(session, player, exception, approver, by=by, at=at)
    sitting = _seat_of_sale(session, player, drawer, amount, bank=bank, exception=exception, at=at)
    again = ask_about_sale(session, player, amount, bank, at=at, confirmed=confirmed)
    moves = _sale(room, player, drawer, amount, bank)
    moves += [_onto_stack(session, sitting, player, amount, moves)] if sitting else []
    post(room=room, key=key, moves=moves, by=by, at=at, reason=(reason := _said(exception)))
    bought = BuyIn.objects.create(
        room=room, session=session, player=player, sitting=sitting, drawer=drawer, plaque=session.plaque,
        from_bank=bank, amount=amount, exception=exception, receipt=next_receipt(room), approver=approver,
        corrects=corrects, gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    _tell_sale(bought, reason, again)
    answered(key, {"buy_in": bought.pk})
    return bought


def _seat_of_sale(
    session: TableSession,
    player: Player,
    drawer: Drawer,
    amount: int,
    *,
    bank: PlayerBank | None,
    exception: str,
    at: datetime,
) -> Sitting | None:
    """The seat on whose stack the chips go; None where they go to the rack, because the player doesn't sit there or a
    hand is played. Held to the plaque where they go to the rack, and refused as `refuse_runners_sale`."""
    sitting = session.sittings.filter(player=player, left_at=None).first()
    refuse_runners_sale(drawer, sitting, bank)
    if sitting is None:
        refuse_purchase(session, player, amount, at=at, exception=exception)
    elif waits_for_hand(session):
        refuse_to_wait(drawer, sitting, amount)
        wait_for_hand(sitting, amount)
        return None
    return sitting


def cash_out(
    *,
    room: Room,
    player: Player,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User | None,
    at: datetime,
    seen: WindowSeen | None = None,
    corrects: SlipVoid | None = None,
    bank: PlayerBank | None = None,
    shown: Shown | None = None,
    is_late: bool = False,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> CashOut:
    """Turn chips of a player's rack into cash; a retry with the same key returns the first cash-out.

    As `pay_or_hold`, for whoever wants the payment: refuses (`cash_out_held`) what is held, once that is written down.
    """
    paid = pay_or_hold(
        room=room, player=player, amount=amount, drawer=drawer, key=key, by=by, at=at, seen=seen, corrects=corrects,
        bank=bank, shown=shown, is_late=is_late, second=second, confirmed=confirmed,
    )  # fmt: skip
    if isinstance(paid, HeldCashOut):
        raise held_refusal(paid)
    return paid


@transaction.atomic
def pay_or_hold(
    *,
    room: Room,
    player: Player,
    amount: int,
    drawer: Drawer,
    key: str,
    by: User | None,
    at: datetime,
    seen: WindowSeen | None = None,
    corrects: SlipVoid | None = None,
    bank: PlayerBank | None = None,
    shown: Shown | None = None,
    is_late: bool = False,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> CashOut | HeldCashOut:
    """Turn chips of a player's rack into cash, or hold that; a retry with the same key returns the first answer.

    `seen`, `corrects`, `bank` and `confirmed` as for `buy_in`. A barred player may always cash out (I-14), into their
    bank too, and chips smaller than the room's smallest by now are paid out too. Held is what would bring the gaming
    day of somebody whose identity isn't on record above `Room.identity_from` (C-3), unless a supervisor has allowed
    just that; what goes into their bank is no cash yet. While it is held, no more is paid (`cash_out_held`). Identity
    ends it. Chips of a retired set after its last day (`is_late`: the cashier says that some are) are refused or
    approved by a `second` person, as `judge_late_set`. Refuses chips that a debtor owes (`debt_first`), more than the
    player has off the table (`insufficient_chips`), more cash than the drawer holds (`drawer_short`), a chip runner
    where the room doesn't let them (`runner_redeems_not`), a bank as `buy_in` but that it may be empty, oneself
    (`serves_oneself`), and a drawer as `buy_in` does.
    """
    body = _named(room=room, player=player, drawer=drawer, corrects=corrects, bank=bank) | {"amount": amount}
    body |= ({"is_late": True} if is_late else {}) | _named(second=second)
    if earlier := claim(key, "cash_out", body, by=by, at=at):
        return _answer(earlier.answer or {})
    player = _lock_payer(room, player, bank, shown, at=at)
    refuse_oneself(player, by, second, what="pays out their own chips")
    refuse_outdated(seen, room, player)
    refuse_foreign(room, drawer, corrects)
    drawer = lock_own_drawer(drawer, by)
    refuse_runners_payment(drawer)
    if bank is not None:
        refuse_runner(drawer, "Players’ banks are")
    rack = rack_account(room, player)
    refuse_unpayable(room, amount, held=rack.balance)
    refuse_known_elsewhere(player, room, asked=amount, rack=rack.balance, code="insufficient_chips")
    refuse_debtor(player, room, amount=amount, rack=rack.balance)
    again = ask_about_payment(room, player, amount, bank, at=at, confirmed=confirmed)
    late = judge_late_set(room, is_late=is_late, by=by, at=at, second=second)
    missing = missing_of(player, room.gaming_day(at))
    allowed: HoldEnd | None = None
    if missing:
        refuse_while_held(player, room)
        if bank is None and crosses(player, room=room, day=room.gaming_day(at), cash_out=amount):
            allowed = allowance(player, room, amount, room.gaming_day(at))
            if allowed is None and amount <= rack.balance:
                return hold_cash_out(room, player, drawer, amount, told(missing), key=key, by=by, at=at)
    facts: dict[str, Any] = {"key": key, "by": by, "at": at, "told": late | again}
    paid = _pay(room, player, drawer, amount, bank=bank, allowed=allowed, corrects=corrects, **facts)
    if not missing:
        end_holds(room, player, paid, key=key, by=by, at=at)
    return paid


def _pay(
    room: Room,
    player: Player,
    drawer: Drawer,
    amount: int,
    *,
    bank: PlayerBank | None,
    allowed: HoldEnd | None,
    corrects: SlipVoid | None,
    told: dict[str, object],
    key: str,
    by: User | None,
    at: datetime,
) -> CashOut:
    """Chips of the rack into the drawer, its cash to the patron or into their bank, and the slip; the caller holds
    player and drawer."""
    chips, cash = tills_of(drawer)
    rack, patrons = rack_account(room, player), house_account(room, AccountKind.PATRONS)
    payer = cash if bank is None else player_bank(room, player)
    moves = [
        Move(rack, chips, amount, TransferKind.CHIP_REDEMPTION),
        Move(payer, patrons, amount, TransferKind.CHIP_REDEMPTION),
    ]
    post(room=room, key=key, moves=moves, by=by, at=at)
    paid = CashOut.objects.create(
        room=room, player=player, drawer=drawer, into_bank=bank, amount=amount, receipt=next_receipt(room),
        allowed_by=allowed, corrects=corrects, gaming_day=room.gaming_day(at), at=at, by=by, request_key=key,
    )  # fmt: skip
    after = {"player": player.pk, "amount": amount} | _named(corrects=corrects, allowed_by=allowed, bank=bank) | told
    record("cash_out.paid", paid, room=room, by=by, at=at, after=after)
    answered(key, {"cash_out": paid.pk})
    return paid


def _refuse_buyer(room: Room, player: Player, amount: int, *, in_cash: bool, at: datetime) -> None:
    """Refuse who buys no chips here now, or not so many."""
    refuse_guest(player)
    refuse_unidentified(player, room=room, at=at)
    refuse_unfit(player, room=room, at=at)
    if in_cash:
        refuse_beyond_identity(player, room=room, at=at, cash_in=amount)
    refuse_unpayable(room, amount)


def _said(exception: str) -> str:
    """The house's exception in words; "" where there is none."""
    return HouseException(exception).label if exception else ""


def _tell_sale(bought: BuyIn, reason: str, again: dict[str, object]) -> None:
    """Put a sale into the audit trail, with what was answered about the same `again`."""
    after: dict[str, object] = {"player": bought.player_id, "session": bought.session_id, "amount": bought.amount}
    after |= {"seated": bought.sitting is not None}
    after |= _named(confirmed_by=bought.approver, corrects=bought.corrects, bank=bought.from_bank) | again
    record("buy_in.taken", bought, room=bought.room, by=bought.by, at=bought.at, after=after, reason=reason)


def _answer(answer: dict[str, int]) -> CashOut | HeldCashOut:
    """The row that a request was answered with."""
    if "held" in answer:
        return HeldCashOut.objects.select_related("room", "player").get(pk=answer["held"])
    return CashOut.objects.get(pk=answer["cash_out"])


def _named(**rows: Model | None) -> dict[str, object]:
    """The ids of these rows by name, without those that aren't there."""
    return {name: row.pk for name, row in rows.items() if row is not None}


def _lock_payer(room: Room, player: Player, bank: PlayerBank | None, shown: Shown | None, *, at: datetime) -> Player:
    """The player, locked; and where their bank pays or is paid, refused unless it is theirs and its PIN was shown."""
    if bank is not None:
        refuse_bank(bank, player, room)
        refuse_unshown(bank, shown, at=at)
    return lock_player(player)


def refuse_outdated(seen: WindowSeen | None, room: Room, player: Player) -> None:
    """Refuse (`window_outdated`) what was entered on a page that shows a player as they no longer are; the caller holds
    the player's lock."""
    if seen is None or not (changes := changes_since(seen, room, player)):
        return
    told, ask = ", and ".join(changes), "Look at it as it now is, and send it again if it still holds."
    message = f"Since this page was opened {player} {told}. {ask}"
    raise DomainError("window_outdated", message)


def _refuse_elsewhere(room: Room, session: TableSession, drawer: Drawer, corrects: SlipVoid | None) -> None:
    if session.room_id != room.pk or session.source != TableSession.Source.FLOOR:
        raise DomainError("table_elsewhere", "That table is not on this floor: choose a table of the room.")
    refuse_foreign(room, drawer, corrects)


def refuse_foreign(room: Room, drawer: Drawer, corrects: SlipVoid | None) -> None:
    """Refuse a drawer of another room (`drawer_elsewhere`), and what puts nothing right (`void_elsewhere`,
    `corrected_already`)."""
    if drawer.room_id != room.pk:
        raise DomainError("drawer_elsewhere", f"{drawer} belongs to another room: choose one of this room.")
    _refuse_corrected(room, corrects)


def _refuse_corrected(room: Room, corrects: SlipVoid | None) -> None:
    """Refuse to put right a mistake of another room, or one that something else puts right already."""
    if corrects is None:
        return
    if corrects.room_id != room.pk:
        raise DomainError("void_elsewhere", "That void is of another room: enter this without it.")
    hold(LockKind.PUT_RIGHT, room=room.pk, thing=corrects.pk)
    if other := put_right_by(corrects):
        message = f"Receipt {corrects.slip.receipt} is put right by receipt {other.receipt} already: look at that one."
        raise DomainError("corrected_already", message)


def refuse_guest(player: Player) -> None:
    """Refuse (`guest_unidentified`) who is known by a name alone."""
    if player.is_guest:
        message = f"{player} is known by a name alone: register them with a document, then sell the chips."
        raise DomainError("guest_unidentified", message, field="player")


def _sale(room: Room, player: Player, drawer: Drawer, amount: int, bank: PlayerBank | None) -> list[Move]:
    """Chips for cash, or for what the player's bank holds: the group of two that every purchase is."""
    chips, cash = tills_of(drawer)
    if bank is not None:
        cash = player_bank(room, player)
    patrons = house_account(room, AccountKind.PATRONS)
    return [
        Move(patrons, cash, amount, TransferKind.CHIP_SALE),
        Move(chips, rack_account(room, player), amount, TransferKind.CHIP_SALE),
    ]


def _onto_stack(session: TableSession, sitting: Sitting, player: Player, amount: int, sale: list[Move]) -> Move:
    """The bought chips on to the stack of a seated player, held to the plaque with every account locked."""
    rack, seat = rack_account(session.room, player), seat_account(sitting)
    sold = [account for move in sale for account in (move.source, move.target)]
    stack = lock([rack, seat, *sold])[seat.pk].balance
    refuse_add_on(session, stack, amount)
    touch(session)
    return Move(rack, seat, amount, TransferKind.ADD_ON if stack else TransferKind.BUY_IN)
