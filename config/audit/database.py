"""The rules that PostgreSQL itself enforces: rows that are only ever added, and what the application's role may
touch."""

from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db import models
from django.db.migrations.operations import RunSQL


def from_file(migration: str, *names: str) -> list[RunSQL]:
    """Migration operations that run `sql/NAME.sql` of the migration's app, in this order; `migration` is `__file__`.

    These files are of the release that first had them: a change is a new file and a new migration. Nothing takes the
    base back.
    """
    folder = Path(migration).parent.parent / "sql"
    return [RunSQL((folder / f"{name}.sql").read_text(encoding="utf-8"), RunSQL.noop) for name in names]


def append_only(table: str) -> RunSQL:
    """A migration operation: from now on `table` refuses UPDATE, DELETE and TRUNCATE, whoever asks.

    The migration that uses it depends on `("audit", "0002_guards")`, which installs the function.
    """
    name = trigger_name(table)
    return RunSQL(
        f'create trigger {name} before update or delete or truncate on "{table}"'
        " for each statement execute function refuse_change()",
        f'drop trigger {name} on "{table}"',
    )


def chained(table: str) -> RunSQL:
    """A migration operation: from now on every row of `table` that is added leaves a link in the chain.

    Rows that are there already are linked as they are. Run it again in a migration that adds a column, after it, so
    that the links speak for the new column too. The migration depends on `("audit", "0002_guards")`.
    """
    return RunSQL(f"select audit_chain_table('{table}')", f'drop trigger if exists {table}_chained on "{table}"')


def kept_for_ever(*tables: str) -> list[RunSQL]:
    """Migration operations: rows of these tables are only ever added, and each leaves a link in the chain."""
    return [*(append_only(table) for table in tables), *(chained(table) for table in tables)]


def trigger_name(table: str) -> str:
    """The name of the append-only trigger of `table`."""
    return f"{table}_append_only"


def append_only_tables() -> list[str]:
    """The tables of every model that says `append_only = True`."""
    return sorted(model._meta.db_table for model in _own(apps.get_models()) if getattr(model, "append_only", False))


def chained_tables() -> list[str]:
    """The tables whose rows leave links in the chain: every append-only one that isn't a part of the chain itself."""
    chain = {model._meta.db_table for model in _own(apps.get_models()) if getattr(model, "is_chain", False)}
    return [table for table in append_only_tables() if table not in chain]


def tables_of_functions() -> list[str]:
    """The tables to which only the database's own functions add."""
    return sorted(
        model._meta.db_table for model in _own(apps.get_models()) if getattr(model, "added_by_functions", False)
    )


def deletable_tables() -> list[str]:
    """The tables of every model that says `deletable = True`: rows that the product itself takes away again."""
    return sorted(model._meta.db_table for model in _own(apps.get_models()) if getattr(model, "deletable", False))


def _own(candidates: list[type[models.Model]]) -> Iterator[type[models.Model]]:
    return (model for model in candidates if model._meta.managed and not model._meta.proxy)
