"""Queries of the hot paths: put together and compiled to SQL once in a process, then asked with other values.

For a short query Django takes longer to put it together and to write its SQL than PostgreSQL takes to answer; of a
quick hand that was half of the processor's time. What differs from one question to the next is a blank of the query:

    @compiled
    def of_session(session: Blank, *, is_open: bool) -> QuerySet[Sitting]:
        return Sitting.objects.filter(session=session, left_at__isnull=is_open)

    sittings = of_session(session.pk, is_open=True)

A positional parameter is a blank, a keyword is a part of the query, which is compiled once for each value of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from inspect import Parameter, signature
from typing import Any, Generic, TypeVar, cast

from django.db import connections, router
from django.db.models import Expression, Lookup, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError
from psycopg import sql

Row = TypeVar("Row")


class Blank(Expression):
    """A value that is known when the query is asked: an id, an instant, a text. Never None, which SQL asks for in
    another way."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """A place for a value; it is found again by the blank itself, which stands among the values."""
        return "%s", (self,)


class Among(Lookup):
    """Whether a column is one of the values of a list: `filter(Among(F("kind"), kinds))`. However many they are, it is
    the same statement."""

    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """The column, held against an array."""
        column, of_column = self.process_lhs(compiler, connection)
        values, of_values = self.process_rhs(compiler, connection)
        return f"{column} = ANY({values})", (*of_column, *of_values)


def compiled(make: Callable[..., QuerySet[Any, Row]]) -> Callable[..., list[Row]]:
    """A function that answers with the rows of the query that `make` puts together of blanks.

    It takes the values of the blanks by position; raises TypeError where one is missing, and ValueError for None.
    """
    parameters = signature(make).parameters.items()
    blanks = [name for name, each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    known: dict[tuple[tuple[str, Any], ...], CompiledQuery[Row]] = {}

    def ask(*values: Any, **parts: Any) -> list[Row]:
        which = tuple(sorted(parts.items()))
        if which not in known:
            known[which] = CompiledQuery(make(*map(Blank, blanks), **parts))
        if len(values) != len(blanks):
            raise TypeError(f"{make.__name__} takes {', '.join(blanks)}")
        return known[which].ask(dict(zip(blanks, values, strict=True)))

    return ask


class CompiledQuery(Generic[Row]):
    """A query with its SQL, and the compiler that knows which column belongs where in a row."""

    def __init__(self, rows: QuerySet[Any, Row]) -> None:
        self.rows = rows
        self.compiler = rows.query.get_compiler(rows.db)
        self.sql, self.values = self.compiler.as_sql()

    def ask(self, filled: Mapping[str, Any]) -> list[Row]:
        """The rows for these values of the blanks.

        TransactionManagementError where rows are to be locked outside of a transaction, as Django raises it.
        """
        connection = connections[self.rows.db]
        if self.rows.query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        compiler = copy(self.compiler)
        compiler.connection = connection
        values = [_plain(filled[each.name]) if isinstance(each, Blank) else each for each in self.values]
        compiler.as_sql = partial(_said, self.sql, values)
        rows: Iterable[Row] = cast("Any", self.rows)._iterable_class(Asked(self.rows, compiler))
        return list(rows)


@dataclass(slots=True)
class Asked:
    """The parts of a query set that Django looks at while it makes objects out of rows."""

    rows: QuerySet[Any, Any]
    compiler: SQLCompiler

    @property
    def query(self) -> "Asked":
        """The query, of which it wants the compiler and the names of the columns."""
        return self

    @property
    def db(self) -> str:
        """The name of the connection."""
        return self.rows.db

    def get_compiler(self, *_: Any, **__: Any) -> SQLCompiler:
        """The compiler that knows its SQL."""
        return self.compiler

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rows if hasattr(self.rows, name) else self.rows.query, name)


def insert(row: Model) -> None:
    """Add a new row as `save(force_insert=True)` does, by a statement that is written once for its model; the row then
    has the id that the database gave it. No signal is sent, and no field may hold an expression."""
    model = type(row)
    connection = connections[router.db_for_write(model, instance=row)]
    fields = [field for field in model._meta.concrete_fields if not (field.primary_key and row.pk is None)]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(model, tuple(field.column for field in fields)), values)
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[Model], columns: tuple[str, ...]) -> str:
    statement = sql.SQL("insert into {} ({}) values ({}) returning {}").format(
        sql.Identifier(model._meta.db_table),
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.SQL(", ").join(sql.Placeholder() * len(columns)),
        sql.Identifier(str(model._meta.pk.column)),
    )
    return statement.as_string()


def _said(sql: str, values: Sequence[Any], *_: Any, **__: Any) -> tuple[str, Sequence[Any]]:
    return sql, values


def _plain(value: Any) -> Any:
    """The value as the driver takes it: choices by their text."""
    if value is None:
        raise ValueError("a blank is not filled with None")
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value
