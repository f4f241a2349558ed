"""Sections: the parts of the floor that tables stand in, by which a manager reads figures."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from tables.models import Table


def spelt_section(room: Room, section: str) -> str:
    """The section's name as the room's tables spell it already, so that “main floor” is no second “Main floor”."""
    known = Table.objects.filter(room=room, section__iexact=section).order_by("pk").values_list("section", flat=True)
    return (section and known.first()) or section


@transaction.atomic
def set_section(*, room: Room, tables: Collection[int], section: str, by: User | None, at: datetime) -> list[Table]:
    """Put tables in a section, or in none where it is empty, and return those that were moved, in the floor's order.

    Reports group tables by the section that they stand in now, of earlier days too, as they name them by the name that
    they have now. Refuses no table (`no_tables`) and one that isn't the room's (`table_unknown`).
    """
    Room.objects.select_for_update().get(pk=room.pk)
    chosen = list(Table.objects.filter(room=room, pk__in=tables))
    if not tables:
        raise DomainError("no_tables", "Tick the tables that stand in the section.", field="tables")
    if len(chosen) != len(set(tables)):
        raise DomainError("table_unknown", "One of these tables isn’t this room’s: reload the page.", field="tables")
    section = spelt_section(room, section)
    moved = [table for table in chosen if table.section != section]
    for table in moved:
        before, table.section = table.section, section
        table.save(update_fields=["section"])
        record(
            "table.section_set", table, room=room, by=by, at=at, before={"section": before}, after={"section": section}
        )
    return moved
