"""The tokes of a simulated room: each dealer's own, exchanged at the close; or pooled, counted, and shared next day."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.selectors.denominations import values_of
from cage.selectors.tokes import unpaid
from demo.simulation.part import Part, Settler


class Tokes(Part):
    """Every chip that dealers were given comes to the window on the day, counted by two."""

    def open(self) -> None:
        """Pay the shares of the day before."""
        for share in unpaid(self.stage.house.room).order_by("pk"):
            key = self.stage.key("share")
            services.pay_share(share=share, key=key, **self._window())
            self.stage.window.hand_over(cash=-share.amount, key=key)

    def close(self) -> None:
        """Bring the tokes to the window: into the pool together, or each dealer's own for cash."""
        tokes = self.stage.truth.tokes
        if self.stage.script.pools_tokes:
            self._count_into_pool(sum(tokes.values()))
        else:
            for badge, amount in tokes.items():
                self._exchange(badge, amount)
        tokes.clear()

    def settlers(self) -> Mapping[str, Settler]:
        """The manager shares what was counted."""
        return {"tokes_not_split": self._split}

    def _split(self, day: date) -> None:
        facts: dict[str, Any] = {"key": self.stage.key("split"), "by": self.stage.by("manager")}
        services.split_tokes(room=self.stage.house.room, day=day, at=self.stage.now, **facts)

    def _count_into_pool(self, amount: int) -> None:
        if amount:
            room, key = self.stage.house.room, self.stage.key("tokes")
            facts: dict[str, Any] = {"of_day": room.gaming_day(self.stage.now), "counted": self._pieces(amount)}
            services.enter_counted_tokes(room=room, key=key, second=self.stage.by("shift"), **facts, **self._window())
            self.stage.window.hand_over(chips=amount, key=key)

    def _exchange(self, badge: str, amount: int) -> None:
        key, dealer = self.stage.key("tokes"), self.stage.house.dealers[badge]
        facts: dict[str, Any] = {"counted": self._pieces(amount), "second": self.stage.by("shift")}
        services.exchange_tokes(dealer=dealer, key=key, **facts, **self._window())
        self.stage.window.hand_over(chips=amount, cash=-amount, key=key)

    def _pieces(self, chips: int) -> Counted:
        return Counted(fewest_pieces(chips, values_of(self.stage.house.room).chips))

    def _window(self) -> dict[str, Any]:
        return {"drawer": self.stage.house.drawer, "by": self.stage.by("cashier"), "at": self.stage.now}
