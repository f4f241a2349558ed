"""The plan of a room that is to be played: its settings, its tables and plaques, and who works and plays there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any

from config.rooms.models import Room
from demo.places import PLAQUES, ROOM
from demo.simulation import cast
from demo.simulation.script import Script
from rules.house.plaque import Plaque


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """Somebody of the staff, by the name that every act calls them by, such as "relief" (demo.simulation.cast.STAFF).

    Without a badge number one is made of the room and their place among the staff.
    """

    name: str
    role: str
    username: str
    display_name: str
    badge_number: str = ""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of the floor; None is the plaque of one that waits for its plaque, and isn't played at."""

    name: str
    plaque: Plaque | None
    section: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A room before it is made. `dealers` are badge numbers with names, and `games` are the tables whose games the
    players come for. `chips` and `cash` fill the drawer, minor units, and as much stays in the vault."""

    settings: Mapping[str, Any]
    staff: Sequence[PlannedPerson]
    tables: Sequence[PlannedTable]
    dealers: Mapping[str, str]
    players: Sequence[cast.Papers]
    games: Sequence[str]
    chips: int
    cash: int


def plan_of(script: Script) -> Plan:
    """The plan of the room of a script: the plaques of the demo room again and again, and people for so many tables."""
    name = script.name
    own = {"name": name, "slug": name, "gaming_day_start": script.day_start, "awards_need_deposit": True}
    own["tokes_mode"] = Room.TokesMode.POOLED if script.pools_tokes else Room.TokesMode.OWN
    plaques = enumerate(islice(cycle(PLAQUES.values()), script.tables), 1)
    tables = [PlannedTable(f"Table {number}", replace(plaque)) for number, plaque in plaques]
    return Plan(
        settings=ROOM | own,
        staff=[PlannedPerson(who, role, f"{name}.{who}", f"{who.capitalize()} of {name}") for who, role in cast.STAFF],
        tables=tables,
        dealers={badge: f"Dealer {badge}" for badge in cast.badges(script.tables)},
        players=[cast.papers(name, number) for number in range(script.tables * cast.PLAYERS_A_TABLE)],
        games=[table.name for table in tables],
        chips=200_000_00,
        cash=100_000_00,
    )
