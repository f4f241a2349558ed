"""The alarms that stand at tables, open and closed, the most urgent first, each with the address where it is dealt
with."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Window

from config.rooms.models import Room
from config.web.reach import needed_for
from tables.alarms import KINDS, OF_ROOMS, by_urgency, kind_of, rank_of
from tables.models import PlaySource, SessionAlarm, TableSession


@dataclass(frozen=True, slots=True)
class AlarmLine:
    """An alarm as a page shows it: what it says, and the address where it is dealt with."""

    text: str
    href: str
    kind: str

    @property
    def needs(self) -> str:
        """The permission without which the page at that address would send somebody away, as templates write it."""
        return needed_for(self.href)


def alarms_at(sessions: Collection[TableSession], at: datetime) -> dict[int, list[AlarmLine]]:
    """The alarms of these sessions at an instant, by session; one query, and those of the kinds that watch."""
    by_id = {session.pk: session for session in sessions}
    found: dict[int, list[SessionAlarm]] = defaultdict(list)
    for alarm in [*SessionAlarm.objects.filter(session__in=by_id, cleared_at=None), *_watched(by_id, at)]:
        alarm.session = by_id[alarm.session_id]
        found[alarm.session_id].append(alarm)
    return {pk: [_line(alarm) for alarm in by_urgency(alarms)] for pk, alarms in found.items()}


def alarms_of_room(room: Room, at: datetime) -> list[AlarmLine]:
    """The alarms of the whole room at an instant, in the order of those who watch."""
    return [AlarmLine(each.text, each.href, each.code) for watch in OF_ROOMS for each in watch(room, at)]


@dataclass(frozen=True, slots=True)
class ClosedAlarm:
    """An alarm that still stands though its table was closed: nobody has put it away, and nothing has ended it."""

    table: str
    line: AlarmLine


@dataclass(frozen=True, slots=True)
class ClosedAlarms:
    """The most urgent alarms of closed tables, and how many more stand at such tables."""

    first: tuple[ClosedAlarm, ...] = ()
    more: int = 0


def alarms_of_closed(room: Room, *, most: int) -> ClosedAlarms:
    """The alarms that stand at tables of the room that were closed since, the most urgent first, `most` of them read
    and the others counted; one query."""
    standing = SessionAlarm.objects.filter(session__room=room, session__source=PlaySource.FLOOR, cleared_at=None)
    closed = standing.exclude(session__closed_at=None).select_related("session__table")
    first = list(closed.annotate(standing=Window(Count("pk"))).order_by(rank_of("kind"), "raised_at", "pk")[:most])
    lines = tuple(ClosedAlarm(alarm.session.table.name, _line(alarm)) for alarm in first)
    return ClosedAlarms(lines, first[0].standing - len(first) if first else 0)


def looked_at(session: TableSession, kind: str) -> set[tuple[str, str]]:
    """The facts that alarms of this kind stated when somebody put them away: the id of a hand, and the words about
    it."""
    put_away = SessionAlarm.objects.filter(session=session, kind=kind).exclude(reason="")
    return {said for hands in put_away.values_list("hands", flat=True) for said in hands.items()}


def _watched(sessions: dict[int, TableSession], at: datetime) -> Iterator[SessionAlarm]:
    for kind in KINDS.values():
        if kind.watch and sessions:
            for pk, text in kind.watch(list(sessions.values()), at).items():
                yield SessionAlarm(session_id=pk, kind=kind.code, text=text, raised_at=at)


def _line(alarm: SessionAlarm) -> AlarmLine:
    return AlarmLine(alarm.text, kind_of(alarm).place(alarm), alarm.kind)
