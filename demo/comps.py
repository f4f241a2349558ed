"""Comps of the demo room: rules and rates that were agreed on before it opened, so that the evening's hours count."""

from datetime import datetime, timedelta
from typing import Any

from config.rooms.models import Room
from config.staff.models import User
from players.comps.terms import CompTerms, RateLine
from players.comps.week import WeekHours
from players.services.comp_rules import post_comp_rate, post_comp_rules
from tables.models import PlaqueVersion

TERMS = CompTerms(
    point_value=1, expires_days=180, earning_days=30, required_minutes=60, player_day_points=4_000,
    cashier_day_points=20_000, alone_points=1_500,
)  # fmt: skip
EVERY_HOUR = RateLine(WeekHours(), 100)
QUIET_MORNINGS = RateLine(WeekHours((0, 1, 2, 3), 6, 12), 200)
LARGE_GAME = RateLine(WeekHours(), 150)


def post_comps(room: Room, *, by: User, second: User, opened: datetime) -> None:
    """Points are worth a cent, an hour a hundred of them, twice as many on quiet mornings; more at the largest game."""
    at = opened - timedelta(days=1)
    facts: dict[str, Any] = {
        "room": room, "from_day": room.gaming_day(opened), "source": "player programme of the house",
        "reason": "agreed on before the room opens", "by": by, "second": second, "at": at,
    }  # fmt: skip
    post_comp_rules(terms=TERMS, key="demo:comps", **facts)
    post_comp_rate(plaque=None, lines=[EVERY_HOUR, QUIET_MORNINGS], key="demo:comp-rate", **facts)
    largest = PlaqueVersion.objects.get(room=room, table__name="Table 2")
    post_comp_rate(plaque=largest, lines=[LARGE_GAME], key="demo:comp-rate-2", **facts)
