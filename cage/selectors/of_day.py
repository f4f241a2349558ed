"""Questions about the drawers of one gaming day."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db.models import Q

from cage.models import DrawerCount, DrawerSession, Investigation
from config.rooms.models import Room

_CLOSED = DrawerSession.State.CLOSED


def sessions_still_running(room: Room, until: datetime) -> Sequence[DrawerSession]:
    """The sessions of drawers that began before the end of a day and were not closed since; one query."""
    running = DrawerSession.objects.exclude(state=_CLOSED).filter(room=room, began_at__lt=until)
    return list(running.select_related("drawer", "cashier", "room"))


def drawer_people(room: Room, since: datetime, until: datetime) -> dict[int, str]:
    """The people who worked or counted a drawer in a session that ran between two instants, each with the weightiest
    of what they did there: "worked Window 1", "counted Window 1", "signed a count of Window 1"; two queries."""
    ran = Q(began_at__lt=until) & (Q(closed_at=None) | Q(closed_at__gt=since))
    sessions = list(DrawerSession.objects.filter(ran, room=room).values_list("pk", "cashier", "drawer__name"))
    counts = DrawerCount.objects.filter(session__in=[session for session, _, _ in sessions])
    made = list(counts.values_list("counted_by", "second", "third", "session__drawer__name"))
    signed = {person: f"signed a count of {name}" for _, *others, name in made for person in others if person}
    counted = {person: f"counted {name}" for person, *_, name in made}
    return signed | counted | {cashier: f"worked {name}" for _, cashier, name in sessions}


def investigations_still_open(room: Room, day: date) -> Sequence[Investigation]:
    """The investigations of the day's variances that nobody has settled, with who counted and carried; five
    queries."""
    still_open = Investigation.objects.filter(state=Investigation.State.OPEN)
    of_drawers = Q(variance__room=room, variance__gaming_day=day)
    of_vault = Q(vault_variance__room=room, vault_variance__gaming_day=day)
    of_felts = Q(felt__room=room, felt__gaming_day=day)
    of_day = still_open.filter(of_drawers | of_vault | of_felts | Q(carried__room=room, carried__gaming_day=day))
    things = (
        *("variance__session__drawer", "variance__cashier", "carried__slip", "vault_variance__count"),
        *("felt__room", "felt__session__table", "felt__by", "felt__second"),
    )
    hands = ("variance__session__counts", "carried__slip__acts", "vault_variance__count__sheets__counted_by")
    return list(of_day.select_related(*things).prefetch_related(*hands))
