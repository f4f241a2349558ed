"""Rows copied inside the database, many times over, with other ids, names and days: for rooms of measurements alone.

This goes past every service. Nothing is checked but what PostgreSQL's own constraints say, and these are checked at
the end: keys and foreign keys are dropped for the copying and made again over all rows, as pg_restore does. Triggers
are switched off meanwhile, so links of the chain are copied too and their digests are those of the rows they were
copied from. Only the owner of a database that is thrown away may do this.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

SOFT = {
    ("players_account", "hand_id"): "games_hand",
    ("players_account", "case_id"): "disputes_dispute",
    ("players_account", "slip_id"): "cage_transitslip",
    ("players_account", "pull_id"): "cage_boxpull",
    ("players_account", "drawer_id"): "cage_drawer",
    ("players_account", "pool_id"): "cage_promopool",
    ("players_transfer", "hand_id"): "games_hand",
}
"""Columns that hold ids without a foreign key, and whose."""
TELLING = (
    "request_key", "number", "receipt", "badge_number", "name", "token", "document_key", "display_name",
    "counted_key", "nonce",
)  # fmt: skip
"""The columns that tell rows apart where something may be there once, by name, the first choice first."""
DIFFER = {("cage_box", "number"), ("audit_chainlink", "row_id")}
"""Columns that differ in each copy, which the catalogue doesn't say: one that may be there once in other words, and the
id of a row of whichever table."""
_COLUMNS = """
select c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
order by c.relname, a.attnum
"""
_REFERENCES = """
select c.conrelid::regclass::text, a.attname, c.confrelid::regclass::text
from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
where c.contype = 'f' and c.connamespace = 'public'::regnamespace and array_length(c.conkey, 1) = 1
"""
_UNIQUE = """
select i.indrelid::regclass::text, i.indisprimary,
    array(select a.attname::text from unnest(i.indkey) as key join pg_attribute a
        on a.attrelid = i.indrelid and a.attnum = key)
from pg_index i join pg_class c on c.oid = i.indrelid
where i.indisunique and c.relnamespace = 'public'::regnamespace
"""
_CONSTRAINTS = """
select conrelid::regclass::text, conname, contype::text, pg_get_constraintdef(oid)
from pg_constraint where contype in ('f', 'p', 'u', 'x')
    and (conrelid::regclass::text = any(%(tables)s) or confrelid::regclass::text = any(%(tables)s))
"""
_INDEXES = """
select c.relname, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indrelid::regclass::text = any(%(tables)s)
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
"""
_SEQUENCES = """
select column_.table_name, column_.column_name, pg_get_serial_sequence(column_.table_name, column_.column_name)
from information_schema.columns column_ where table_schema = 'public' and table_name = any(%(tables)s)
"""


@dataclass
class Shape:
    """The columns of a table with their types, its key, whose ids its columns hold, and what is there once."""

    columns: dict[str, str] = field(default_factory=dict)
    key: str = ""
    references: dict[str, str] = field(default_factory=dict)
    unique: list[list[str]] = field(default_factory=list)


def shapes(cursor: Any) -> dict[str, Shape]:
    """Every table, as the catalogue has it."""
    found: dict[str, Shape] = {}
    cursor.execute(_COLUMNS)
    for table, column, kind in cursor.fetchall():
        found.setdefault(table, Shape()).columns[column] = kind
    cursor.execute(_REFERENCES)
    for table, column, whose in cursor.fetchall():
        found[table].references[column] = whose
    for (table, column), whose in SOFT.items():
        found[table].references[column] = whose
    cursor.execute(_UNIQUE)
    for table, is_key, columns in cursor.fetchall():
        if is_key:
            found[table].key = columns[0]
        else:
            found[table].unique.append(columns)
    return found


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies number `first` to `last` of rows. `templates` are the rows by table, each an SQL condition.

    Ids grow by `by` with each copy, days and instants by `days` on the clock of `zone`; names end with `mark` and
    the number of the copy. The ledger's own numbers fall by `numbers_by`: what is of an earlier day stands before.
    """

    templates: Mapping[str, str]
    first: int
    last: int
    by: int
    mark: str
    numbers_by: int
    days: int = 0
    zone: str = "UTC"

    def make(self, cursor: Any, known: Mapping[str, Shape]) -> int:
        """Make them, of tables that had these shapes; returns the number of rows."""
        rows = 0
        for table, condition in self.templates.items():
            cursor.execute(f'create temp table "t_{table}" as select * from "{table}" as was where {condition}')
            cursor.execute(f'analyze "t_{table}"')
        for table in self.templates:
            shape = known[table]
            moving = self._note_what_moves(cursor, table, shape)
            names = ", ".join(f'"{name}"' for name in shape.columns)
            worths = ", ".join(self._worth(table, shape, name, moving) for name in shape.columns)
            for number in range(self.first, self.last + 1):
                cursor.execute(
                    f'insert into "{table}" ({names}) select {worths} from "t_{table}" as was',
                    {
                        "ids": number * self.by,
                        "less": number * self.numbers_by,
                        "days": number * self.days,
                        "name": f"{self.mark}{number}",
                    },
                )
                rows += cursor.rowcount
        for table in self.templates:
            cursor.execute(f'drop table "t_{table}"')
        return rows

    def _note_what_moves(self, cursor: Any, table: str, shape: Shape) -> dict[str, bool]:
        """Note in each template row which of its references are to rows that are copied as well; whether all are."""
        moving = {}
        for column, whose in shape.references.items():
            if whose not in self.templates:
                continue
            key = "id" if whose != table else shape.key
            cursor.execute(f'alter table "t_{table}" add column "m_{column}" boolean')
            cursor.execute(
                f'update "t_{table}" set "m_{column}" = "{column}" in (select "{key}" from "t_{whose}")'
                f' where "{column}" is not null'
            )
            cursor.execute(f'select count(*) from "t_{table}" where "m_{column}" is distinct from true')
            moving[column] = cursor.fetchone()[0] == 0
        return moving

    def _worth(self, table: str, shape: Shape, name: str, moving: Mapping[str, bool]) -> str:
        """The SQL of a column's worth in a copy."""
        column, kind = f'was."{name}"', shape.columns[name]
        if name == "chain_number":
            return f"{column} - %(less)s"
        if name in moving:
            return f'case when was."m_{name}" then {column} + %(ids)s else {column} end'
        is_text, is_key = kind.startswith(("character", "text")), name == shape.key and name not in shape.references
        if is_key or (table, name) in DIFFER or self._must_differ(shape, name, moving):
            return f"{column} || %(name)s" if is_text else f"{column} + %(ids)s"
        if self.days and kind == "date":
            return f"{column} + %(days)s::integer"
        if self.days and kind.startswith("timestamp"):
            return (
                f"(({column} at time zone '{self.zone}') + make_interval(days => %(days)s)) at time zone '{self.zone}'"
            )
        return column

    def _must_differ(self, shape: Shape, name: str, moving: Mapping[str, bool]) -> bool:
        """Whether the column is what tells a copy from its original in something that is there once."""
        return any(self._telling(shape, columns, moving) == name for columns in shape.unique if name in columns)

    def _telling(self, shape: Shape, columns: Sequence[str], moving: Mapping[str, bool]) -> str:
        """The column of several that tells copies apart; none where an id or a day that moves does so already."""
        if any(moving.get(name) or (self.days and shape.columns[name] == "date") for name in columns):
            return ""
        return next((name for name in TELLING if name in columns), "")


@contextmanager
def unchecked(cursor: Any, tables: Sequence[str]) -> Iterator[None]:
    """Without triggers, keys and indices of these tables for the block; all are made again after it, over every was."""
    asked = {"tables": list(tables)}
    cursor.execute(_CONSTRAINTS, asked)
    constraints = cursor.fetchall()
    foreign = [each for each in constraints if each[2] == "f"]
    own = [each for each in constraints if each[2] != "f"]
    cursor.execute(_INDEXES, asked)
    indices = cursor.fetchall()
    for table in tables:
        cursor.execute(f'alter table "{table}" disable trigger user')
    for table, name, *_ in [*foreign, *own]:
        cursor.execute(f'alter table {table} drop constraint "{name}"')
    for name, _ in indices:
        cursor.execute(f'drop index "{name}"')
    yield
    for table, name, _, definition in own:
        cursor.execute(f'alter table {table} add constraint "{name}" {definition}')
    for _, definition in indices:
        cursor.execute(definition)
    for table, name, _, definition in foreign:
        cursor.execute(f'alter table {table} add constraint "{name}" {definition}')
    cursor.execute(_SEQUENCES, asked)
    for table, column, sequence in [each for each in cursor.fetchall() if each[2]]:
        cursor.execute(f'select setval(%s, (select max("{column}") from "{table}"))', [sequence])
    for table in tables:
        cursor.execute(f'alter table "{table}" enable trigger user')
