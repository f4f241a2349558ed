"""The places of a table that the ledger knows by a number alone: slips on their way to its tray, boxes that were taken
off it, chips that a case holds.

Whoever numbers such places registers in its `ready` how they belong to tables, so that a search by table finds what
moved through them.
"""

from collections.abc import Callable
from typing import Final

from django.db.models import Q, QuerySet

from tables.models import Table

Source = Callable[[QuerySet[Table]], Q]
"""The condition on accounts under which they belong to one of these tables."""

SOURCES: Final[list[Source]] = []


def register(source: Source) -> Source:
    """Let the ledger find these places by their tables; returns the source."""
    if source not in SOURCES:
        SOURCES.append(source)
    return source


def at_tables(tables: QuerySet[Table]) -> Q:
    """The condition on accounts under which they are a place of one of these tables: of its sessions, its tray, or a
    place that is registered."""
    found = Q(session__table__in=tables) | Q(table__in=tables)
    for source in SOURCES:
        found |= source(tables)
    return found
