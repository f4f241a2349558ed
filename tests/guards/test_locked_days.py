"""Every table whose rows belong to a gaming day refuses them once the day is locked, whoever writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, connections, models, transaction
from psycopg import sql

from config.audit.database import append_only_tables, tables_of_functions, trigger_name
from config.days.database import trigger_of
from config.days.models import DayLock
from config.days.refusals import SQLSTATE
from config.rooms.models import Room
from tests.support.arranged import arranged, arranged_to_commit
from tests.support.days import a_day_of_everything, second_of
from tests.support.desk import Desk, key
from tests.support.dispute import DisputeTable
from tests.support.refusals import refused


def of_a_day() -> Iterator[type[models.Model]]:
    """The models with a gaming day, but for the locks of days themselves."""
    for model in apps.get_models():
        if any(field.name == "gaming_day" for field in model._meta.concrete_fields) and model is not DayLock:
            yield model


TABLES = sorted(model._meta.db_table for model in of_a_day())
ADDED = [table for table in TABLES if table not in tables_of_functions()]
"""Those that the application adds to: to the others the database’s own functions do, and these are refused as well."""


@arranged
def at() -> DisputeTable:
    return a_day_of_everything()


@arranged_to_commit
def kept() -> DisputeTable:
    return a_day_of_everything()


def lock_at_once(desk: Desk, room: Room | None = None) -> None:
    """The day is locked, whatever of it is open: the tables ask for nothing but the lock."""
    facts = {"locked_by": desk.manager, "second": second_of(desk), "locked_at": desk.now, "request_key": key()}
    DayLock.objects.create(room=room or desk.room, gaming_day=desk.room.gaming_day(desk.now), **facts)


def add_again(table: str) -> None:
    """A row of the day once more, with everything that it holds."""
    name = connection.ops.quote_name(table)
    newest = f"select id from {name} order by gaming_day desc, id desc limit 1"  # noqa: S608 - a model's
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"insert into {name} select * from {name} where id = ({newest})")  # noqa: S608 - likewise


def skip_split_tokes(table: str) -> None:
    """Leave out the split of tokes: it names the day before, which is locked already."""
    if table == "cage_tokesplit":
        pytest.skip("the split names the day before, which is locked already")


@pytest.mark.django_db
def test_the_scan_finds_the_tables() -> None:
    assert len(ADDED) >= 14
    assert {"rake_rakeday", "rake_playday"} == set(TABLES) - set(ADDED)
    assert {"players_transfer", "games_hand", "cage_buyin", "rake_rakehour", "disputes_ruling"} <= set(TABLES)


@pytest.mark.django_db
def test_every_such_table_has_its_trigger() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "select tgrelid::regclass::text from pg_trigger where tgenabled in ('O', 'A') and tgname = any(%s)"
            " and tgfoid::regproc::text like 'days_refuse_locked_%%'",
            [[trigger_of(table) for table in TABLES]],
        )
        guarded = {table for (table,) in cursor.fetchall()}
    unguarded = set(TABLES) - guarded
    assert not unguarded, "add locked_with_its_day(table) in a migration, and a row in a_day_of_everything()"


@pytest.mark.django_db
@pytest.mark.parametrize("table", ADDED)
class TestAdding:
    def test_a_locked_day_takes_no_row(self, at: DisputeTable, table: str) -> None:
        lock_at_once(at.table.desk)
        refused("day_locked", lambda: add_again(table))

    def test_an_open_day_is_refused_for_the_row_alone(self, at: DisputeTable, table: str) -> None:
        """Control: the same row is there already, which is another refusal."""
        skip_split_tokes(table)
        with pytest.raises(DatabaseError, match="duplicate key"):
            add_again(table)

    def test_the_lock_of_another_room_refuses_nothing_here(self, at: DisputeTable, table: str) -> None:
        other = Room.objects.create(name="Other", slug="other")
        lock_at_once(at.table.desk, other)
        skip_split_tokes(table)
        with pytest.raises(DatabaseError, match="duplicate key"):
            add_again(table)


@contextmanager
def the_owner(table: str) -> Iterator[Any]:
    """The owner of the tables, past the trigger that keeps rows from being changed at all; rolled back."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        if table in append_only_tables():
            names = (sql.Identifier(table), sql.Identifier(trigger_name(table)))
            cursor.execute(sql.SQL("alter table {} disable trigger {}").format(*names))
        yield cursor
        transaction.set_rollback(True, using="owner")


CHANGES = {
    "deleted": "delete from {table} where id = (select max(id) from {table})",
    "moved to another day": "update {table} set gaming_day = gaming_day + 9 where id = (select max(id) from {table})",
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_owner_neither_changes_nor_takes_away_a_row(kept: DisputeTable, change: str) -> None:
    lock_at_once(kept.table.desk)
    for table in TABLES:
        statement = CHANGES[change].format(table=connection.ops.quote_name(table))
        with the_owner(table) as cursor:
            refused("day_locked", partial(cursor.execute, statement))


@pytest.mark.django_db
def test_the_state_is_the_one_that_is_put_into_words(at: DisputeTable) -> None:
    lock_at_once(at.table.desk)
    refusal = refused("day_locked", lambda: add_again("games_hand"))
    assert refusal.__cause__ is not None
    assert getattr(refusal.__cause__.__cause__, "sqlstate", "") == SQLSTATE
    assert "7 March 2025" in refusal.message


@pytest.mark.django_db
def test_a_table_that_was_opened_on_the_day_plays_on(at: DisputeTable) -> None:
    """R42: it is dropped open, and its hands are the new day's."""
    desk = at.table.desk
    lock_at_once(desk)
    desk.now = desk.now.replace(day=8, hour=9)
    assert at.table.tick(3_00).gaming_day.day == 8
