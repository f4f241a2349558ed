"""The plaques that the floor may put on a table with a manager's leave: those that a manager has posted already."""

from dataclasses import dataclass, replace
from datetime import datetime

from rules.house.plaque import Plaque
from rules.house.plaque_check import check_plaque
from tables.models import PlaqueVersion, PlaySource, Table
from tables.plaque_lines import ComparedLine, compared
from tables.selectors.plaques import standing

LOOKED_AT = 200
"""So many of the newest plaques of the room are looked at, whatever table they stood on."""
MOST = 12
"""So many different plaques are offered, those that were posted last."""


@dataclass(frozen=True, slots=True)
class ApprovedPlaque:
    """A plaque of the room, as it would stand on this table, and what it would change there."""

    version: PlaqueVersion
    plaque: Plaque
    changes: list[ComparedLine]


def approved_plaques(table: Table, at: datetime) -> list[ApprovedPlaque]:
    """The room's plaques that differ from what stands on `table` and that the house rules in force allow, newest first;
    four queries."""
    now = standing(table, at)
    if now.rules is None:
        return []
    posted = PlaqueVersion.objects.filter(room=table.room_id, source=PlaySource.FLOOR, effective_at__lte=at)
    found: dict[Plaque, ApprovedPlaque] = {}
    for version in posted.order_by("-posted_at", "-pk")[:LOOKED_AT]:
        plaque = replace(version.plaque, seats=min(version.plaque.seats, table.seats))
        if plaque in found or now.says(plaque) or check_plaque(plaque, now.rules.house):
            continue
        old = now.newest.plaque if now.newest else None
        changes = [line for line in compared(plaque, old, table.room) if line.is_changed]
        found[plaque] = ApprovedPlaque(version, plaque, changes)
    return list(found.values())[:MOST]
