"""Drawers counted short or over, and the investigations that wait for somebody above."""

from django.db.models import QuerySet

from cage.models import Drawer, DrawerSession, DrawerVariance, Investigation
from config.rooms.models import Room

SESSIONS = 10


def variances(room: Room) -> QuerySet[DrawerVariance]:
    """The variances of a room's drawers, newest first, each with its investigation."""
    people = ("session__drawer", "cashier", "closed_by", "investigation__settled_by")
    return DrawerVariance.objects.filter(room=room).select_related(*people)


def open_investigations(room: Room) -> list[Investigation]:
    """The investigations that nobody has settled, oldest first; one query."""
    found = Investigation.objects.filter(variance__room=room, state=Investigation.State.OPEN)
    return list(found.select_related("variance__session__drawer", "variance__cashier").order_by("pk"))


def sessions_of(drawer: Drawer, *, most: int = SESSIONS) -> list[DrawerSession]:
    """The newest sessions of a drawer that were open, with their variances; two queries."""
    ended = DrawerSession.objects.filter(drawer=drawer, state=DrawerSession.State.CLOSED).exclude(opened_at=None)
    return list(ended.select_related("cashier").prefetch_related("variances")[:most])
