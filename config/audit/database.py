"""What PostgreSQL itself enforces: rows that are only ever added, and what the application's role may touch."""

from collections.abc import Iterator

from django.apps import apps
from django.db import models
from django.db.migrations.operations import RunSQL

APPEND_ONLY_FUNCTION = """
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are added and never changed (% refused)', tg_table_name, lower(tg_op)
        using errcode = 'restrict_violation',
              hint = 'Record a correction that names the row it corrects.';
end
$$;
"""
"""The trigger function behind `append_only`; installed by the first migration of the audit trail."""


def append_only(table: str) -> RunSQL:
    """A migration operation: from now on `table` refuses UPDATE, DELETE and TRUNCATE, whoever asks.

    The migration that uses it depends on `("audit", "0002_append_only")`, which installs the function.
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
    that the links speak for the new column too. The migration depends on `("audit", "0003_chain")`.
    """
    return RunSQL(f"select audit_chain_table('{table}')", f'drop trigger if exists {table}_chained on "{table}"')


def trigger_name(table: str) -> str:
    """What the append-only trigger of `table` is called."""
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
