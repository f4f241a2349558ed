"""The boxes that hang at the tables, those that were pulled and wait to be counted, and the keys that are out. No
amount is told here: whoever looks counts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, FilteredRelation, Q

from cage.box_places import HELD_IN, PLACES
from cage.drop_times import a_push, drop_time_at, last_drop
from cage.models import Box, BoxHanging, BoxKeyTaking, BoxPull, Holds
from config.rooms.models import Room
from config.staff.models import User
from players.models import Account
from tables.models import Down, Table, TableSession

_S = BoxPull.State


@dataclass(slots=True)
class TableBoxes:
    """A table with the boxes that hang there, what was dropped there without a box on record, and whether it is due."""

    table: Table
    is_playing: bool
    hanging: list[BoxHanging] = field(default_factory=list)
    holds: list[str] = field(default_factory=list)
    dealer: str = ""
    is_due: bool = False
    pushed: bool = False

    @property
    def kinds(self) -> list[str]:
        """The kinds that may be pulled there, in the order of the kinds."""
        wanted = {each.holds for each in self.hanging} | set(self.holds)
        return [kind for kind in Holds.values if kind in wanted]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pulled box that waits to be counted: who has it, and who has counted it. What they counted nobody is told."""

    pull: BoxPull
    holder: User
    counters: tuple[str, ...]


def tables_with_boxes(room: Room, at: datetime) -> list[TableBoxes]:
    """The tables that play, or at which a box hangs or something lies, each with its boxes; a fixed number of
    queries."""
    rows: dict[int, TableBoxes] = {}
    sessions = TableSession.objects.filter(room=room, closed_at=None).exclude(source="import").select_related("table")
    for session in sessions.order_by("table__position"):
        rows[session.table_id] = TableBoxes(session.table, is_playing=True)
    for hanging in BoxHanging.objects.filter(box__room=room, taken_at=None).select_related("box", "table"):
        rows.setdefault(hanging.table_id, TableBoxes(hanging.table, is_playing=False)).hanging.append(hanging)
    for table, kind in _holding(room):
        rows.setdefault(table.pk, TableBoxes(table, is_playing=False)).holds.append(HELD_IN[kind])
    _tell_pushes(rows, at - a_push(room))
    _tell_due(room, rows, at)
    return sorted(rows.values(), key=lambda row: (not row.is_due, row.table.position, row.table.name))


def boxes_lacking(sessions: Collection[TableSession], at: datetime) -> dict[int, str]:
    """The tables at which no box hangs for what their fee takes, in words, by session; in rooms that have boxes of that
    kind. One query."""
    now = FilteredRelation("hangings", condition=Q(hangings__taken_at=None))
    boxes = Box.objects.filter(room__in={session.room_id for session in sessions}).annotate(now=now).order_by()
    used, hanging = set[tuple[int, str]](), set[tuple[int | None, str | None]]()
    for room, kind, table, holds in boxes.values_list("room", "kind", "now__table", "now__holds"):
        used.add((room, kind))
        hanging.add((table, holds))
    lacking = {
        session.pk: [
            holds
            for holds in _filled_at(session)
            if (session.room_id, holds) in used and (session.table_id, holds) not in hanging
        ]
        for session in sessions
    }
    return {pk: f"No {' and no '.join(kinds)} box hangs here: hang one" for pk, kinds in lacking.items() if kinds}


def _filled_at(session: TableSession) -> Iterator[str]:
    """The kinds of boxes that the fee of a table's plaque fills."""
    fee = session.posted.fee
    if fee is None:
        return
    if fee.rakes:
        yield Holds.RAKE.value
    if fee.promo:
        yield Holds.PROMO.value
    if fee.time_charge:
        yield Holds.TIME.value


def _holding(room: Room) -> list[tuple[Table, str]]:
    """The tables at which something lies, with the kind of place; how much is not told."""
    held = Account.objects.filter(room=room, kind__in=PLACES.values(), is_import=False, balance__gt=0)
    pairs = set(held.values_list("session__table", "kind"))
    tables = Table.objects.in_bulk({table for table, _ in pairs})
    return [(tables[table], kind) for table, kind in sorted(pairs)]


def _tell_pushes(rows: dict[int, TableBoxes], since: datetime) -> None:
    """Tell who deals at each table, and whether a push has been since then."""
    downs = Down.objects.filter(session__table__in=rows).exclude(ended_with=Down.End.UNDONE)
    recent = downs.filter(Q(ended_at=None) | Q(ended_at__gt=since)).select_related("session", "shift__dealer")
    for down in recent.order_by("started_at", "pk"):
        row = rows[down.session.table_id]
        row.pushed |= down.started_at > since or down.ended_at is not None
        if down.ended_at is None:
            row.dealer = str(down.shift.dealer)


def _tell_due(room: Room, rows: dict[int, TableBoxes], at: datetime) -> None:
    """Whether a drop goes on and the table's boxes were not pulled in it."""
    began = last_drop(room, at)
    if began is None or drop_time_at(room, at) is None:
        return
    pulled = set(BoxPull.objects.filter(room=room, at__gte=began).values_list("table", flat=True))
    for row in rows.values():
        row.is_due = bool(row.kinds) and row.table.pk not in pulled


def waiting_boxes(room: Room) -> list[Waiting]:
    """The boxes that were pulled and are not counted, oldest first; a fixed number of queries."""
    pulls = BoxPull.objects.filter(room=room).exclude(state=_S.COUNTED).select_related("table", "puller", "watcher")
    rows = pulls.prefetch_related("counts__counted_by", "handovers__receiver").order_by("pk")
    return [_waiting(pull) for pull in rows]


def _waiting(pull: BoxPull) -> Waiting:
    handed = list(pull.handovers.all())
    counters = tuple(str(count.counted_by) for count in pull.counts.all() if count.round == pull.round)
    return Waiting(pull, handed[-1].receiver if handed else pull.puller, counters)


def next_to_count(room: Room, user: User) -> BoxPull | None:
    """The next box that somebody may count and has not counted; None where there is none. Two queries."""
    mine = BoxPull.objects.filter(counts__counted_by=user, counts__round=F("round"))
    waiting = BoxPull.objects.filter(room=room, state=_S.PULLED).exclude(pk__in=mine)
    return waiting.select_related("table").order_by("pk").first()


def keys_out(room: Room) -> Sequence[BoxKeyTaking]:
    """The keys of the boxes that are in somebody's hands; one query."""
    return list(BoxKeyTaking.objects.filter(room=room, returned_at=None).select_related("taken_by", "given_by"))


def key_log(room: Room, *, most: int = 30) -> Sequence[BoxKeyTaking]:
    """The log of who took which key and gave it back, newest first; one query."""
    people = ("taken_by", "given_by", "returned_to")
    return list(BoxKeyTaking.objects.filter(room=room).select_related(*people)[:most])


def free_boxes(room: Room) -> list[Box]:
    """The boxes that hang nowhere and hold nothing uncounted; three queries at most."""
    in_custody = BoxPull.objects.filter(room=room).exclude(state=_S.COUNTED).values("number")
    hung = BoxHanging.objects.filter(taken_at=None).values("box")
    return list(Box.objects.filter(room=room).exclude(pk__in=hung).exclude(number__in=in_custody))
