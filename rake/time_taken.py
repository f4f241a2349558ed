"""The time that a gaming day collected: a revenue line of its own beside the rake of hands (R-3), table by table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum

from config.rooms.models import Room
from players.models import TimeCharge

_COLLECTED, _VOIDED = (Q(outcome=outcome) for outcome in (TimeCharge.Outcome.COLLECTED, TimeCharge.Outcome.VOIDED))


@dataclass(frozen=True, slots=True)
class TimeOfTable:
    """The time that a table collected: half hours of seats, and minor units, both less what was voided on the day."""

    table: str
    half_hours: int
    amount: int


@dataclass(frozen=True, slots=True)
class TimeTaken:
    """The time that a day collected, the tables by name."""

    tables: Sequence[TimeOfTable]

    def __bool__(self) -> bool:
        return bool(self.tables)

    @property
    def amount(self) -> int:
        """All of it, minor units."""
        return sum(row.amount for row in self.tables)

    @property
    def by_table(self) -> Mapping[str, int]:
        """The amount of each table, minor units."""
        return {row.table: row.amount for row in self.tables}


def time_taken(room: Room, day: date) -> TimeTaken:
    """The time that was collected on a gaming day, less what was voided on it; one query. What is voided later is taken
    off the day that books the void."""
    charges = TimeCharge.objects.filter(session__room=room, gaming_day=day).filter(_COLLECTED | _VOIDED)
    sums = (
        charges.order_by()
        .values("session__table__name")
        .annotate(
            collected=Sum("amount", filter=_COLLECTED, default=0),
            voided=Sum("amount", filter=_VOIDED, default=0),
            half_hours=Count("pk", filter=_COLLECTED) - Count("pk", filter=_VOIDED),
        )
    )
    return TimeTaken(
        [
            TimeOfTable(row["session__table__name"], row["half_hours"], row["collected"] - row["voided"])
            for row in sums.order_by("session__table__name")
        ]
    )
