"""The places of the cage that belong to a table: the slips of its tray, and the boxes that were taken off it."""

from django.db.models import Q, QuerySet

from cage.models import BoxPull, TransitSlip
from players.table_places import register
from tables.models import Table


@register
def slips_and_pulls(tables: QuerySet[Table]) -> Q:
    """The chips on their way to or from a table's tray, and those of its boxes in custody."""
    slips = TransitSlip.objects.filter(table__in=tables).values("pk")
    pulls = BoxPull.objects.filter(table__in=tables).values("pk")
    return Q(slip_id__in=slips) | Q(pull_id__in=pulls)
