"""The promises made to this connection at connect, and whether anybody told the database otherwise."""

from django.db import connection

WAITS_FOR_THE_DISK = ("on", "remote_apply")
"""The values of `synchronous_commit` under which what was acknowledged survives a crash."""

_TOLD = """
select current_setting('synchronous_commit'), (
    select coalesce(
        string_agg(coalesce(r.rolname, 'every role') || ': ' || array_to_string(s.setconfig, ', '), '; '), '')
    from pg_catalog.pg_db_role_setting s left join pg_catalog.pg_roles r on r.oid = s.setrole
    where (s.setrole = 0 or s.setrole = current_user::regrole)
        and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
        and exists (
            select 1 from unnest(s.setconfig) told
            where split_part(told, '=', 1) in ('synchronous_commit', 'search_path', 'session_replication_role', 'role'))
)
"""


def broken_promises() -> list[str]:
    """A sentence for each thing that makes a commit or a name mean something else than the product relies on."""
    with connection.cursor() as cursor:
        cursor.execute(_TOLD)
        commit, told = cursor.fetchone()
    said = []
    if commit not in WAITS_FOR_THE_DISK:
        said.append(f"synchronous_commit is {commit} here: what is acknowledged may be lost in a crash")
    if told:
        said.append(f"the database gives sessions settings of their own ({told}): alter role … reset all")
    return said
