"""The terms that a room posts for its comps, as they come from whoever drafts them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from players.comps.week import WeekHours


@dataclass(frozen=True, slots=True, kw_only=True)
class CompTerms:
    """The rules of comps in a room. Points are whole; `point_value` is in minor units; days are gaming days."""

    is_on: bool = True
    point_value: int
    expires_days: int = 0
    earning_days: int = 30
    required_minutes: int = 0
    most_redemptions: int = 0
    player_day_points: int
    cashier_day_points: int
    alone_points: int = 0
    cash_allowed: bool = False
    excluded_days: Sequence[date] = ()
    excluded_hours: Sequence[WeekHours] = ()
    excluded_plaques: Sequence[int] = ()

    def stored(self) -> dict[str, Any]:
        """The fields of the row that keeps them."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        return plain | {
            "excluded_days": sorted(day.isoformat() for day in set(self.excluded_days)),
            "excluded_hours": [hours.to_json() for hours in self.excluded_hours],
            "excluded_plaques": sorted(set(self.excluded_plaques)),
        }


_PLAIN = (
    "is_on", "point_value", "expires_days", "earning_days", "required_minutes", "most_redemptions",
    "player_day_points", "cashier_day_points", "alone_points", "cash_allowed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RateLine:
    """The points that an hour of play earns in some hours of the week."""

    hours: WeekHours
    points: int

    def to_json(self) -> list[Any]:
        """The line as it is stored: [days, from, until, points]."""
        return [*self.hours.to_json(), self.points]
