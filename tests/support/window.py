"""The window in tests: chips presented, patrons described, other money booked."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from cage import services as cage
from cage.counted import fewest_pieces
from cage.models import CashSlip, Drawer, HeldCashOut
from cage.selectors.denominations import values_of
from cage.selectors.logs import MORE_THAN_IS_OUT
from config.staff.models import User
from players import services
from players.models import AccountKind, Player, TransferKind
from players.services.table_money import count_stack
from tables.services import close_table
from tests.support.desk import AGAIN, NLH, Desk, key, person
from tests.support.drawers import opened
from tests.support.marks import next_number


def another_drawer(desk: Desk, name: str = "Window 2") -> Drawer:
    """A second window with chips and cash, whose cashier is another person."""
    cashier = person(desk.room, "cashier")
    drawer = opened(desk.room, name, cashier=cashier, by=desk.manager, at=desk.at())
    stock = {"chips": 10_000_00, "cash": 10_000_00}
    cage.stock_vault(room=desk.room, key=key(), reason="more", **stock, **AGAIN, **desk.at_the_vault())
    return cage.fund_drawer(drawer=drawer, key=key(), **stock, **desk.at_the_vault() | {"second": cashier})


def described(desk: Desk, by: User | None = None, **look: Any) -> Player:
    """A patron without a document."""
    seen = services.Look(**({"sex": "man", "age_band": "45_59", "height": "tall", "hair": "grey"} | look))
    return services.describe_patron(room=desk.room, look=seen, key=key(), **(desk.by() | ({"by": by} if by else {})))


def identified(desk: Desk, name: str = "Ann Archer", document: str = "A1234567") -> Player:
    """A player of whom everything is on record."""
    papers = {"legal_name": name, "date_of_birth": date(1980, 1, 2), "document_kind": "passport"}
    return desk.player(name, document_number=document, document_expires_on=date(2035, 1, 1), **papers)


def carried_off(desk: Desk, amount: int, window: Drawer | None = None) -> None:
    """Chips that are out of the house by the books: somebody bought them at another window, hadn't them when they got
    up, and the felt of their table went to nobody known at its close."""
    step, desk.step = desk.step, timedelta(0)
    window = window or another_drawer(desk, f"Window {next_number()}")
    cashier = window.sessions.get().cashier
    session, someone = (
        desk.open_table(replace(NLH, buy_in_max=None)),
        identified(desk, "Carl Carrier", f"C{next_number()}"),
    )
    bought = max(amount, session.posted.buy_in_min)
    desk.buy_in(someone, bought, session=session, drawer=window, by=cashier)
    sitting = desk.seat(someone, 1, bought, session=session)
    left = bought - amount
    second = {"second": person(desk.room, "floor"), "by": desk.manager, "at": desk.now}
    count_stack(sitting=sitting, key=key(), counted=left, reason="carried off", **second)
    services.leave_seat(sitting=sitting, counted=left, key=key(), by=desk.manager, at=desk.now)
    close_table(session=session, confirmed=("residual",), reason="carried off", **second)
    desk.step = step


def present(desk: Desk, patron: Player, amount: int, *, carried: bool = True, **facts: Any) -> CashSlip:
    """Chips that the books don't know, paid; as many are out of the house."""
    if carried and desk.held(AccountKind.ABROAD) < amount:
        carried_off(desk, max(amount, 1_000_00))
    given = {"room": desk.room, "drawer": desk.drawer, "origin": "won", "key": key()} | AGAIN | desk.by() | facts
    return cage.redeem_presented(patron=patron, amount=amount, **given)


def counted_twice(desk: Desk, pieces: dict[int, int], second: User | None = None) -> dict[str, Any]:
    """A supervisor who counted the same as the cashier."""
    return {"pieces": pieces, "second": second or person(desk.room, "floor"), "second_pieces": dict(pieces)}


def book(desk: Desk, kind: TransferKind, amount: int, patron: Player | None = None, **facts: Any) -> CashSlip:
    """Other money, with the words that its kind asks for."""
    words = {"what": "the thing", "reference": key()[:8]}
    given = {"room": desk.room, "drawer": desk.drawer, "key": key()} | words | AGAIN | desk.by() | facts
    return cage.book_cash(kind=kind, amount=amount, patron=patron, **given)


def before_manager(desk: Desk, amount: int) -> dict[str, Any]:
    """The facts with which chips are presented of which none are out of the house by the books: a manager counted them
    too."""
    pieces = fewest_pieces(amount, values_of(desk.room).chips)
    confirmed = (cage.SAME_AGAIN, MORE_THAN_IS_OUT)
    return {"carried": False, "confirmed": confirmed} | counted_twice(desk, pieces, desk.manager)


def a_void(desk: Desk, slip: CashSlip, **facts: Any) -> Any:
    """The void of such a slip."""
    given = {"reason": "the wrong line", "key": key()} | desk.by() | facts
    return cage.void_cash_slip(slip=slip, **given)


def a_hold(desk: Desk) -> HeldCashOut:
    """A cash-out that is held, of somebody whose identity isn't on record."""
    up_to, player = desk.room.identity_from, desk.player()
    desk.buy_in(player, 200_00)
    desk.room.identity_from = 100_00
    held = cage.pay_or_hold(room=desk.room, player=player, amount=200_00, drawer=desk.drawer, key=key(), **desk.by())
    desk.room.identity_from = up_to
    assert isinstance(held, HeldCashOut)
    return held
