"""Tables and their sessions: what may be opened and closed, and who holds the hand."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Max, Q, QuerySet, Subquery

from config.audit.services import record
from config.compiled import Blank, compiled
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from tables.closing import AFTER, BEFORE, Closing
from tables.models import Down, PlaqueVersion, PlaySource, Table, TableSession
from tables.services.downs import down_at, end_down
from tables.services.plaques import newest_plaque, newest_plaques
from tables.services.sections import spelt_section

Asking = Callable[[int, int, datetime], list[dict[str, Any]]]
"""Questions to the row of a session: by its id, its table's, and the instant."""


@transaction.atomic
def add_table(*, room: Room, name: str, seats: int, by: User | None, at: datetime, section: str = "") -> Table:
    """Put a table on the floor, in a section where one is named. Refuses a name that the room already has
    (`table_exists`)."""
    Room.objects.select_for_update().get(pk=room.pk)
    if Table.objects.filter(room=room, name__iexact=name).exists():
        raise DomainError(
            "table_exists", f"There is a table called {name} already: give this one another name.", field="name"
        )
    position = (Table.objects.filter(room=room).aggregate(last=Max("position"))["last"] or 0) + 1
    section = spelt_section(room, section)
    table = Table.objects.create(room=room, name=name, seats=seats, section=section, position=position)
    after = {"name": name, "seats": seats} | ({"section": section} if section else {})
    record("table.added", table, room=room, by=by, at=at, after=after)
    return table


@transaction.atomic
def open_table(
    *,
    table: Table,
    by: User | None,
    at: datetime,
    button_seat: int | None = None,
) -> TableSession:
    """Open a table for play under its plaque and return the session (R1).

    Refuses a table without a plaque (`no_plaque`), one that is open already (`table_open`), a retired one
    (`table_retired`), and a plaque without the fee that the house asks for (its own rule).
    """
    table = Table.objects.select_for_update().select_related("room").get(pk=table.pk)
    plaque = newest_plaque(table, at)
    if table.is_retired:
        raise DomainError("table_retired", f"{table} was taken off the floor: open another table.")
    if plaque is None:
        raise DomainError(
            "no_plaque",
            f"{table} has no plaque: a manager posts one before it opens.",
            rule="A table is open only under a posted plaque with its game, limits, buy-in and fee.",
            citation="004:L48",
        )
    if table.sessions.filter(closed_at=None, source=PlaySource.FLOOR).exists():
        raise DomainError("table_open", f"{table} is open already.")
    return open_session(table=table, plaque=plaque, source=PlaySource.FLOOR, by=by, at=at, button_seat=button_seat)


def open_session(
    *,
    table: Table,
    plaque: PlaqueVersion,
    source: PlaySource,
    by: User | None,
    at: datetime,
    button_seat: int | None = None,
) -> TableSession:
    """The session of a table that may open under `plaque`, and its audit event."""
    session = TableSession.objects.create(
        room=table.room,
        table=table,
        source=source,
        plaque=plaque,
        gaming_day=table.room.gaming_day(at),
        opened_at=at,
        opened_by=by,
        button_seat=button_seat,
    )
    after = {"table": table.name, "plaque": plaque.short_name, "plaque_number": plaque.number}
    record("table.opened", session, room=table.room, by=by, at=at, after=after)
    return session


@transaction.atomic
def close_table(
    *,
    session: TableSession,
    by: User | None,
    at: datetime,
    confirmed: tuple[str, ...] = (),
    cause: str = "",
    reason: str = "",
    second: User | None = None,
) -> TableSession:
    """Close a table session, the down of whoever deals there, and its must-move links; `cause` says why, a value of
    `TableSession.Cause`, empty where nobody said it.

    Refuses while a hand is being played (`hand_open`) or anyone sits (`players_seated`), and what the apps above refuse
    (`tables.closing`) unless the codes of their questions are `confirmed`, with a `reason` and before a `second` person
    where they ask for them.
    """
    session = _lock_with_feeders(session)
    must_be_open(session)
    if session.hand_open:
        message = "A hand is being played: record or abandon it, then close the table."
        raise DomainError("hand_open", message, allowed={"table": session.table_id})
    seated = session.sittings.filter(left_at=None).count()
    if seated:
        raise DomainError(
            "players_seated", f"{seated} still seated: let them leave with their chips, then close the table."
        )
    closing = Closing(session, by, at, confirmed, reason, second)
    for step in BEFORE:
        step(closing)
    end_down(down_at(session), Down.End.CLOSE, by, at)
    session.feeders.update(feeds=None, version=F("version") + 1)
    session.feeds = None
    session.closed_at, session.closed_by, session.version = at, by, session.version + 1
    session.close_cause = cause
    session.save(update_fields=["closed_at", "closed_by", "close_cause", "feeds", "version"])
    after = {"hands": session.hands_recorded} | ({"cause": cause} if cause else {})
    record("table.closed", session, room=session.room, by=by, at=at, after=after)
    for step in AFTER:
        step(closing)
    return session


def lock_session(session: TableSession) -> TableSession:
    """The session's row, locked: the second lock in the order of all (player, session, accounts, ledger head)."""
    for locked in _locked(session.pk):
        return locked
    raise TableSession.DoesNotExist


@compiled
def _locked(session: Blank) -> QuerySet[TableSession]:
    rows = TableSession.objects.select_for_update(of=("self",)).filter(pk=session)
    return rows.select_related("room", "table", "plaque", "plaque__house_rules")


def _lock_with_feeders(session: TableSession) -> TableSession:
    """The session, its row and those of the games that feed it locked in the order of their ids."""
    linked = TableSession.objects.filter(Q(pk=session.pk) | Q(feeds=session)).order_by("pk")
    locked = {each.pk: lock_session(each) for each in linked}
    return locked[session.pk]


def must_be_free(session: TableSession) -> None:
    """Refuse where the table is closed (`table_closed`) or a hand is being played (`hand_open`)."""
    must_be_open(session)
    if session.hand_open:
        message = "A hand is being entered at this table already: open it, or abandon it first."
        raise DomainError("hand_open", message, allowed={"table": session.table_id})


@transaction.atomic(savepoint=False)
def claim_hand(*, session: TableSession, by: User | None, at: datetime) -> TableSession:
    """Begin a hand: the newest plaque comes into force now, between hands (R4), and the session is held.

    Refuses where the table is closed (`table_closed`) or a hand is being played already (`hand_open`).
    """
    session, _ = hold_between_hands(session=session, by=by, at=at)
    session.hand_open, session.version = True, session.version + 1
    session.save(update_fields=["hand_open", "plaque", "version"])
    return session


@transaction.atomic(savepoint=False)
def hold_between_hands(
    *, session: TableSession, by: User | None, at: datetime, ask: Asking | None = None
) -> tuple[TableSession, dict[str, Any]]:
    """Lock the session and put the newest plaque into force (R4), for a hand that begins and ends in the caller's
    transaction (`count_hand`); returns it with the answers to what the caller asks of its row once it is held.

    `ask` is `asked_between_hands` with the caller's questions, compiled. Refuses as `claim_hand`.
    """
    session = lock_session(session)
    must_be_free(session)
    if session.source == PlaySource.IMPORT and not ask:
        return session, {}
    (answers,) = (ask or _newest_plaque)(session.pk, session.table_id, at)
    newest_pk = answers.pop("newest")
    if session.source == PlaySource.FLOOR and newest_pk not in (None, session.plaque_id):
        _put_in_force(session, newest_pk, by, at)
    return session, answers


def asked_between_hands(session: Blank, table: Blank, at: Blank, **asks: Any) -> QuerySet[Any, dict[str, Any]]:
    """The newest plaque of the table, and whatever else is asked of the session's row, between two hands."""
    newest = newest_plaques(table, at).values("pk")[:1]
    return TableSession.objects.filter(pk=session).annotate(newest=Subquery(newest), **asks).values("newest", *asks)


_newest_plaque = compiled(asked_between_hands)


def _put_in_force(session: TableSession, newest: int, by: User | None, at: datetime) -> None:
    plaque = PlaqueVersion.objects.select_related("house_rules").get(pk=newest)
    before = {"plaque": session.plaque.short_name, "number": session.plaque.number}
    after = {"plaque": plaque.short_name, "number": plaque.number}
    session.plaque = plaque
    record("plaque.in_force", session, room=session.room, by=by, at=at, before=before, after=after)


def count_hand(*, session: TableSession, button_seat: int | None, kill_after: dict[str, Any] | None = None) -> None:
    """Count a hand that began and ended while the caller held the session (`hold_between_hands`), in one statement with
    the plaque that came into force; `button_seat` and `kill_after` are the next hand's button and kill."""
    session.hands_recorded, session.version = session.hands_recorded + 1, session.version + 1
    session.button_seat, session.kill_after = button_seat or session.button_seat, kill_after
    session.save(update_fields=["hands_recorded", "version", "button_seat", "kill_after", "plaque"])


def count_hands(*, session: TableSession, hands: int) -> None:
    """Count hands of a file that were recorded together while the caller held the session (`lock_session`); the session
    becomes what beginning and ending each of them would have made of it."""
    session.hands_recorded, session.version = session.hands_recorded + hands, session.version + 2 * hands
    session.kill_after = None
    session.save(update_fields=["hands_recorded", "version", "kill_after"])


@transaction.atomic(savepoint=False)
def release_hand(
    *,
    session: TableSession,
    recorded: bool,
    button_seat: int | None = None,
    kill_after: dict[str, Any] | None = None,
) -> TableSession:
    """End a hand: the session is free again; `recorded` counts it, `button_seat` and `kill_after` are the next hand's
    button and kill.

    Refuses where no hand is being played (`no_hand_open`). Returns `session` as it is now.
    """
    freed = {"hand_open": False, "version": F("version") + 1, "hands_recorded": F("hands_recorded") + int(recorded)}
    freed["kill_after"] = kill_after
    if button_seat:
        freed["button_seat"] = button_seat
    if TableSession.objects.filter(pk=session.pk, hand_open=True).update(**freed) != 1:
        raise DomainError("no_hand_open", "No hand is being played at this table.")
    session.hand_open = False
    session.hands_recorded += int(recorded)
    session.button_seat, session.kill_after = button_seat or session.button_seat, kill_after
    return session


def place_button(*, session: TableSession, seat: int) -> None:
    """Put the button down for the next hand; the caller holds the session's lock."""
    session.button_seat, session.version = seat, session.version + 1
    session.save(update_fields=["button_seat", "version"])


def touch(session: TableSession) -> None:
    """Let the floor board see that something at the session changed."""
    with connection.cursor() as cursor:
        cursor.execute("update tables_tablesession set version = version + 1 where id = %s", [session.pk])


def note_waiting(session: TableSession, *, waits: bool) -> None:
    """Note whether chips wait for the end of the hand; the caller holds the session's lock."""
    TableSession.objects.filter(pk=session.pk).update(chips_wait=waits, version=F("version") + 1)
    session.chips_wait = waits


def must_be_open(session: TableSession) -> None:
    """Refuse a session that was closed (`table_closed`)."""
    if not session.is_open:
        raise DomainError("table_closed", f"{session.table} was closed: open it again to go on.")
