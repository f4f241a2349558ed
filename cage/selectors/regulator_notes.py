"""The variances of which the regulator is told, and those of which nobody has told it yet (R28)."""

from datetime import date, datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from cage.models import DrawerVariance, Investigation, RegulatorNote
from cage.models.variances import THINGS
from config.rooms.models import Room


def of_room(room: Room) -> QuerySet[Investigation]:
    """The investigations of a room, of whatever was counted."""
    about = reduce(or_, (Q(**{f"{thing}__room": room}) for thing in THINGS))
    return Investigation.objects.filter(about).select_related(
        "variance__room", "variance__session__drawer", "variance__cashier", "box_variance__room",
        "box_variance__pull__table", "carried__slip__room", "carried__slip__drawer", "carried__slip__table",
        "tray__room", "tray__table", "vault_variance__room", "vault_variance__count", "felt__room",
        "felt__session__table",
    )  # fmt: skip


def not_told(room: Room, day: date | None = None) -> list[Investigation]:
    """The investigations of which nobody has told the regulator yet, oldest first; of one gaming day, or of all. One
    query, and one for each slip."""
    waiting = of_room(room).filter(note_due_at__isnull=False, notes=None)
    if day is not None:
        waiting = waiting.filter(reduce(or_, (Q(**{f"{thing}__gaming_day": day}) for thing in THINGS)))
    return list(waiting.order_by("pk"))


def notes(room: Room, *, most: int = 20) -> list[RegulatorNote]:
    """The newest notes that the regulator was told, each with its investigation; one query, and one for each slip."""
    rows = RegulatorNote.objects.filter(investigation__in=of_room(room).values("pk"))
    about = ("by", "investigation__variance__session__drawer", "investigation__box_variance__pull__table")
    return list(
        rows.select_related(
            *about,
            "investigation__carried__slip",
            "investigation__tray__table",
            "investigation__vault_variance",
            "investigation__felt__session__table",
        )[:most]
    )


def told_at(room: Room, due: datetime | None) -> str:
    """A deadline in the room's time, for a sentence; "" where there is none."""
    return f"{due.astimezone(room.zone):%-d %B %Y %H:%M}" if due else ""


def told_name(investigation: Investigation) -> str:
    """The name of the thing that was counted, for people: the drawer, the box, the tray, the vault, or the slip
    with who carried it."""
    about = investigation.about
    return str(about.session.drawer) if isinstance(about, DrawerVariance) else str(about)
