"""The transfers of a period, added up by gaming day and by the way that they went: the one question to the ledger.

Journal, named sums and return all rest on it. Transfers of imported sessions are never the room's own and stay out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet

from cage.models import BoxPull
from config.rooms.models import Room
from players.models import Transfer
from rake.revenue.sums import KINDS, SUMS, NamedSum


class Moved(NamedTuple):
    """The money that went one way on a gaming day. `is_back`: by transfers that took others back; `holds`: the box's
    kind, if it came out of a pulled box; `amount` in minor units."""

    day: date
    kind: str
    source: str
    target: str
    is_back: bool
    holds: str
    amount: int
    transfers: int


_MOVED = """
select transfer.gaming_day, transfer.kind, source.kind, target.kind, transfer.reverses_id is not null,
    coalesce(pull.holds, ''), sum(transfer.amount)::bigint, count(*)
from players_transfer transfer
join players_account source on source.id = transfer.source_id
join players_account target on target.id = transfer.target_id
left join cage_boxpull pull on pull.id = coalesce(source.pull_id, target.pull_id)
where transfer.room_id = %(room)s and transfer.gaming_day between %(first)s and %(last)s
    and (%(kinds)s::text[] is null or transfer.kind = any(%(kinds)s)) and not source.is_import
group by 1, 2, 3, 4, 5, 6
order by 1, 2, 3, 4, 5, 6
"""


def moved(room: Room, first: date, last: date, kinds: Iterable[str] | None = None) -> list[Moved]:
    """The money that went each way on the gaming days from `first` to `last`, of these kinds or of all; one query."""
    wanted = None if kinds is None else [str(kind) for kind in kinds]
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, {"room": room.pk, "first": first, "last": last, "kinds": wanted})
        return [Moved(*row) for row in cursor.fetchall()]


def sums_by_day(room: Room, first: date, last: date) -> dict[date, dict[str, int]]:
    """Every named sum of each gaming day with any of its transfers, by its code, minor units; one query."""
    found: dict[date, dict[str, int]] = defaultdict(lambda: dict.fromkeys((each.code for each in SUMS), 0))
    for row in moved(room, first, last, KINDS):
        for each in SUMS:
            sign = each.sign(row.kind, row.source, row.target, is_back=row.is_back, holds=row.holds)
            found[row.day][each.code] += sign * row.amount
    return dict(found)


def transfers_of(room: Room, each: NamedSum, first: date, last: date) -> QuerySet[Transfer]:
    """The transfers behind a named sum on the gaming days from `first` to `last`."""
    there = Transfer.objects.filter(room=room, gaming_day__range=(first, last), source__is_import=False)
    return there.filter(_any(each))


def sign_of(each: NamedSum, transfer: Transfer) -> int:
    """The sign with which one of its transfers counts in a sum: 1 or -1. It was read with its two accounts."""
    is_back = transfer.reverses_id is not None
    return each.sign(transfer.kind, transfer.source.kind, transfer.target.kind, is_back=is_back, holds=each.holds)


def _any(each: NamedSum) -> Q:
    found = Q()
    for kind, source, target in each.ways:
        found |= Q(kind=kind, source__kind=source, target__kind=target, reverses=None)
        found |= Q(kind=kind, source__kind=target, target__kind=source, reverses__isnull=False)
    if not each.holds:
        return found
    pulls: Sequence[int] | QuerySet[BoxPull, int] = BoxPull.objects.filter(holds=each.holds).values_list(
        "pk", flat=True
    )
    return found & (Q(source__pull_id__in=pulls) | Q(target__pull_id__in=pulls))
