"""Rows by the hundred: COPY in place of INSERT, which takes a third of the program's time for them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db import connection, models
from psycopg import sql

_AS_THEY_ARE = (
    models.BooleanField,
    models.CharField,
    models.DateTimeField,
    models.IntegerField,
    models.TextField,
    models.ForeignKey,
)
"""Fields whose values the driver writes itself: whole numbers, text, aware instants and days, and the ids of rows."""


def give_ids(rows: Sequence[models.Model]) -> None:
    """Give each of these rows of one model the id that it will be copied with, in their order."""
    if not rows:
        return
    key = rows[0]._meta.pk
    with connection.cursor() as cursor:
        cursor.execute(
            "select nextval(pg_get_serial_sequence(%s, %s)) from generate_series(1, %s)",
            [rows[0]._meta.db_table, key.column, len(rows)],
        )
        for row, (key_of_row,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key_of_row


def copy_in(rows: Sequence[models.Model]) -> None:
    """Add these rows of one model in their order; with the ids that they have, and all of them where none has one.

    Triggers see them as those of one INSERT, and what the database refuses is raised as from one. In a transaction of
    the caller's.
    """
    if not rows:
        return
    meta = rows[0]._meta
    fields = [field for field in meta.concrete_fields if not (field.primary_key and rows[0].pk is None)]
    add_rows(meta.db_table, [str(field.column) for field in fields], _values(rows, fields))
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def add_rows(table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Add rows to a table by their columns."""
    if not connection.in_atomic_block:
        raise RuntimeError("rows are copied in the transaction of the service that asks for it")
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL("copy {} ({}) from stdin").format(sql.Identifier(table), names)
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as written:
        for row in rows:
            written.write_row(row)


def _values(rows: Sequence[models.Model], fields: "Sequence[models.Field[Any, Any]]") -> list[tuple[Any, ...]]:
    return list(zip(*(_column(rows, field) for field in fields), strict=True))


def _column(rows: Sequence[models.Model], field: "models.Field[Any, Any]") -> list[Any]:
    values = [getattr(row, field.attname) for row in rows]
    if isinstance(field, _AS_THEY_ARE):
        return values
    written: Callable[[Any], Any] = partial(field.get_db_prep_save, connection=connection)
    return [written(value) for value in values]
