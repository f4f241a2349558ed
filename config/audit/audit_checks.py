"""Questions of the audit of the books about the database itself."""

from collections.abc import Iterator

from django.db import connection

from config.audit.checks import register
from config.audit.database import append_only_tables, trigger_name
from config.audit.grants import SEARCH_PATH
from config.audit.manifest import differences
from config.audit.promises import broken_promises

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


@register("I-6", "Functions look for tables where they were made to look, and commits wait for the disk")
def loose_functions() -> Iterator[str]:
    """Functions that a table of somebody's own could mislead, and settings that undo what is set at connect."""
    query = """
        select proname from pg_catalog.pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (
                select 1 from pg_catalog.pg_depend
                where classid = 'pg_catalog.pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
            and proconfig is distinct from array['search_path=' || %s] order by proname
    """
    with connection.cursor() as cursor:
        cursor.execute(query, [SEARCH_PATH])
        for (name,) in cursor.fetchall():
            yield f"function {name} has lost its search path: run grant_application_role as the owner"
    yield from broken_promises()


@register("I-6", "The database is what this release makes: triggers, functions, constraints, rights and roles")
def changed_database() -> Iterator[str]:
    """Everything in which the database is not what this release's migrations and grants make of an empty one."""
    yield from differences()
