"""The dealers: who deals where, who is out and for how long, who is off; in a fixed number of queries."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from config.rooms.models import Room
from tables.models import Dealer, DealerShift, Down, PlaySource, Table, TableSession
from tables.selectors.sessions import playing

DOWN = timedelta(minutes=30)
"""The length of a down by custom; from then on the push is due."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """A table in the line, and whoever deals there. `minutes` since the push, or since nobody deals."""

    session: TableSession
    down: Down | None
    minutes: int

    @property
    def dealer(self) -> Dealer | None:
        return self.down.shift.dealer if self.down else None

    @property
    def push_is_due(self) -> bool:
        """Whether the down has lasted its time."""
        return self.down is not None and timedelta(minutes=self.minutes) >= DOWN


@dataclass(frozen=True, slots=True)
class Out:
    """A dealer on shift who deals nowhere now, how long they have been out, and how many downs they have dealt."""

    shift: DealerShift
    minutes: int
    downs: int


@dataclass(frozen=True, slots=True)
class LineUp:
    """The tables in the order of the push; the dealers who are out, longest first; those who are off."""

    line: list[Dealing]
    out: list[Out]
    off: list[Dealer]

    @property
    def seen(self) -> str:
        """The downs on the page, so that a push of a line that has moved meanwhile is refused."""
        return ",".join(str(row.down.pk) for row in self.line if row.down)

    @property
    def due(self) -> Dealing | None:
        """The first table of the line that waits for a dealer: nobody deals there, or the push is due."""
        return next((row for row in self.line if row.down is None or row.push_is_due), None)

    @property
    def without_dealer(self) -> int:
        """The number of open tables that nobody deals at."""
        return sum(row.down is None for row in self.line)


@dataclass(frozen=True, slots=True)
class LastPush:
    """The downs that the last push began, and those that it ended: `relieved` deal on if it is taken back."""

    began: list[Down]
    relieved: list[Down]


def last_push(room: Room, since: datetime) -> LastPush | None:
    """The last push, or change of one dealer, after `since`; None where there was none, or somebody moved again."""
    began = Down.objects.filter(session__room=room, started_at__gt=since).exclude(ended_with=Down.End.UNDONE)
    newest = began.order_by("-started_at").values_list("started_at", flat=True).first()
    if newest is None:
        return None
    people = ("session__table", "shift__dealer")
    pushed = list(began.filter(started_at=newest).select_related(*people))
    tables = [down.session_id for down in pushed]
    ended = Down.objects.filter(session__in=tables, ended_at=newest, ended_with=Down.End.PUSH).select_related(*people)
    if any(down.ended_at for down in pushed) or not ended:
        return None
    return LastPush(pushed, list(ended))


@dataclass(frozen=True, slots=True)
class Signing:
    """The dealer who signs at a tray, and whether they deal there now or were the last who did."""

    dealer: Dealer
    deals: bool

    def __str__(self) -> str:
        return str(self.dealer)


def signing_dealer(table: Table, *, since: datetime | None = None) -> Signing | None:
    """The dealer whose own badge and PIN are asked at the tray of `table`, by the room's setting: whoever deals there,
    and where nobody does the last who dealt there after `since` and is still on shift. None where there is nobody, or a
    colleague signs for them. Two queries at most."""
    asked = table.room.dealers_sign
    down = None if asked == Room.DealersSign.NOBODY else last_down(table, since=since)
    if down is None or (down.ended_at is not None and down.shift.ended_at is not None):
        return None
    if not signs(down.shift.dealer, table.room):
        return None
    return Signing(down.shift.dealer, deals=down.ended_at is None)


def signs(dealer: Dealer, room: Room) -> bool:
    """Whether a dealer of the room signs with their own badge and PIN, by the room's setting."""
    asked = room.dealers_sign
    return asked == Room.DealersSign.EVERYBODY or (asked == Room.DealersSign.WITH_PIN and dealer.has_pin)


def last_down(table: Table, *, since: datetime | None = None) -> Down | None:
    """The down that is dealt at a table now, else the last that ended there after `since`, if that is given. Two
    queries at most."""
    downs = Down.objects.filter(session__table=table, session__source=PlaySource.FLOOR)
    downs = downs.exclude(ended_with=Down.End.UNDONE).select_related("shift__dealer__room")
    ended = Q() if since is None else Q(ended_at__gt=since)
    now = downs.filter(session__in=playing(table.room), ended_at=None).first()
    return now or downs.filter(ended, ended_at__isnull=False).order_by("-ended_at", "-pk").first()


def shifts_out(room: Room) -> QuerySet[DealerShift]:
    """The shifts of the dealers who are out, longest first, with `out_since` and how many `dealt` downs they had."""
    dealing = Down.objects.filter(shift=OuterRef("pk"), ended_at=None)
    shifts = DealerShift.objects.filter(~Exists(dealing), room=room, ended_at=None).select_related("dealer")
    dealt = ~Q(downs__ended_with=Down.End.UNDONE)
    since = Coalesce(Max("downs__ended_at", filter=dealt), F("started_at"))
    return shifts.annotate(out_since=since, dealt=Count("downs", filter=dealt)).order_by("out_since", "pk")


def line_up(room: Room, at: datetime) -> LineUp:
    """The dealers of `room` at an instant; four queries."""
    out = [_out(shift, at) for shift in shifts_out(room)]
    off = Dealer.objects.filter(room=room).exclude(Exists(_open_shifts()))
    return LineUp(_line(room, at), out, list(off))


def in_line(room: Room) -> QuerySet[TableSession]:
    """The open tables, each with `empty_since`: when the last down that ended there did."""
    last = Max("downs__ended_at", filter=Q(downs__ended_at__isnull=False) & ~Q(downs__ended_with=Down.End.UNDONE))
    return playing(room).annotate(empty_since=last)


def dealers_at(sessions: Collection[TableSession], at: datetime) -> dict[int, Dealing]:
    """The dealers at each of these tables `in_line`, and since when, by session; one query."""
    open_downs = Down.objects.filter(session__in=sessions, ended_at=None).select_related("shift__dealer")
    downs = {down.session_id: down for down in open_downs}
    return {session.pk: _dealing(session, downs.get(session.pk), at) for session in sessions}


def minutes(since: datetime, at: datetime) -> int:
    """Whole minutes from one instant to another, never less than none."""
    return max(int((at - since).total_seconds()) // 60, 0)


def _out(shift: Any, at: datetime) -> Out:
    """A shift of `shifts_out` as the page shows it; what was annotated there has no type."""
    return Out(shift, minutes(shift.out_since, at), shift.dealt)


def _line(room: Room, at: datetime) -> list[Dealing]:
    dealings = dealers_at(list(in_line(room).select_related("table", "plaque")), at).values()
    return sorted(dealings, key=lambda row: (row.session.table.position, row.session.table.name))


def _dealing(session: TableSession, down: Down | None, at: datetime) -> Dealing:
    empty_since: datetime = session.empty_since or session.opened_at  # type: ignore[attr-defined]  # annotated above
    return Dealing(session, down, minutes(down.started_at if down else empty_since, at))


def _open_shifts() -> QuerySet[DealerShift]:
    return DealerShift.objects.filter(dealer=OuterRef("pk"), ended_at=None)
