"""Questions about the drawers of one gaming day."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Exists, OuterRef, Q

from cage.models import Drawer
from config.rooms.models import Room
from players.models import Account, Transfer


def drawers_not_closed(room: Room, day: date) -> Sequence[Drawer]:
    """The drawers of a room that something of the gaming day went through and that were not closed since; one query.

    A drawer is open or not: one that was opened again for a later day counts as not closed.
    """
    places = Account.objects.filter(drawer_id=OuterRef(OuterRef("pk"))).values("pk")
    moved = Transfer.objects.filter(
        Q(source__in=places) | Q(target__in=places), room=room, gaming_day=day
    )  # fmt: skip
    return list(Drawer.objects.filter(Exists(moved), room=room, is_open=True).select_related("cashier"))
