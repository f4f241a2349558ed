"""Other money at the window of a simulated room: chips that were carried off are brought back, and petty sums."""

from functools import partial
from typing import Any, Final

from cage import services
from cage.counted import fewest_pieces
from cage.models import CashSlip
from cage.selectors.denominations import values_of
from demo.simulation.part import Part
from demo.simulation.stage import Stage
from players.models import Player, TransferKind

OTHER_MONEY: Final = 0.1
"""The chance that somebody comes to the window with other money in half an hour."""
SUMS = {
    TransferKind.TOURNAMENT_ENTRY: 40_00,
    TransferKind.PAID_OUT: 12_00,
    TransferKind.PAID_IN: 5_00,
}


class Presented(Part):
    """Whoever carried chips off brings them back on a day after, whether they play or not."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("presented")
        self.players = {each.player.pk: each.player for each in stage.house.regulars}

    def open(self) -> None:
        """Those who have chips of a day before will come."""
        for player in self.stage.truth.carried:
            self.stage.after(partial(self._bring_back, player), minutes=self.chance.randrange(5, 60))

    def half_hour(self) -> None:
        """Now and then somebody pays or is paid something else."""
        if self.chance.random() < OTHER_MONEY:
            self._other_money(self.chance.choice(list(SUMS)), self.chance.choice(list(self.players.values())))

    def _bring_back(self, player: int) -> None:
        """Redeem chips that the books don't know; two people count them."""
        amount = self.stage.truth.carried.pop(player)
        pieces = fewest_pieces(amount, values_of(self.stage.house.room).chips)
        facts: dict[str, Any] = {"pieces": pieces, "second_pieces": dict(pieces)}
        key = self.stage.key("presented")
        services.redeem_presented(
            patron=self.players[player], amount=amount, origin=CashSlip.Origin.BROUGHT_BACK, key=key,
            second=self.stage.by("shift"), confirmed=(services.SAME_AGAIN,), **facts, **self._window(),
        )  # fmt: skip
        self.stage.window.hand_over(chips=amount, cash=-amount, key=key)

    def _other_money(self, kind: TransferKind, player: Player) -> None:
        is_petty = kind in (TransferKind.PAID_OUT, TransferKind.PAID_IN)
        key = self.stage.key("other")
        words: dict[str, Any] = {"what": "the thing of the day", "reference": key}
        services.book_cash(
            kind=kind,
            amount=SUMS[kind],
            patron=None if is_petty else player,
            key=key,
            **words,
            **self._window(),
            confirmed=(services.SAME_AGAIN,),
        )
        comes_in = kind in (TransferKind.TOURNAMENT_ENTRY, TransferKind.PAID_IN)
        self.stage.window.hand_over(cash=SUMS[kind] if comes_in else -SUMS[kind], key=key)

    def _window(self) -> dict[str, Any]:
        room = {"room": self.stage.house.room, "drawer": self.stage.house.drawer}
        return room | {"by": self.stage.by("cashier"), "at": self.stage.now}
