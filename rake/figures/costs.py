"""The costs that a room states: until it says what a dealer's minute or a table's hour costs, nobody knows them."""

from collections.abc import Mapping

from config.rooms.models import Room

SETTINGS: Mapping[str, str] = {"dealer_cost": "dealer_minute_cost", "table_cost": "table_hour_cost"}
"""The setting of the room that each measure of costs is made of."""


def is_set(measure: str, room: Room) -> bool:
    """Whether the measure is no cost, or one that the room has stated."""
    return measure not in SETTINGS or bool(getattr(room, SETTINGS[measure]))
