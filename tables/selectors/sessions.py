"""The tables that are open on the floor of a room; what is imported from files never lies among them."""

from django.db.models import QuerySet

from config.rooms.models import Room
from tables.models import PlaySource, TableSession


def playing(room: Room) -> QuerySet[TableSession]:
    """The open sessions of the room's own tables."""
    return TableSession.objects.filter(room=room, closed_at=None, source=PlaySource.FLOOR)
