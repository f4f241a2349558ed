"""The values that chips and cash are counted in, and the terms of pools and drawers that are amounts."""

from collections.abc import Iterator
from datetime import datetime

from cage.models import Denominations, Drawer, PoolVersion
from config.rooms.models import Room
from config.rooms.standing_money import InTheWay, counts_in_chips, posts_amounts


@counts_in_chips
def values_to_count_in(room: Room, chip: int, at: datetime) -> Iterator[InTheWay]:
    """The values that were posted without a chip of `chip`: every amount is made of the smallest; one query."""
    posted = Denominations.objects.filter(room=room).first()
    if posted and chip not in posted.chips:
        money = room.money(chip)
        yield InTheWay(
            f"the values that chips are counted in lack {money}", f"list {money} among the values to count in"
        )


@posts_amounts
def posted_at_the_cage(room: Room) -> Iterator[str]:
    """Values to count in, the most cash of drawers, and the terms of pools."""
    if Denominations.objects.filter(room=room).exists():
        yield "values to count in"
    if Drawer.objects.filter(room=room).exclude(working_capital=None).exists():
        yield "the limits of drawers"
    if PoolVersion.objects.filter(pool__room=room).exists():
        yield "the terms of pools"
