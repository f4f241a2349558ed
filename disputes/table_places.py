"""The chips that cases hold or are owed, by the table that the case is about."""

from django.db.models import Q, QuerySet

from disputes.models import Dispute
from players.table_places import register
from tables.models import Table


@register
def cases(tables: QuerySet[Table]) -> Q:
    """The chips impounded for a case of one of these tables, and what is owed to it."""
    return Q(case_id__in=Dispute.objects.filter(session__table__in=tables).values("pk"))
