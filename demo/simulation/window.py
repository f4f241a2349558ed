"""The window of a simulated room: chips sold and redeemed, now and then with the wrong change or the wrong chips."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from cage.models import DrawerSession
from cage.services import SAME_AGAIN, buy_in, cash_out, pay_debt
from demo.simulation.planted import Effect, Kind, Mark
from demo.simulation.stage import Stage
from players.models import DebtEntry, Player
from players.selectors.debts import debts_of
from tables.models import TableSession

WRONG_CHANGE: Final = Kind("wrong_change", "the drawer’s next count is short or over in cash by the amount")
WRONG_CHIPS: Final = Kind("wrong_chips", "the drawer’s next count is short or over in chips by the amount")
OFF_BY = (1_00, 1_00, 5_00, 20_00, 100_00)
"""Amounts of a mistake: a chip or a note too many or too few, which lie beside each other."""
AT_THE_CLOSE: Final = "closing"


def variance_of(session: int, part: str) -> Mark:
    """The line of the books that says what a count of a drawer's session was short or over."""
    return Mark("drawer variance", session, part)


@dataclass
class Window:
    """A cashier at a drawer. `session` is the session of the drawer that is open."""

    stage: Stage
    chance: Random
    session: DrawerSession

    def sell(self, player: Player, session: TableSession, amount: int, what: str) -> None:
        """Sell chips for cash."""
        key = self.stage.key(what)
        buy_in(player=player, session=session, amount=amount, key=key, confirmed=(SAME_AGAIN,), **self._cage())
        self.hand_over(chips=-amount, cash=amount, key=key)

    def redeem(self, player: Player, amount: int) -> None:
        """Pay chips out; what the player owes of them to a case or a hand goes there first."""
        amount -= self._paid_on_debts(player, amount)
        if not amount:
            return
        key = self.stage.key("cash-out")
        cash_out(player=player, amount=amount, key=key, confirmed=(SAME_AGAIN,), **self._cage())
        self.hand_over(chips=amount, cash=-amount, key=key)

    def _paid_on_debts(self, player: Player, amount: int) -> int:
        """The chips of so many that were taken for the player's debts."""
        left = amount
        for row in debts_of(player, self.stage.house.room):
            taken = min(row.owed, left)
            if taken:
                key, by = self.stage.key("debt"), self.session.cashier
                pay_debt(debt=row.debt, how=DebtEntry.How.RACK, amount=taken, key=key, by=by, at=self.stage.now)
            left -= taken
        return amount - left

    def hand_over(self, *, key: str, chips: int = 0, cash: int = 0) -> None:
        """Let chips and cash change hands, and plant what went wrong with it. What leaves the drawer is below zero."""
        chips_off, cash_off = self._mistake()
        lying = self.stage.truth.drawer(self.session.drawer_id)
        lying.put(chips=chips + chips_off, cash=cash + cash_off)
        self.stage.truth.pocketed -= chips_off
        for kind, effect in ((WRONG_CHIPS, Effect(chips=chips_off)), (WRONG_CHANGE, Effect(cash=cash_off))):
            if any(effect):
                drawer, who = self.session.drawer, self.session.cashier
                mark = variance_of(self.session.pk, AT_THE_CLOSE)
                self.stage.plant(kind, mark, effect, str(drawer), who=str(who), request=key)

    def _mistake(self) -> tuple[int, int]:
        """By how much chips and cash were wrong, at the stated rate: more often too few stay in the drawer."""
        drawn, which, amount, sign = (self.chance.random() for _ in range(4))
        if drawn >= self.stage.script.errors:
            return 0, 0
        off = OFF_BY[int(amount * len(OFF_BY))] * (-1 if sign < 0.7 else 1)
        return (off, 0) if which < 0.4 else (0, off)

    def _cage(self) -> dict[str, Any]:
        facts = {"room": self.stage.house.room, "drawer": self.session.drawer}
        return facts | {"by": self.session.cashier, "at": self.stage.now}
