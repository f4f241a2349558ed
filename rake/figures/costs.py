"""The sums that rest on what somebody states: until a room says what a dealer's minute or a table's hour costs, how
many tables it plans, and what boxes held that were pulled, nobody knows them."""

from collections.abc import Mapping

from config.rooms.models import Room
from rake.figures.measures import COUNTED_APART, Measure, Quantity, Source

SETTINGS: Mapping[str, str] = {"dealer_cost": "dealer_minute_cost", "table_cost": "table_hour_cost"}
"""The setting of the room that each measure of costs is made of."""


def is_stated(measure: Measure, read: Mapping[str, int], room: Room) -> bool:
    """Whether a measure that came to nothing is nothing: it is no cost, or one that the room has stated; it is no
    plan's, or something was planned, so that rows of it were `read`; and no box of it waits for its count."""
    if measure.source == Source.PLANS:
        return bool(read)
    if measure.source == Source.DROP and measure.quantity == Quantity.MONEY:
        return not _waits(measure.code, read)
    return states_its_cost(measure, room)


def states_its_cost(measure: Measure, room: Room) -> bool:
    """Whether a measure is no cost, or one that the room’s settings state."""
    return measure.code not in SETTINGS or bool(getattr(room, SETTINGS[measure.code]))


def _waits(code: str, read: Mapping[str, int]) -> bool:
    """Whether boxes that nobody has counted may hold what a measure of boxes tells of: those of its kind; of what was
    over and short all of them, while none was counted."""
    kind = code.removesuffix("_counted")
    if kind in COUNTED_APART:
        return bool(read.get(f"{kind}_waiting"))
    return bool(read.get("boxes_waiting")) and not read.get("boxes_counted")
