"""What the audit of the books asks of the database itself."""

from collections.abc import Iterator

from django.db import connection

from config.audit.checks import register
from config.audit.database import append_only_tables, trigger_name

_STANDING = """
select tgrelid::regclass::text from pg_trigger
where tgname = any(%s) and tgenabled in ('O', 'A') and tgfoid = 'refuse_change'::regproc
"""


@register("I-6", "Rows that are only added are guarded by their triggers")
def missing_guards() -> Iterator[str]:
    """Tables of append-only rows whose trigger is gone or switched off."""
    tables = append_only_tables()
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, [[trigger_name(table) for table in tables]])
        guarded = {name for (name,) in cursor.fetchall()}
    for table in tables:
        if table not in guarded:
            yield f"{table} has lost its append-only trigger: its rows can be changed"
