"""Questions about the drawers of one gaming day."""

from collections.abc import Sequence
from datetime import date, datetime
from itertools import chain

from django.db.models import Q

from cage.models import DrawerCount, DrawerSession, Investigation
from config.rooms.models import Room

_CLOSED = DrawerSession.State.CLOSED


def sessions_still_running(room: Room, until: datetime) -> Sequence[DrawerSession]:
    """The sessions of drawers that began before the end of a day and were not closed since; one query."""
    running = DrawerSession.objects.exclude(state=_CLOSED).filter(room=room, began_at__lt=until)
    return list(running.select_related("drawer", "cashier", "room"))


def drawer_people(room: Room, since: datetime, until: datetime) -> set[int]:
    """The people who worked or counted a drawer in a session that ran between two instants; two queries."""
    ran = Q(began_at__lt=until) & (Q(closed_at=None) | Q(closed_at__gt=since))
    sessions = list(DrawerSession.objects.filter(ran, room=room).values_list("pk", "cashier"))
    counts = DrawerCount.objects.filter(session__in=[session for session, _ in sessions])
    named = chain.from_iterable(counts.values_list("counted_by", "second", "third"))
    return {*filter(None, named), *(cashier for _, cashier in sessions)}


def investigations_still_open(room: Room, day: date) -> Sequence[Investigation]:
    """The investigations of the day's variances that nobody has settled, with who counted and carried; three
    queries."""
    still_open = Investigation.objects.filter(state=Investigation.State.OPEN)
    of_drawers = Q(variance__room=room, variance__gaming_day=day)
    of_day = still_open.filter(of_drawers | Q(carried__room=room, carried__gaming_day=day))
    things = ("variance__session__drawer", "variance__cashier", "carried__slip")
    return list(of_day.select_related(*things).prefetch_related("variance__session__counts", "carried__slip__acts"))
