"""The signs that the floor may put on a table with a manager's leave: those that a manager has posted already."""

from dataclasses import dataclass, replace
from datetime import datetime

from rules.house.plaque import Plaque
from rules.house.plaque_check import check_plaque
from tables.models import PlaqueVersion, PlaySource, Table
from tables.selectors.signs import standing
from tables.signs import ComparedLine, compared

LOOKED_AT = 200
"""So many of the newest plaques of the room are looked at, whatever table they stood on."""
MOST = 12
"""So many different signs are offered, those that were posted last."""


@dataclass(frozen=True, slots=True)
class ApprovedSign:
    """A sign of the room, as it would stand on this table, and what it would change there."""

    version: PlaqueVersion
    sign: Plaque
    changes: list[ComparedLine]


def approved_signs(table: Table, at: datetime) -> list[ApprovedSign]:
    """The room's signs that differ from what stands on `table` and that the house rules in force allow, newest first;
    four queries."""
    now = standing(table, at)
    if now.rules is None:
        return []
    posted = PlaqueVersion.objects.filter(room=table.room_id, source=PlaySource.FLOOR, effective_at__lte=at)
    found: dict[Plaque, ApprovedSign] = {}
    for version in posted.order_by("-posted_at", "-pk")[:LOOKED_AT]:
        sign = replace(version.sign, seats=min(version.sign.seats, table.seats))
        if sign in found or now.says(sign) or check_plaque(sign, now.rules.rules):
            continue
        old = now.newest.sign if now.newest else None
        changes = [line for line in compared(sign, old, table.room) if line.is_changed]
        found[sign] = ApprovedSign(version, sign, changes)
    return list(found.values())[:MOST]
