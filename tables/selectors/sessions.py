"""The tables that are open on the floor of a room; what is imported from files never lies among them."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from config.rooms.models import Room
from tables.models import PlaqueVersion, PlaySource, TableSession


def playing(room: Room) -> QuerySet[TableSession]:
    """The open sessions of the room's own tables."""
    return TableSession.objects.filter(room=room, closed_at=None, source=PlaySource.FLOOR)


def smallest_buy_ins(sessions: Iterable[TableSession]) -> dict[int, int]:
    """The smallest buy-in of any plaque that each table was played under since it was opened, minor units, by session.

    What is posted on a table where people sit already raises nothing that is measured by the buy-in: they brought no
    such amount. One query.
    """
    going = list(sessions)
    on_tables = Q(table__in={session.table_id for session in going}, source=PlaySource.FLOOR)
    posted = list(PlaqueVersion.objects.filter(on_tables).order_by("effective_at", "number"))
    return {session.pk: min(each.plaque.buy_in_min for each in _played_under(session, posted)) for session in going}


def _played_under(session: TableSession, posted: Iterable[PlaqueVersion]) -> list[PlaqueVersion]:
    """The plaque in force, the one that stood when the table was opened, and those between, of all that were posted."""
    of_table = [each for each in posted if each.table_id == session.table_id]
    until_now = [each for each in of_table if each.effective_at <= session.plaque.effective_at]
    before = [each for each in until_now if each.effective_at <= session.opened_at]
    return [session.plaque, *before[-1:], *until_now[len(before) :]]
