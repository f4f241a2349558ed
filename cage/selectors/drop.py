"""The drop of a gaming day: what was pulled and counted, and how it compares with what hands recorded, box by box, by
table and by down."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from cage.models import BoxCover, BoxPull, Investigation
from config.rooms.models import Room
from players.models import Transfer
from tables.models import Down

_S = BoxPull.State


@dataclass(frozen=True, slots=True)
class Line:
    """A move of chips at the boxes of a table between two pulls: minor units, below zero where they were taken out.

    `tier` is "full" of a full hand, "quick" of a quick hand, "charge" of time and tokes, and "later" of what
    corrections, rulings, debts and covers have moved.
    """

    pull: int
    session: int
    day: date
    at: datetime
    tier: str
    amount: int


@dataclass(slots=True)
class Boxed:
    """A pulled box: what it took by the books, by how that was recorded, and what was counted; minor units."""

    pull: BoxPull
    lines: list[Line] = field(default_factory=list)
    since: int = 0
    """The amount that corrections and rulings of hands in the box have put to what was recorded since the pull, below
    zero where they took back: over-and-short has covered it (`BoxCover`); minor units."""

    def of(self, tier: str) -> int:
        """The part that was recorded in that way."""
        return sum(line.amount for line in self.lines if line.tier == tier)

    @property
    def full(self) -> int:
        """Taken in full hands."""
        return self.of("full")

    @property
    def quick(self) -> int:
        """Taken in quick hands."""
        return self.of("quick")

    @property
    def charge(self) -> int:
        """Time that was collected, or tokes."""
        return self.of("charge")

    @property
    def later(self) -> int:
        """Moved by corrections and rulings."""
        return self.of("later")

    @property
    def recorded(self) -> int:
        """All of it, by the books."""
        return sum(line.amount for line in self.lines)

    @property
    def difference(self) -> int | None:
        """The sum that was counted less what was recorded, as it is corrected by now; None until it is counted. This
        is what the box has taken from over-and-short."""
        return None if self.pull.counted is None else self.pull.counted - self.pull.expected - self.since

    @property
    def by_day(self) -> dict[date, int]:
        """The sums that were recorded, by the gaming day that recorded it."""
        found: dict[date, int] = defaultdict(int)
        for line in self.lines:
            found[line.day] += line.amount
        return dict(found)


@dataclass(frozen=True, slots=True)
class OfDown:
    """The takings recorded while one dealer dealt into boxes, minor units. Where these held the takings of this down
    alone, `difference` is what was counted less that."""

    down: Down
    recorded: int
    hands: int
    difference: int | None


@dataclass(frozen=True, slots=True)
class OfTable:
    """The boxes of a table on a day: recorded and counted, minor units."""

    table: str
    recorded: int
    counted: int

    @property
    def difference(self) -> int:
        """The sum that was counted less what was recorded."""
        return self.counted - self.recorded


@dataclass(frozen=True, slots=True)
class Drop:
    """The drop of a gaming day. `unpulled` are the tables that dropped chips and had no pull; `undealt` is what was
    recorded into counted boxes of a table, by its name, while nobody was noted to deal there, minor units."""

    day: date
    boxes: Sequence[Boxed]
    tables: Sequence[OfTable]
    downs: Sequence[OfDown]
    undealt: Sequence[tuple[str, int]]
    unpulled: Sequence[str]
    carried: Sequence[tuple[BoxPull, int]]

    @property
    def pulled(self) -> int:
        """The number of boxes that were pulled."""
        return len(self.boxes)

    @property
    def counted(self) -> int:
        """The number of them that were counted."""
        return sum(1 for each in self.boxes if each.pull.state == _S.COUNTED)

    @property
    def difference(self) -> int:
        """The sum of the differences of the counted boxes: what they have taken from over-and-short, minor units."""
        return sum(each.difference or 0 for each in self.boxes)

    @property
    def recorded(self) -> int:
        """The sum that was recorded into the counted boxes, as it is corrected by now; minor units."""
        return sum(row.recorded for row in self.tables)

    @property
    def corrected(self) -> int:
        """The part of it that corrections, rulings, debts and covers have moved, which is in no down; minor units."""
        return self.recorded - sum(row.recorded for row in self.downs) - sum(amount for _, amount in self.undealt)


def drop_of(room: Room, day: date) -> Drop:
    """The drop of a gaming day; a fixed number of queries.

    Boxes are those that were pulled on the day. What the day recorded and a later day's pull took (a table that plays
    through) stands in `carried`, by pull, minor units.
    """
    pulls = list(_pulls(room).filter(gaming_day=day))
    later = list(_pulls(room).filter(gaming_day__gt=day, after_number__lt=_last_of(room, day)))
    lines: dict[int, list[Line]] = defaultdict(list)
    for line in recorded([pull.pk for pull in [*pulls, *later]]):
        lines[line.pull].append(line)
    since = corrected_since([pull.pk for pull in pulls])
    boxes = [Boxed(pull, lines[pull.pk], since.get(pull.pk, 0)) for pull in pulls]
    carried = [(pull, Boxed(pull, lines[pull.pk]).by_day.get(day, 0)) for pull in later]
    downs = _by_down(boxes)
    return Drop(
        day,
        boxes,
        _by_table(boxes),
        downs,
        _undealt(boxes, [row.down for row in downs]),
        tables_not_pulled(room, day),
        [(pull, amount) for pull, amount in carried if amount],
    )


def recorded(pulls: Sequence[int]) -> list[Line]:
    """Every move at the boxes of these pulls, from the one before each to it; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_RECORDED, {"pulls": list(pulls)})
        return [Line(*row) for row in cursor.fetchall()]


def corrected_since(pulls: Sequence[int]) -> dict[int, int]:
    """The amounts by which what was recorded into pulled boxes is other by now, minor units, by pull; one query.

    A cover belongs to the box into which its hand fell: that one was counted with what is put right. Where that wasn't
    noted, it belongs to the last box of its kind that was pulled at the table before it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COVERED, {"pulls": list(pulls)})
        return dict(cursor.fetchall())


def covered_by_count() -> Coalesce:
    """The chips that corrections and rulings had taken out of what was recorded into a pulled box by the time it was
    counted, below zero where they put some there; for a query of pulls, minor units.

    What is corrected once the count is known says nothing of what lay in the box: whoever corrects hands would choose
    who looks short. A cover of before releases noted its box (`BoxCover.pull`) is in none of them.
    """
    covers = BoxCover.objects.filter(pull=OuterRef("pk"), at__lte=OuterRef("counted_at")).order_by().values("pull")
    return Coalesce(Subquery(covers.annotate(sum=Sum("amount")).values("sum")), 0)


def tables_not_pulled(room: Room, day: date) -> list[str]:
    """The tables that dropped chips on a gaming day and had no pull on it, by name; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_UNPULLED, {"room": room.pk, "day": day})
        return [row[0] for row in cursor.fetchall()]


def boxes_not_pulled(room: Room, day: date) -> list[tuple[int, str, str]]:
    """The tables where chips of a gaming day, or of one before, still lie in a box: id, name and kind; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, {"room": room.pk, "day": day})
        return cursor.fetchall()


def boxes_not_counted(room: Room, day: date) -> list[BoxPull]:
    """The pulls that hold chips of a gaming day, or were made on it, and are not counted; two queries."""
    waiting = list(BoxPull.objects.filter(room=room).exclude(state=_S.COUNTED).select_related("table", "puller"))
    of_day = {line.pull for line in recorded([pull.pk for pull in waiting]) if line.day <= day}
    return [pull for pull in waiting if pull.gaming_day <= day or pull.pk in of_day]


def drop_reports_of(room: Room, day: date) -> list[Investigation]:
    """The open Drop Variance Reports about boxes that were pulled by the end of a gaming day, or hold something of it;
    two queries."""
    still_open = open_drop_reports(room)
    lines = recorded([report.box_variance.pull_id for report in still_open if report.box_variance])
    of_day = {line.pull for line in lines if line.day <= day}
    pulls = [(report, report.box_variance.pull) for report in still_open if report.box_variance]
    return [report for report, pull in pulls if pull.gaming_day <= day or pull.pk in of_day]


def open_drop_reports(room: Room) -> list[Investigation]:
    """The Drop Variance Reports that nobody has settled, oldest first, with who counted and carried; three
    queries."""
    found = Investigation.objects.filter(box_variance__room=room, state=Investigation.State.OPEN)
    found = found.select_related("box_variance__pull__table", "box_variance__pull__puller")
    return list(found.prefetch_related("box_variance__pull__counts", "box_variance__pull__handovers").order_by("pk"))


def _pulls(room: Room) -> QuerySet[BoxPull]:
    people = ("table", "puller", "watcher", "variance__investigation__settled_by")
    counted = ("counts__counted_by", "counts__second", "counts__third", "handovers__receiver")
    return BoxPull.objects.filter(room=room).select_related(*people).prefetch_related(*counted).order_by("at", "pk")


def _last_of(room: Room, day: date) -> int:
    """The number of the last row of the room's ledger up to the end of a gaming day, 0 where there is none."""
    rows = Transfer.objects.filter(room=room, gaming_day__lte=day)
    return rows.order_by("-chain_number").values_list("chain_number", flat=True).first() or 0


def _by_table(boxes: Iterable[Boxed]) -> list[OfTable]:
    """The counted boxes of each table, by its name."""
    sums: dict[str, list[int]] = {}
    for each in boxes:
        if each.pull.counted is not None:
            found = sums.setdefault(each.pull.table.name, [0, 0])
            found[0] += each.pull.expected + each.since
            found[1] += each.pull.counted
    return [OfTable(name, *amounts) for name, amounts in sorted(sums.items())]


def _by_down(boxes: Sequence[Boxed]) -> list[OfDown]:
    """The downs with what each recorded into boxes that are counted, in the order of their beginning; one query."""
    counted = [each for each in boxes if each.pull.counted is not None]
    wanted = {down for each in counted for down in each.pull.downs}
    downs = Down.objects.filter(pk__in=wanted).select_related("session__table", "shift__dealer")
    lines = [line for each in counted for line in each.lines if line.tier != "later"]
    return [_of_down(down, lines, counted) for down in downs.order_by("started_at", "pk")]


def _of_down(down: Down, lines: Iterable[Line], boxes: Iterable[Boxed]) -> OfDown:
    mine = [line for line in lines if line.session == down.session_id and _is_in(down, line.at)]
    alone = [each.difference or 0 for each in boxes if each.pull.downs == [down.pk]]
    shared = any(down.pk in each.pull.downs and each.pull.downs != [down.pk] for each in boxes)
    return OfDown(down, sum(line.amount for line in mine), len(mine), None if shared or not alone else sum(alone))


def _undealt(boxes: Iterable[Boxed], downs: Sequence[Down]) -> list[tuple[str, int]]:
    """The amounts that counted boxes of each table took in none of these downs."""
    sums: dict[str, int] = defaultdict(int)
    for each in boxes:
        for line in each.lines if each.pull.counted is not None else ():
            dealt = any(line.session == down.session_id and _is_in(down, line.at) for down in downs)
            if line.tier != "later" and not dealt:
                sums[each.pull.table.name] += line.amount
    return sorted((table, amount) for table, amount in sums.items() if amount)


def _is_in(down: Down, at: datetime) -> bool:
    return down.started_at <= at and (down.ended_at is None or at < down.ended_at)


_LEGS = """
    select a.id, a.room_id, a.session_id, ts.table_id, case a.kind when 'tokes' then 'tokes'
        else replace(a.kind, '_box', '') end as holds, t.kind, other.kind as other, t.chain_number, t.gaming_day, t.at,
        t.amount
    from players_account a join tables_tablesession ts on ts.id = a.session_id
    join players_transfer t on t.target_id = a.id join players_account other on other.id = t.source_id
    where a.kind in ('rake_box', 'promo_box', 'time_box', 'tokes') and not a.is_import
    union all
    select a.id, a.room_id, a.session_id, ts.table_id, case a.kind when 'tokes' then 'tokes'
        else replace(a.kind, '_box', '') end, t.kind, other.kind, t.chain_number, t.gaming_day, t.at, -t.amount
    from players_account a join tables_tablesession ts on ts.id = a.session_id
    join players_transfer t on t.source_id = a.id join players_account other on other.id = t.target_id
    where a.kind in ('rake_box', 'promo_box', 'time_box', 'tokes') and not a.is_import and t.kind <> 'drop'
"""
_RECORDED = f"""
    with legs as ({_LEGS})
    select p.id, l.session_id, l.gaming_day, l.at, case
        when l.kind = 'hand' and l.other = 'pot' then 'full' when l.kind = 'hand' then 'quick'
        when l.kind in ('time_charge', 'toke') then 'charge' else 'later' end, l.amount
    from cage_boxpull p join legs l on l.table_id = p.table_id and l.holds = p.holds
        and l.chain_number > p.after_number and l.chain_number <= p.last_number
    where p.id = any (%(pulls)s) order by l.chain_number
"""  # noqa: S608 - constants of this file
_COVERED = """
    select coalesce(c.pull_id, p.id), -sum(c.amount)::bigint
    from cage_boxcover c join players_account a on a.id = c.account_id
    join tables_tablesession ts on ts.id = a.session_id
    left join lateral (
        select b.id from cage_boxpull b where b.table_id = ts.table_id and b.at <= c.at
            and b.holds = case a.kind when 'tokes' then 'tokes' else replace(a.kind, '_box', '') end
        order by b.id desc limit 1
    ) p on c.pull_id is null
    where coalesce(c.pull_id, p.id) = any (%(pulls)s) group by 1
"""
_PULLED = """
    pulled as (select table_id, holds, max(last_number) as last_number from cage_boxpull group by 1, 2)
"""
_LEFT = f"""
    with legs as ({_LEGS}), {_PULLED}
    select l.table_id, tt.name, l.holds
    from legs l join tables_table tt on tt.id = l.table_id
    left join pulled p on p.table_id = l.table_id and p.holds = l.holds
    join players_account a on a.id = l.id and a.balance > 0
    where l.room_id = %(room)s and l.gaming_day <= %(day)s and l.chain_number > coalesce(p.last_number, 0)
    group by 1, 2, 3 having sum(l.amount) > 0 order by 2, 3
"""  # noqa: S608 - constants of this file
_UNPULLED = f"""
    with legs as ({_LEGS})
    select distinct tt.name from legs l join tables_table tt on tt.id = l.table_id
    where l.room_id = %(room)s and l.gaming_day = %(day)s
        and not exists (select 1 from cage_boxpull p where p.table_id = l.table_id and p.gaming_day = l.gaming_day)
    group by tt.name, l.holds having bool_or(l.amount > 0 and l.kind not in ('correction', 'variance'))
        or sum(l.amount) filter (where l.kind in ('correction', 'variance')) > 0
    order by 1
"""  # noqa: S608 - constants of this file
