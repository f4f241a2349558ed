"""Acts that moved money after the fact, on one gaming day."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q, Sum

from config.rooms.models import Room
from players.counts import CountReason
from players.four_eyes import ACTS
from players.models import AccountKind, MoneyAct, Transfer, TransferKind


@dataclass(frozen=True, slots=True)
class ActRow:
    """One act as it was done, and its name for people."""

    done: MoneyAct
    name: str


@dataclass(frozen=True, slots=True)
class Counter:
    """The chips that one person's counts found above the books and below them on a day, minor units, in so many stacks;
    and how much of what was found they put down to quick hands, whose winners nobody knows. `badge` is "" where nobody
    did it."""

    name: str
    stacks: int
    more: int
    less: int
    by_ticks: int
    badge: str = ""

    @property
    def moved(self) -> int:
        """The chips that were found, or missed, whichever are more."""
        return max(self.more, self.less)


def counts_of_day(room: Room, day: date) -> list[Counter]:
    """The chips that counts have moved in the room on a gaming day, by who counted, the most first; one query."""
    counts = Transfer.objects.filter(room=room, gaming_day=day, kind=TransferKind.COUNT)
    found, missed = Q(source__kind=AccountKind.FELT), Q(target__kind=AccountKind.FELT)
    by_ticks = found & Q(reason__startswith=CountReason.TICKS.label)
    sums = (
        counts.order_by()
        .values("by", "by__display_name", "by__badge_number")
        .annotate(
            stacks=Count("pk"),
            more=Sum("amount", filter=found, default=0),
            less=Sum("amount", filter=missed, default=0),
            by_ticks=Sum("amount", filter=by_ticks, default=0),
        )
    )
    rows = [
        Counter(
            row["by__display_name"] or "the system",
            **{fact: row[fact] for fact in ("stacks", "more", "less", "by_ticks")},
            badge=row["by__badge_number"] or "",
        )
        for row in sums
    ]
    return sorted(rows, key=lambda row: (-row.moved, row.name))


def acts_of_today(room: Room, at: datetime) -> list[ActRow]:
    """Moves made after the fact in the room on the gaming day of `at`, the newest first; one query."""
    done = MoneyAct.objects.filter(room=room, gaming_day=room.gaming_day(at))
    rows = done.select_related("by", "second", "session__table").order_by("-pk")
    return [ActRow(each, ACTS[each.act].name if each.act in ACTS else each.act) for each in rows]
