"""Counts of drop boxes that differed and were given up."""

from collections.abc import Sequence
from dataclasses import dataclass

from cage.models import BoxCount, BoxPull, GivenUpBoxCount
from config.rooms.models import Room

MOST = 10


@dataclass(frozen=True, slots=True)
class GivenUpBox:
    """Two counts of a box that were given up, with both; what each came to is told once the box is counted."""

    row: GivenUpBoxCount
    counts: Sequence[BoxCount]

    @property
    def is_told(self) -> bool:
        """Whether the box is counted, and nobody counts towards an amount any more."""
        return self.row.pull.state == BoxPull.State.COUNTED

    @property
    def apart(self) -> int:
        """The chips by which the two counts differ, minor units."""
        return abs(self.counts[0].amount - self.counts[-1].amount)


def given_up_boxes(room: Room, *, most: int = MOST) -> list[GivenUpBox]:
    """The newest counts of boxes that were given up, each with both; two queries."""
    rows = list(GivenUpBoxCount.objects.filter(pull__room=room).select_related("pull__table", "by", "second")[:most])
    made = BoxCount.objects.filter(pull__in=[row.pull_id for row in rows]).exclude(part=BoxCount.Part.TOGETHER)
    counts = list(made.select_related("counted_by").order_by("part"))
    return [
        GivenUpBox(row, [one for one in counts if (one.pull_id, one.round) == (row.pull_id, row.round)]) for row in rows
    ]
