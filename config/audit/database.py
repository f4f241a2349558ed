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


def trigger_name(table: str) -> str:
    """What the append-only trigger of `table` is called."""
    return f"{table}_append_only"


def append_only_tables() -> list[str]:
    """The tables of every model that says `append_only = True`."""
    return sorted(model._meta.db_table for model in _own(apps.get_models()) if getattr(model, "append_only", False))


def deletable_tables() -> list[str]:
    """The tables of every model that says `deletable = True`: rows that the product itself takes away again."""
    return sorted(model._meta.db_table for model in _own(apps.get_models()) if getattr(model, "deletable", False))


def _own(candidates: list[type[models.Model]]) -> Iterator[type[models.Model]]:
    return (model for model in candidates if model._meta.managed and not model._meta.proxy)
