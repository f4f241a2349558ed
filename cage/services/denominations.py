"""The denominations of a room are posted: the values that its drawers are counted in."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from cage.models import Denominations
from cage.selectors.denominations import values_of
from config.audit.services import record
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User

MOST_VALUES = 24


@transaction.atomic
def post_denominations(
    *, room: Room, chips: Sequence[int], cash: Sequence[int], by: User | None, at: datetime
) -> Denominations:
    """Post the values that chips and cash are counted in, minor units; returns the row. Earlier ones stay on record.

    Refuses an empty list, or one of more values than a sheet holds (`denominations_uncountable`), and a list of chips
    without the room's smallest, of which every amount is made (`smallest_chip_missing`).
    """
    before = values_of(room)
    for field, values in (("chips", chips), ("cash", cash)):
        if not 1 <= len(set(values)) <= MOST_VALUES or min(values) < 1:
            message = f"List one to {MOST_VALUES} values, each worth more than nothing."
            raise DomainError("denominations_uncountable", message, field=field)
    if room.smallest_chip not in chips:
        message = f"Every amount is made of the smallest chip, {room.money(room.smallest_chip)}: list it too."
        raise DomainError("smallest_chip_missing", message, field="chips")
    kept = {"chips": sorted(set(chips), reverse=True), "cash": sorted(set(cash), reverse=True)}
    posted = Denominations.objects.create(room=room, **kept, by=by, at=at)
    was = {"chips": list(before.chips), "cash": list(before.cash)}
    record("denominations.posted", posted, room=room, by=by, at=at, before=was, after=kept)
    return posted
