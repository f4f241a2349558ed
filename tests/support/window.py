"""The window in tests: chips presented, patrons described, other money booked."""

from datetime import date
from typing import Any

from cage import services as cage
from cage.models import CashSlip, Drawer, HeldCashOut
from config.staff.models import User
from players import services
from players.models import Player, TransferKind
from tests.support.desk import AGAIN, Desk, key, person
from tests.support.drawers import opened


def another_drawer(desk: Desk) -> Drawer:
    """A second window with chips and cash, whose cashier is another person."""
    cashier = person(desk.room, "cashier")
    drawer = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
    stock = {"chips": 10_000_00, "cash": 10_000_00}
    cage.stock_vault(room=desk.room, key=key(), reason="more", **stock, **desk.at_the_vault())
    return cage.fund_drawer(drawer=drawer, key=key(), **stock, **desk.at_the_vault() | {"second": cashier})


def described(desk: Desk, by: User | None = None, **look: Any) -> Player:
    """A patron without a document."""
    seen = services.Look(**({"sex": "man", "age_band": "45_59", "height": "tall", "hair": "grey"} | look))
    return services.describe_patron(room=desk.room, look=seen, key=key(), **(desk.by() | ({"by": by} if by else {})))


def identified(desk: Desk, name: str = "Ann Archer", document: str = "A1234567") -> Player:
    """A player of whom everything is on record."""
    papers = {"legal_name": name, "date_of_birth": date(1980, 1, 2), "document_kind": "passport"}
    return desk.player(name, document_number=document, document_expires_on=date(2035, 1, 1), **papers)


def present(desk: Desk, patron: Player, amount: int, **facts: Any) -> CashSlip:
    """Chips that the books don't know, paid."""
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
