"""Comps of a simulated room: points that hours of locked days have earned are redeemed, in cash or for a dinner, and
now and then one is taken back."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from cage.services import SAME_AGAIN, book_cash
from demo.comps import EVERY_HOUR
from demo.comps import TERMS as OF_THE_DEMO
from demo.simulation.part import Part
from demo.simulation.stage import Stage
from players.models import CompEntry, Player, TransferKind
from players.selectors.comps import account_of, rules_on, why_not
from players.services.comp_expiry import expire_points
from players.services.comp_redeeming import redeem_points, reverse_redemption
from players.services.comp_rules import post_comp_rate, post_comp_rules
from rake.comps.services import earn_day
from rake.comps.waiting import days_to_earn

TERMS: Final = replace(OF_THE_DEMO, cash_allowed=True)
REDEMPTION: Final = 0.3
"""The chance that somebody wants something for their points in half an hour."""
TAKEN_BACK: Final = 0.1
"""The chance that a redemption is taken back: the kitchen was closed."""
LEAST, MOST = 100, 300
"""Points of one redemption, in hundreds of them: a hundred make the smallest chip."""


class Comps(Part):
    """The rules hold from the second day on; what a day earns is there when the room opens again."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("comps")
        self.players = [each.player for each in stage.house.regulars]

    def open(self) -> None:
        """Give what the days that were locked have earned; on the first day of all, agree on the rules."""
        room, at = self.stage.house.room, self.stage.now
        if rules_on(room, room.gaming_day(at) + timedelta(days=1)) is None:
            self._agree()
        for day in days_to_earn(room):
            earn_day(room=room, day=day, at=at)
        expire_points(room=room, at=at)

    def half_hour(self) -> None:
        """Now and then somebody comes to the window with their points."""
        if self.chance.random() < REDEMPTION:
            player = self.chance.choice(self.players)
            points = self._wanted(player)
            if points and self.chance.random() < 0.5:
                self._pay(player, points)
            elif points:
                self._serve(player, points)

    def _agree(self) -> None:
        room, at = self.stage.house.room, self.stage.now
        facts: dict[str, Any] = {
            "room": room, "from_day": room.gaming_day(at) + timedelta(days=1), "reason": "the room opens",
            "source": "player programme of the house", "by": self.stage.by("manager"),
            "second": self.stage.by("auditor"), "at": at,
        }  # fmt: skip
        post_comp_rules(terms=TERMS, key=self.stage.key("comp-rules"), **facts)
        post_comp_rate(plaque=None, lines=[EVERY_HOUR], key=self.stage.key("comp-rate"), **facts)

    def _wanted(self, player: Player) -> int:
        """The points that a player may have something for now, in whole hundreds; 0 where they may not."""
        room, now = self.stage.house.room, self.stage.now
        if rules_on(room, room.gaming_day(now)) is None or any(why_not(room, player, now)):
            return 0
        has = account_of(room, player, room.gaming_day(now)).available
        return min(has, self.chance.randrange(LEAST, MOST + 1)) // LEAST * LEAST

    def _pay(self, player: Player, points: int) -> None:
        key, amount = self.stage.key("comp"), points * TERMS.point_value
        book_cash(
            room=self.stage.house.room, drawer=self.stage.house.drawer, kind=TransferKind.COMP_PAID, amount=amount,
            patron=player, what="points", reference=key, key=key, confirmed=(SAME_AGAIN,), **self._two(),
        )  # fmt: skip
        self.stage.window.hand_over(cash=-amount, key=key)

    def _serve(self, player: Player, points: int) -> None:
        facts: dict[str, Any] = {"room": self.stage.house.room, "player": player, "points": points, "what": "dinner"}
        entry = redeem_points(key=self.stage.key("dinner"), **facts, **self._two())
        if self.chance.random() < TAKEN_BACK:
            self._take_back(entry)

    def _take_back(self, entry: CompEntry) -> None:
        key = self.stage.key("back")
        reverse_redemption(entry=entry, reason="the kitchen was closed", key=key, **self._two())

    def _two(self) -> dict[str, Any]:
        return {"by": self.stage.by("cashier"), "second": self.stage.by("shift"), "at": self.stage.now}
