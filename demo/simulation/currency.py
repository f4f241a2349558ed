"""Currency reports of a simulated room: the manager decides about everybody who came to so much cash."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from cage import services
from cage.models import CurrencyDecision
from cage.selectors.currency_reports import undecided
from demo.simulation.part import Part, Settler


class CurrencyReports(Part):
    """In the evening each candidate is decided: a report is filed."""

    def settlers(self) -> Mapping[str, Settler]:
        """The manager, who serves nobody at the window, has a report filed for each candidate of the day."""
        return {"currency_undecided": self._decide}

    def _decide(self, day: date) -> None:
        room, by = self.stage.house.room, self.stage.by("manager")
        for each in undecided(room, day):
            facts: dict[str, Any] = {"player": each.player, "day": each.of_day, "seen": each.seen}
            facts |= {"outcome": CurrencyDecision.Outcome.FILE, "words": str(by), "key": self.stage.key("currency")}
            services.decide_currency(room=room, by=by, at=self.stage.now, **facts)
