"""Queries that are compiled once give the rows of Django's own, whatever their blanks are filled with."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from config.audit.models import AuditEvent
from config.audit.services import told as event
from config.compiled import Among, Blank, compiled, insert
from games.selectors.seats import seats_taken
from players.models import Account, AccountKind, Sitting
from tables.models import TableSession
from tables.services import lock_session
from tests.support.arranged import arranged
from tests.support.table import HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """Four players with 200 each."""
    return open_hand_table()


def accounts(room: Any, kinds: Any) -> QuerySet[Account]:
    return Account.objects.filter(Among(F("kind"), kinds), room=room).select_related("sitting__player").order_by("pk")


def told(rows: QuerySet[Account] | list[Account]) -> list[tuple[int, int, str]]:
    return [(row.pk, row.balance, row.sitting.player.display_name if row.sitting else "") for row in rows]


def test_the_rows_are_those_of_the_query(table: HandTable) -> None:
    ask, room = compiled(accounts), table.desk.room.pk
    for kinds in ([AccountKind.SEAT], [AccountKind.SEAT, AccountKind.FELT, AccountKind.RAKE_BOX], []):
        own = Account.objects.filter(room=room, kind__in=kinds).select_related("sitting__player").order_by("pk")
        assert told(ask(room, kinds)) == told(own)
    assert ask(room + 1, [AccountKind.SEAT]) == []


def test_what_is_selected_with_a_row_costs_no_query(table: HandTable) -> None:
    rows = compiled(accounts)(table.desk.room.pk, [AccountKind.SEAT])
    with CaptureQueriesContext(connection) as asked:
        assert [row.sitting.player.pk for row in rows if row.sitting] == [
            each.player_id for each in table.sittings.values()
        ]
    assert len(asked) == 0


def test_it_is_compiled_once_for_each_of_its_parts(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []

    @compiled
    def sittings(session: Blank, *, are_there: bool) -> QuerySet[Sitting]:
        made.append(are_there)
        return Sitting.objects.filter(session=session, left_at__isnull=are_there)

    here = [len(sittings(table.session.pk, are_there=each)) for each in (True, False, True, False)]
    assert (here, made) == ([4, 0, 4, 0], [True, False])

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("written anew")

    session = table.session.pk
    monkeypatch.setattr(SQLCompiler, "get_select", never)
    assert len(sittings(session, are_there=True)) == 4


def test_values_of_one_question_are_not_those_of_the_next(table: HandTable) -> None:
    other = table.desk.open_table()
    find = compiled(lambda session: Sitting.objects.filter(session=session))
    assert [len(find(each)) for each in (table.session.pk, other.pk, table.session.pk)] == [4, 0, 4]


def test_names_of_columns_and_questions_come_with_it(table: HandTable) -> None:
    @compiled
    def opened(session: Blank, since: Blank) -> QuerySet[Any, dict[str, Any]]:
        return (
            TableSession.objects.filter(pk=session, opened_at__gte=since)
            .annotate(at=F("table__name"))
            .values("pk", "at")
        )

    session = table.session
    assert opened(session.pk, session.opened_at) == [{"pk": session.pk, "at": session.table.name}]
    assert opened(session.pk, session.opened_at + timedelta(microseconds=1)) == []


def test_a_blank_is_filled_with_something(table: HandTable) -> None:
    ask = compiled(accounts)
    with pytest.raises(ValueError, match="None"):
        ask(table.desk.room.pk, None)
    with pytest.raises(TypeError, match="room, kinds"):
        ask(table.desk.room.pk)


def test_an_id_beyond_every_column_finds_nothing(table: HandTable) -> None:
    assert compiled(accounts)(10**30, [AccountKind.SEAT]) == []


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_alone(committed_db: str) -> None:
    session = open_hand_table().session
    with pytest.raises(TransactionManagementError):
        lock_session(session)
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        lock_session(session)
    assert "FOR UPDATE" in asked[0]["sql"]
    with pytest.raises(TransactionManagementError):  # known by now
        lock_session(session)


def test_a_seat_knows_its_session_without_a_query(table: HandTable) -> None:
    session = table.session
    taken = seats_taken(session)
    with CaptureQueriesContext(connection) as asked:
        assert {place.sitting.session for place in taken.values()} == {session}
    assert len(asked) == 0


def test_a_row_is_added_as_django_adds_it(table: HandTable) -> None:
    """The same columns, nothing left out: empty, JSON and the person among them."""
    desk, added = table.desk, list[AuditEvent]()
    for add in (insert, lambda row: row.save(force_insert=True)):
        facts = {"room": desk.room, "by": desk.manager, "at": desk.now, "after": {"a": [1, "“x”"]}}
        row = event("test.added", table.session, **facts)
        add(row)
        added.append(AuditEvent.objects.get(pk=row.pk))
        assert (row._state.adding, row._state.db) == (False, "default")
    one, other = ({k: v for k, v in vars(row).items() if k not in ("id", "_state")} for row in added)
    assert one == other
    assert added[0].pk != added[1].pk
