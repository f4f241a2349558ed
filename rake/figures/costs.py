"""The sums that rest on what a room states: until it says what a dealer's minute or a table's hour costs, and how many
tables it plans, nobody knows them."""

from collections.abc import Mapping

from config.rooms.models import Room
from rake.figures.measures import Measure, Source

SETTINGS: Mapping[str, str] = {"dealer_cost": "dealer_minute_cost", "table_cost": "table_hour_cost"}
"""The setting of the room that each measure of costs is made of."""


def is_stated(measure: Measure, read: Mapping[str, int], room: Room) -> bool:
    """Whether a measure that came to nothing is nothing: it is no cost, or one that the room has stated; and it is no
    plan's, or something was planned, so that rows of it were `read`."""
    if measure.source == Source.PLANS:
        return bool(read)
    return measure.code not in SETTINGS or bool(getattr(room, SETTINGS[measure.code]))
