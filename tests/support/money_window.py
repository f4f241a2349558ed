"""The window in the money machine's evening: chips sold to who sits, and sales and payments that are voided again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from cage.models import BuyIn, CashOut, SlipVoid
from cage.services import void_buy_in, void_cash_out
from config.errors import DomainError
from config.staff.models import User
from players.models import Sitting
from tests.support.desk import key
from tests.support.dispute import DisputeTable
from tests.support.money_model import Model
from tests.support.refusals import refused

DOLLAR = 1_00
KEPT = ("model", "now_at", "hands", "dealt", "files", "sales", "payments", "voided")
"""The facts of an evening that are as before where it is told otherwise."""
VOID_ALONE = 120 * DOLLAR
"""The sum that one person voids alone a day, the other chips moved alone included."""


@dataclass(frozen=True)
class Sold:
    """A sale that stands; `sitting` is where its chips went, None for the rack."""

    slip: BuyIn
    player: int
    sitting: int | None


class Window:
    """Rules for a machine with a `desk` and a `model`; `sales` and `payments` are the slips that stand, `voided` those
    that don't any more."""

    desk: DisputeTable
    model: Model
    people: dict[str, User]
    now_at: dict[int, Sitting]
    sales: list[Sold]
    payments: list[CashOut]
    voided: list[BuyIn | CashOut]
    told: ClassVar[Counter[str]]

    @precondition(lambda self: self._seated())
    @rule(data=st.data(), amount=st.integers(1, 100))
    def sell_at_the_table(self, data: st.DataObject, amount: int) -> None:
        """Chips for cash, on to the stack of who sits; refused where the plaque allows no more."""
        player = data.draw(st.sampled_from(self._seated()))  # type: ignore[attr-defined]
        try:
            sold = self.desk.table.desk.buy_in(self.now_at[player].player, amount * DOLLAR)
        except DomainError:
            return
        self.model.seat[player] += sold.amount
        self.sales.append(Sold(sold, player, self.now_at[player].pk))

    @precondition(lambda self: self.sales)
    @rule(data=st.data())
    def void_a_sale(self, data: st.DataObject) -> None:
        """A sale goes back: off the stack that it went to, or out of the rack; never what the player no longer has."""
        sold = data.draw(st.sampled_from(self.sales[-3:]))
        amount, act = sold.slip.amount, self._voiding(sold.slip)
        stays = sold.sitting is not None and bool(self.model.stay[sold.player])
        stays = stays and self.now_at[sold.player].pk == sold.sitting
        has = self.model.rack[sold.player] if sold.sitting is None else self.model.seat[sold.player] if stays else 0
        if has < amount:
            self.told["chips moved on"] += 1
            refused("chips_moved_on", lambda: act(self.desk.other))
            return
        if stays and self.model.on_table() - amount < min(self.model.on_table(), 0):
            refused("table_short", lambda: act(self.desk.other))
            return
        self._void_by_two(amount, act)
        (self.model.seat if stays else self.model.rack)[sold.player] -= amount
        self.sales.remove(sold)
        self.voided.append(sold.slip)
        self.told["sales voided"] += 1

    @precondition(lambda self: self.payments)
    @rule(data=st.data())
    def void_a_payment(self, data: st.DataObject) -> None:
        """A payment goes back: its chips are in the rack again."""
        paid = data.draw(st.sampled_from(self.payments[-3:]))
        self._void_by_two(paid.amount, self._voiding(paid))
        self.model.rack[paid.player_id] += paid.amount
        self.payments.remove(paid)
        self.voided.append(paid)
        self.told["payments voided"] += 1

    @precondition(lambda self: self.voided)
    @rule(data=st.data())
    def void_it_again(self, data: st.DataObject) -> None:
        """Refuse to give back twice."""
        act = self._voiding(data.draw(st.sampled_from(self.voided)))
        refused("already_voided", lambda: act(self.desk.other))

    def _voiding(self, slip: BuyIn | CashOut) -> Callable[[User | None], SlipVoid]:
        def act(second: User | None) -> SlipVoid:
            facts: dict[str, Any] = {"reason": "typed twice", "second": second, "key": key()}
            facts |= self.desk.by(self.people["cashier"])
            if isinstance(slip, BuyIn):
                return void_buy_in(bought=slip, **facts)
            return void_cash_out(paid=slip, **facts)

        return act

    def _void_by_two(self, amount: int, act: Callable[[User | None], SlipVoid]) -> None:
        """Void it alone up to what the room has set, else be refused and void it with a second person."""
        if self.model.alone["cashier"] + amount > VOID_ALONE:
            refused("second_needed", lambda: act(None))
            act(self.desk.other)
            return
        act(None)
        self.model.alone["cashier"] += amount
        self.told["voided alone"] += 1
