"""Trays: which count a tray waits for, and those that a gaming day still lacks."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q, Subquery

from cage.models import Investigation, TrayCount
from config.rooms.models import Room
from players.dealt import dealt
from players.models import Account, AccountKind, Transfer, TransferKind
from tables.models import Dealer, PlaySource, Table, TableSession
from tables.selectors.dealers import Signing, last_down, signing_dealer
from tables.selectors.sessions import playing

_P, _K = TrayCount.Part, TransferKind
TRAY_OFF = "tray_off"
"""The alarm about a tray that was counted short or over; its subject is the id of the count."""


def open_session_at(table: Table) -> TableSession | None:
    """The session that is open at a table, None where none is; one query."""
    return playing(table.room).filter(table=table).first()


def likely_part(table: Table, session: TableSession | None) -> TrayCount.Part:
    """The count that a tray most likely waits for: at the opening first, at the close where the table is closed; one
    query."""
    if session is None:
        return _P.CLOSING
    counted = TrayCount.objects.filter(table=table, session=session, part=_P.OPENING, is_first=False).exists()
    return _P.SHIFT if counted else _P.OPENING


def first_counts(table: Table, session: TableSession | None) -> list[TrayCount]:
    """The counts of a tray's opening that differed and wait for another one, newest first; two queries."""
    counts = TrayCount.objects.filter(table=table)
    stands = counts.filter(is_first=False).values_list("pk", flat=True).first()
    return list(counts.filter(session=session, is_first=True, pk__gt=stands or 0))


def tray_signer(table: Table) -> Signing | None:
    """The dealer who signs at a tray, by the room's setting: whoever deals there, and where nobody does the last who
    dealt since it was counted last. Nobody is tapped out of a signature. Three queries at most."""
    return signing_dealer(table, since=_counted_at(table))


def tray_dealer(table: Table) -> Dealer | None:
    """The dealer at a table, or the last who dealt there since its tray was counted last; three queries at most."""
    down = last_down(table, since=_counted_at(table))
    return down.shift.dealer if down else None


def _counted_at(table: Table) -> datetime | None:
    """The instant of the last count of a tray that stands."""
    return TrayCount.objects.filter(table=table, is_first=False).values_list("at", flat=True).first()


def counts_of(table: Table, *, most: int = 10) -> list[TrayCount]:
    """The newest counts of a tray; one query."""
    people = ("counted_by", "verified_by", "dealer")
    return list(TrayCount.objects.filter(table=table).select_related(*people)[:most])


def last_session_at(table: Table) -> TableSession | None:
    """The session at a table that was opened last, None where none was; one query."""
    return TableSession.objects.filter(table=table, source=PlaySource.FLOOR).order_by("-pk").first()


def trays_not_settled(room: Room, day: date) -> list[Investigation]:
    """The investigations of counts of a gaming day that nobody has settled, oldest first; one query."""
    still_open = Investigation.objects.filter(tray__room=room, tray__gaming_day=day, state=Investigation.State.OPEN)
    return list(still_open.select_related("tray__table", "tray__room").order_by("pk"))


def trays_not_counted(room: Room, since: datetime, until: datetime) -> Iterator[tuple[Table, datetime | None]]:
    """The tables with a tray that was not counted at the close of the day's last session, nor after the cut-off where
    the table plays on (R42), or that took or gave a fill or a credit on the day after its count, also where the table
    wasn't open: each with the instant of that count, None where it wasn't counted at all. One query."""
    slips = Transfer.objects.filter(room=room, kind__in=(_K.FILL, _K.CREDIT), at__lt=until)
    at_tray = Q(source__table=OuterRef("table")) | Q(target__table=OuterRef("table"))
    of_day = slips.filter(at_tray, at__gte=since)
    played = TableSession.objects.filter(
        Q(closed_at=None) | Q(closed_at__gte=since) | Exists(of_day),
        room=room,
        source=PlaySource.FLOOR,
        opened_at__lt=until,
        table__tray_imprest__isnull=False,
    )
    of_table = TrayCount.objects.filter(table=OuterRef("table"), is_first=False)
    last = played.select_related("table").annotate(
        after=Exists(of_table.filter(at__gte=until)),
        after_close=Exists(of_table.filter(at__gte=OuterRef("closed_at"))),
        at_close=Exists(of_table.filter(session=OuterRef("pk"), part=_P.CLOSING)),
        counted_at=Subquery(of_table.order_by("-pk").values("at")[:1]),
        counted=Subquery(of_table.order_by("-pk").values("last_number")[:1]),
        moved=Exists(of_day.filter(chain_number__gt=OuterRef("counted"))),
    )
    for session in last.order_by("table_id", "-pk").distinct("table_id"):
        is_closed = session.closed_at is not None and session.closed_at < until
        if session.after:
            continue
        if not (is_closed and (session.after_close or session.at_close)):
            yield session.table, None
        elif session.moved:
            yield session.table, session.counted_at


def trays_not_opened(sessions: Collection[TableSession], at: datetime) -> Mapping[int, str]:
    """The words of the alarm at each of these sessions that is dealt in the gaming day of `at`, although its tray was
    not counted since it was opened, or since the day began for a table that plays through (R27, C-8); three queries.

    A count on the tray's page before the table was opened is its opening too, where no session lies between. One that
    differed and is to be made again (`is_first`) is none.
    """
    with_tray = {session.pk: session for session in sessions if session.table.has_tray}
    if not with_tray:
        return {}
    dealt_at = dealt().newest(with_tray)
    begun = {pk: _begun(session, at) for pk, session in with_tray.items()}
    counted = _counted_since(with_tray.values(), min(begun.values()))
    return {
        pk: "Hands are dealt and the tray was not counted: whoever deals counts it before a supervisor"
        for pk in with_tray
        if pk in dealt_at and dealt_at[pk] >= begun[pk] and not any(when >= begun[pk] for when in counted.get(pk, ()))
    }


def _begun(session: TableSession, at: datetime) -> datetime:
    """The instant since which a tray has to be counted: the table's opening, or the beginning of the day of `at`."""
    room = session.room
    return max(session.opened_at, room.start_of(room.gaming_day(at)))


def _counted_since(sessions: Iterable[TableSession], since: datetime) -> dict[int, list[datetime]]:
    """The counts that stand of these sessions' trays since an instant, by session; one that was made before its table
    was opened is of the instant of the opening. Two queries."""
    of_table = {session.table_id: session for session in sessions}
    found: dict[int, list[datetime]] = defaultdict(list)
    stands = TrayCount.objects.filter(table__in=of_table, is_first=False)
    for table, when in stands.filter(session__in=of_table.values(), at__gte=since).values_list("table", "at"):
        found[of_table[table].pk].append(when)
    played = TableSession.objects.filter(table=OuterRef("table"), source=PlaySource.FLOOR)
    before = stands.filter(~Exists(played.filter(closed_at__gt=OuterRef("at"))), session=None, part=_P.OPENING)
    before = before.filter(at__gte=min(map(_day_of, of_table.values())))
    for table, when in before.values_list("table", "at"):
        if when >= _day_of(of_table[table]):
            found[of_table[table].pk].append(of_table[table].opened_at)
    return found


def _day_of(session: TableSession) -> datetime:
    """The beginning of the gaming day in which a table was opened."""
    return session.room.start_of(session.room.gaming_day(session.opened_at))


def felts_not_settled(room: Room, until: datetime) -> list[TableSession]:
    """The tables that were closed by an instant and whose felt holds or lacks something; one query."""
    closed = TableSession.objects.filter(room=room, source=PlaySource.FLOOR, closed_at__lt=until)
    left = closed.filter(accounts__in=Account.objects.filter(room=room, kind=AccountKind.FELT).exclude(balance=0))
    return list(left.select_related("table").order_by("pk"))
