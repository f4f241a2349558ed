"""The rights of the application's role in the database, and where the database's functions look for their tables.

Everything is stated from nothing, so that it can be run after every migration: what was given by hand is gone again.
"""

from psycopg import sql

from config.audit.database import append_only_tables, deletable_tables, tables_of_functions

READ_ONLY = ("django_migrations",)
DELETED_BY_LIBRARIES = (
    "django_session",
    "axes_accessattempt",
    "axes_accessattemptexpiration",
    "axes_accessfailurelog",
    "axes_accesslog",
)
"""Tables of libraries from which rows are taken away again: sessions, sign-in attempts."""

SEARCH_PATH = "pg_catalog, public, pg_temp"
"""The schemas in which every function of the product looks: at temporary tables last, so that none stands before the
room's own."""

HOLD_FUNCTIONS = f"""
do $$
declare
    held regprocedure;
begin
    for held in
        select p.oid from pg_catalog.pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
            and not exists (
                select 1 from pg_catalog.pg_depend d
                where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and p.proconfig is distinct from array['search_path={SEARCH_PATH}']
    loop
        execute format('alter function %s reset all', held);
        execute format('alter function %s set search_path = {SEARCH_PATH}', held);
    end loop;
end
$$
"""  # noqa: S608 - the path is the constant above
"""Fix the search path of every function that isn't an extension's; `create or replace function` forgets it."""

LET_READERS_IN = """
do $$
declare
    reader name;
    reading regprocedure;
begin
    for reader in
        select m.rolname from pg_catalog.pg_auth_members a join pg_catalog.pg_roles m on m.oid = a.member
        where a.roleid = 'pg_read_all_data'::regrole and m.rolcanlogin and m.rolname <> current_user
    loop
        execute format('grant connect on database %I to %I', current_database(), reader);
        for reading in
            select p.oid from pg_catalog.pg_proc p
            where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.prosecdef
        loop
            execute format('grant execute on function %s to %I', reading, reader);
        end loop;
    end loop;
end
$$
"""
"""Let roles that a superuser made readers (`pg_read_all_data`: reports, whoever audits from outside) ask what the
product's questions ask: functions that do nothing beyond their caller's own rights. It writes nothing for them."""


def database_statements(role: str, database: str) -> list[sql.Composed]:
    """The statements that say who may enter the database: the role, which makes neither schemas nor temporary tables
    there. Nobody else.

    A copy of a database does not have these rights of the original.
    """
    names = {"role": sql.Identifier(role), "database": sql.Identifier(database)}
    said = ("revoke all on database {database} from public, {role}", "grant connect on database {database} to {role}")
    return [sql.SQL(statement).format(**names) for statement in said]


def statements(role: str, tables: list[str]) -> list[sql.Composed]:
    """The grants, in order: everything is taken away first, so that what a table needs no more is gone."""
    grantee = sql.Identifier(role)
    whole_schema = (
        "revoke create on schema public from public",
        "revoke all on all tables in schema public from public, {role}",
        "revoke all on all sequences in schema public from public, {role}",
        "revoke all on all functions in schema public from public, {role}",
        "grant usage on schema public to {role}",
        "grant usage on all sequences in schema public to {role}",
        "grant execute on all functions in schema public to {role}",
    )
    granted = [sql.SQL(statement).format(role=grantee) for statement in whole_schema]
    one_table = sql.SQL("grant {rights} on {table} to {role}")
    return granted + [
        one_table.format(rights=sql.SQL(rights(table)), table=sql.Identifier(table), role=grantee) for table in tables
    ]


def rights(table: str) -> str:
    """The rights of the application on a table."""
    if table in READ_ONLY or table in tables_of_functions():
        return "select"
    if table in append_only_tables():
        return "select, insert"
    if table in DELETED_BY_LIBRARIES or table in deletable_tables():
        return "select, insert, update, delete"
    return "select, insert, update"
