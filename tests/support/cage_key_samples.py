"""Requests of the services of windows, drawers, chips, banks and tokes: what each is asked once, and what is different
in another request."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import DrawerSession, Investigation, PlayerBank
from players import services
from players.models import DebtEntry, Transfer, TransferKind
from players.services import shortfall
from tables.models import Down
from tables.services import (
    register_dealer,
    start_shift,
)
from tests.support.banks import a_bank, day_before, own_tokes, pooled_tokes, shown
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable
from tests.support.drawers import by_the_books, close_exactly, counted, running
from tests.support.house import a_debt
from tests.support.vault import begun, lying
from tests.support.window import a_hold, book, carried_off

Sample = tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]
"""The service, what it is asked, and what is different in another request."""


def _cash_out(at: DisputeTable) -> Sample:
    desk = at.table.desk
    player = desk.player()
    desk.buy_in(player, 100_00)
    given = {"room": desk.room, "player": player, "amount": 50_00, "drawer": desk.drawer, "by": desk.cashier}
    return cage.cash_out, given, {"amount": 40_00}


def _void_buy_in(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"bought": desk.buy_in(desk.player(), 100_00), "reason": "twice", "by": desk.cashier}
    return cage.void_buy_in, given, {"reason": "a slip"}


def _void_cash_out(at: DisputeTable) -> Sample:
    desk = at.table.desk
    player = desk.player()
    desk.buy_in(player, 100_00)
    given = {"paid": desk.cash_out(player, 50_00), "reason": "twice", "by": desk.cashier}
    return cage.void_cash_out, given, {"reason": "a slip"}


def _pay_or_hold(at: DisputeTable) -> Sample:
    _, given, other = _cash_out(at)
    return cage.pay_or_hold, given, other


def _void_cash_slip(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"slip": book(desk, TransferKind.PAID_IN, 5_00), "reason": "twice", "by": desk.cashier}
    return cage.void_cash_slip, given, {"reason": "a slip"}


def _book_cash(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "kind": TransferKind.TOURNAMENT_ENTRY, "patron": desk.player(), "by": desk.cashier}
    return cage.book_or_hold, given | {"drawer": desk.drawer, "amount": 50_00}, {"amount": 40_00}


def _book_cash_paid(at: DisputeTable) -> Sample:
    _, given, other = _book_cash(at)
    return cage.book_cash, given, other


def _redeem_presented(at: DisputeTable) -> Sample:
    desk = at.table.desk
    carried_off(desk, 50_00)
    given = {"room": desk.room, "patron": desk.player(), "drawer": desk.drawer, "origin": "won", "by": desk.cashier}
    return cage.redeem_presented, given | {"amount": 50_00}, {"origin": "given"}


def _decide_hold(at: DisputeTable) -> Sample:
    desk = at.table.desk
    held = a_hold(desk)
    given = {"held": held, "is_paid": True, "reason": "known here", "by": person(desk.room, "floor")}
    return cage.decide_hold, given, {"is_paid": False}


def _describe_patron(at: DisputeTable) -> Sample:
    look = services.Look(sex="man", age_band="45_59", height="tall", hair="grey")
    given = {"room": at.table.desk.room, "look": look}
    return services.describe_patron, given, {"look": replace(look, hair="red")}


def _buy_in(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "session": desk.session, "player": desk.player(), "drawer": desk.drawer}
    given |= {"by": desk.cashier}
    return cage.buy_in, given | {"amount": 100_00}, {"amount": 200_00}


def _state(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "account": "First Bank", "amount": 100_00}
    given |= {"stated_on": at.table.desk.now.date()}
    return cage.enter_statement, given, {"amount": 200_00}


def stock(at: DisputeTable) -> Sample:
    """Chips and cash that come into the vault."""
    given = {"room": at.table.desk.room, "chips": 100_00, "cash": 100_00, "reason": "delivered"}
    given |= {"second": at.table.desk.cashier}
    return cage.stock_vault, given, {"reason": "found"}


def _bank_cash(at: DisputeTable) -> Sample:
    room, desk = at.table.desk.room, at.table.desk
    cage.stock_vault(room=room, chips=0, cash=300_00, key=key(), reason="delivered", **desk.at_the_vault())
    given = {"room": room, "amount": 100_00, "reason": "slip 12", "second": desk.cashier}
    return cage.bank_cash, given, {"amount": 200_00}


def _receive(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "pieces": {100_00: 2}, "reason": "papers 17", "name": "Blue"}
    given |= {"use": "secondary", "second": at.table.desk.cashier}
    return cage.receive_chips, given, {"pieces": {100_00: 3}}


def _received(at: DisputeTable) -> dict[str, Any]:
    """A set of which chips lie in the vault, and who does something with it before whom."""
    service, given, _ = _receive(at)
    slip = service(**given, key=key(), **at.by())
    return {"chip_set": slip.chip_set, "reason": "worn", "second": at.table.desk.cashier}


def _destroy(at: DisputeTable) -> Sample:
    return cage.destroy_chips, _received(at) | {"pieces": {100_00: 1}}, {"pieces": {100_00: 2}}


def _retire(at: DisputeTable) -> Sample:
    day = at.table.desk.room.gaming_day(at.table.desk.now)
    return cage.retire_set, _received(at) | {"last_day": day + timedelta(days=1)}, {"last_day": day + timedelta(days=2)}


def _exchange(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"drawer": desk.drawer, "what": "chips", "taken": {25_00: 4}, "given": {100_00: 1}, "by": desk.cashier}
    return cage.exchange, given, {"taken": {5_00: 20}}


def _fund(at: DisputeTable) -> Sample:
    service, given, _ = stock(at)
    service(**given, key=key(), **at.by())
    given = {"drawer": at.table.desk.drawer, "chips": 100_00, "cash": 0, "reason": "a fill"}
    given |= {"second": at.table.desk.cashier}
    return cage.fund_drawer, given, {"reason": "another fill"}


def _open_drawer(at: DisputeTable) -> Sample:
    desk = at.table.desk
    drawer = cage.add_drawer(room=desk.room, name="Window 2", **desk.by())
    given = {"drawer": drawer, "counted": Counted(), "by": person(desk.room, "cashier")}
    return cage.open_drawer, given, {"counted": counted(desk.room, 100_00)}


def _opening(at: DisputeTable) -> tuple[DrawerSession, dict[str, Any]]:
    """A drawer that is being opened with more than its last close left, and who opens it."""
    service, given, otherwise = _open_drawer(at)
    return service(**(given | otherwise), key=key(), at=at.table.desk.at()), {"by": given["by"]}


def _recount_opening(at: DisputeTable) -> Sample:
    session, by = _opening(at)
    room = session.room
    given = {"session": session, "counted": counted(room, 200_00)} | by
    return cage.recount_opening, given, {"counted": counted(room, 300_00)}


def _accept_opening(at: DisputeTable) -> Sample:
    session, by = _opening(at)
    seconds = [person(session.room, "floor") for _ in range(2)]
    return cage.accept_opening, {"session": session, "second": seconds[0]} | by, {"second": seconds[1]}


def _count_drawer(at: DisputeTable) -> Sample:
    desk = at.table.desk
    session = cage.begin_close(session=running(desk.drawer), **desk.by())
    given = {"session": session, "counted": by_the_books(desk.drawer), "by": desk.cashier}
    return cage.count_drawer, given, {"counted": Counted()}


def _recount_drawer(at: DisputeTable) -> Sample:
    service, given, otherwise = _count_drawer(at)
    second, third = (person(at.table.desk.room, "floor") for _ in range(2))
    for sheet, by in ((given, at.table.desk.cashier), (given | otherwise, second)):
        service(**(sheet | {"by": by}), key=key(), at=at.table.desk.at())
    return cage.recount_drawer, given | {"second": second, "third": third}, otherwise


def _count_vault(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"count": begun(desk), "counted": lying(desk.room), "by": desk.manager}
    return cage.count_vault, given, {"counted": lying(desk.room, chips=1_00)}


def _count_vault_together(at: DisputeTable) -> Sample:
    service, given, otherwise = _count_vault(at)
    second, third = (person(at.table.desk.room, "floor") for _ in range(2))
    for sheet, by in ((given, at.table.desk.manager), (given | otherwise, second)):
        service(**(sheet | {"by": by}), key=key(), at=at.table.desk.at())
    return cage.count_vault_together, given | {"second": second, "third": third}, otherwise


def _void_vault_move(at: DisputeTable) -> Sample:
    desk, two = at.table.desk, at.table.desk.at_the_vault()
    room, same = desk.room, key()
    cage.stock_vault(room=room, chips=0, cash=5_00, key=key(), reason="delivered", **two)
    cage.bank_cash(room=room, amount=5_00, key=same, reason="slip 12", **desk.at_the_vault())
    number = Transfer.objects.get(request_key=same).chain_number
    given = {"room": room, "number": number, "reason": "never went", "by": desk.manager, "second": desk.cashier}
    return cage.void_vault_move, given, {"reason": "another bank"}


def _note_regulator(at: DisputeTable) -> Sample:
    desk = at.table.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-200_00)
    given = {"investigation": Investigation.objects.get(variance__room=desk.room)}
    return cage.note_regulator, given | {"text": "by telephone", "by": desk.manager}, {"text": "by letter"}


def _void_debt_payment(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"debt": a_debt(desk), "how": DebtEntry.How.CASH, "amount": 1_00, "drawer": desk.drawer}
    paid = cage.pay_debt(**given, key=key(), **desk.by())
    return cage.void_debt_payment, {"paid": paid, "reason": "a mistake", "by": desk.cashier}, {"reason": "another"}


def _cover(at: DisputeTable) -> Sample:
    service, stocked, _ = stock(at)
    service(**stocked, key=key(), **at.by())
    at.table.tick(3_00)
    for seat in (1, 2, 3):
        at.table.desk.leave(at.table.sittings[seat])
    given = {"session": at.table.session, "amount": 2_00, "reason": "never counted"}
    return shortfall.cover_shortfall, given | {"second": at.other, "by": at.manager}, {"amount": 1_00}


def _bank(at: DisputeTable, *, holds: int = 0) -> tuple[PlayerBank, dict[str, Any]]:
    """A player's bank that holds so much, and what its services are given."""
    desk = at.table.desk
    bank = a_bank(desk)
    given = {"bank": bank, "drawer": desk.drawer, "by": desk.cashier}
    if holds:
        cage.deposit(**given, amount=holds, key=key(), shown=shown(desk, bank), at=desk.at())
    return bank, given | {"shown": shown(desk, bank)}


def _deposit(at: DisputeTable) -> Sample:
    _, given = _bank(at)
    return cage.deposit, given | {"amount": 50_00}, {"amount": 60_00}


def _withdraw(at: DisputeTable) -> Sample:
    _, given = _bank(at, holds=100_00)
    return cage.withdraw_or_hold, given | {"amount": 50_00}, {"amount": 60_00}


def _withdraw_paid(at: DisputeTable) -> Sample:
    _, given, other = _withdraw(at)
    return cage.withdraw, given, other


def _void_bank_slip(at: DisputeTable) -> Sample:
    bank, _ = _bank(at, holds=100_00)
    desk = at.table.desk
    given = {"slip": bank.slips.get(), "reason": "twice", "by": desk.cashier, "second": desk.second}
    return cage.void_bank_slip, given, {"reason": "a slip"}


def _exchange_tokes(at: DisputeTable) -> Sample:
    desk = at.table.desk
    dealer = register_dealer(room=desk.room, badge_number="D9", display_name="Dee", **desk.by())
    given = {"dealer": dealer, "drawer": desk.drawer, "by": desk.cashier, "second": desk.second}
    return cage.exchange_tokes, given | {"counted": Counted({100: 5})}, {"counted": Counted({100: 6})}


def _void_toke_slip(at: DisputeTable) -> Sample:
    desk = at.table.desk
    dealer = register_dealer(room=desk.room, badge_number="D9", display_name="Dee", **desk.by())
    given = {"slip": own_tokes(desk, dealer), "reason": "twice", "by": desk.cashier, "second": desk.manager}
    return cage.void_toke_slip, given, {"reason": "a slip"}


def _count_tokes(at: DisputeTable) -> Sample:
    desk = at.table.desk
    pooled_tokes(desk, day_before(desk))
    given = {"room": desk.room, "of_day": day_before(desk), "drawer": desk.drawer, "by": desk.cashier}
    given |= {"second": desk.second, "counted": Counted({100: 5})}
    return cage.enter_counted_tokes, given, {"counted": Counted({100: 6})}


def _split_tokes(at: DisputeTable) -> Sample:
    desk = at.table.desk
    pooled_tokes(desk, day_before(desk))
    given = {"room": desk.room, "day": day_before(desk), "by": desk.manager}
    return cage.split_tokes, given, {"day": day_before(desk) - timedelta(days=1)}


def _pay_share(at: DisputeTable) -> Sample:
    desk = at.table.desk
    day = day_before(desk)
    shift = start_shift(
        dealer=register_dealer(room=desk.room, badge_number="D9", display_name="Dee", **desk.by()), **desk.by()
    )
    began = desk.room.start_of(day)
    dealt = {"started_at": began, "ended_at": began + timedelta(minutes=30), "ended_with": "push"}
    Down.objects.create(session=desk.session, shift=shift, **dealt)
    pooled_tokes(desk, day)
    share = cage.split_tokes(room=desk.room, day=day, key=key(), by=desk.manager, at=desk.at()).shares.get()
    other = cage.add_drawer(room=desk.room, name="Window 9", **desk.by())
    return cage.pay_share, {"share": share, "drawer": desk.drawer, "by": desk.cashier}, {"drawer": other}


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {
    "deposit": _deposit,
    "withdraw": _withdraw_paid,
    "withdraw_or_hold": _withdraw,
    "void_bank_slip": _void_bank_slip,
    "exchange_tokes": _exchange_tokes,
    "void_toke_slip": _void_toke_slip,
    "enter_counted_tokes": _count_tokes,
    "split_tokes": _split_tokes,
    "pay_share": _pay_share,
    "cash_out": _cash_out,
    "buy_in": _buy_in,
    "void_buy_in": _void_buy_in,
    "void_cash_out": _void_cash_out,
    "pay_or_hold": _pay_or_hold,
    "void_cash_slip": _void_cash_slip,
    "book_cash": _book_cash_paid,
    "book_or_hold": _book_cash,
    "redeem_presented": _redeem_presented,
    "decide_hold": _decide_hold,
    "describe_patron": _describe_patron,
    "enter_statement": _state,
    "stock_vault": stock,
    "bank_cash": _bank_cash,
    "receive_chips": _receive,
    "exchange": _exchange,
    "destroy_chips": _destroy,
    "retire_set": _retire,
    "fund_drawer": _fund,
    "open_drawer": _open_drawer,
    "recount_opening": _recount_opening,
    "accept_opening": _accept_opening,
    "count_drawer": _count_drawer,
    "recount_drawer": _recount_drawer,
    "count_vault": _count_vault,
    "void_vault_move": _void_vault_move,
    "count_vault_together": _count_vault_together,
    "note_regulator": _note_regulator,
    "void_debt_payment": _void_debt_payment,
    "cover_shortfall": _cover,
}
