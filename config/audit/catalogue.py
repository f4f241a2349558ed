"""The parts of a database, as its own catalogue tells it: functions, triggers, constraints, columns, rights.

Every fact has a kind, a name and a text, and none depends on what this database and its roles are called, nor on
PostgreSQL's version: the owner's role is nobody's, the application's is "the application", PUBLIC is "everybody".
"""

import hashlib
from collections.abc import Iterator

from django.db import connection

Facts = dict[str, dict[str, str]]
"""The text of each fact, by its kind and its name."""

KINDS: dict[str, str] = {
    "migration": "select app || '.' || name, 'applied' from public.django_migrations",
    "table": """
        select c.relname,
            case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized view'
                when 'p' then 'partitioned table' else 'foreign table' end
            || case c.relpersistence when 'p' then '' else ', lost in a crash' end
            || case when c.relrowsecurity or c.relforcerowsecurity then ', rows hidden by policies' else '' end
            || case when c.relowner = (select relowner from pg_class where oid = 'public.rooms_room'::regclass)
                then '' else ', owned by ' || pg_get_userbyid(c.relowner) end
        from own c where c.relkind in ('r', 'v', 'm', 'p', 'f')
    """,
    "column": """
        select a.attname || ' of ' || c.relname,
            format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
            || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
            || case a.attgenerated when '' then '' else ' generated ' || a.attgenerated::text end
            || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        from own c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relkind in ('r', 'p')
    """,
    "function": """
        select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', concat_ws('|',
            l.lanname, p.prokind, p.provolatile, p.prosecdef, p.proisstrict, pg_get_function_result(p.oid),
            case when p.proowner = (select relowner from pg_class where oid = 'public.rooms_room'::regclass)
                then '' else 'owned by ' || pg_get_userbyid(p.proowner) end,
            to_jsonb(p)->>'prosqlbody', p.prosrc)
        from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and not exists (
            select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    """,
    "trigger": """
        select t.tgname || ' on ' || c.relname, replace(pg_get_triggerdef(t.oid), 'public.', '')
            || case t.tgenabled when 'D' then ', disabled' when 'R' then ', disabled but for replication' else '' end
        from pg_trigger t join own c on c.oid = t.tgrelid where not t.tgisinternal
    """,
    "switched-off check of foreign keys": """
        select coalesce(k.conname, t.tgname) || ' on ' || c.relname, 'disabled'
        from pg_trigger t join own c on c.oid = t.tgrelid left join pg_constraint k on k.oid = t.tgconstraint
        where t.tgisinternal and t.tgenabled not in ('O', 'A') group by 1, 2
    """,
    "constraint": """
        select k.conname || ' on ' || c.relname, replace(pg_get_constraintdef(k.oid), 'public.', '')
        from pg_constraint k join own c on c.oid = k.conrelid where k.contype not in ('n', 't')
    """,
    "unique index": """
        select i.relname || ' on ' || c.relname, replace(pg_get_indexdef(x.indexrelid), 'public.', '')
            || case when x.indisvalid and x.indisready and x.indislive then '' else ', not valid' end
        from pg_index x join own c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
        where x.indisunique or x.indisexclusion
    """,
    "rule": """
        select r.rulename || ' on ' || c.relname, replace(pg_get_ruledef(r.oid), 'public.', '')
        from pg_rewrite r join own c on c.oid = r.ev_class where r.rulename <> '_RETURN'
    """,
    "policy of rows": "select p.polname || ' on ' || c.relname, '' from pg_policy p join own c on c.oid = p.polrelid",
    "inheritance": """
        select h.inhrelid::regclass || ' of ' || c.relname, '' from pg_inherits h join own c on c.oid = h.inhparent
        where c.relkind <> 'I'
    """,
    "event trigger": "select evtname, evtevent || ' ' || evtfoid::regproc from pg_event_trigger",
    "extension": "select extname, 'installed' from pg_extension where extname <> all(%(harmless)s)",
    "operator": """
        select o.oid::regoperator::text, '' from pg_operator o where o.oprnamespace = 'public'::regnamespace
            and not exists (select 1 from pg_depend d
                where d.classid = 'pg_operator'::regclass and d.objid = o.oid and d.deptype = 'e')
    """,
    "subscription": """
        select subname::text, 'writes here' from pg_subscription
        where subdbid = (select oid from pg_database where datname = current_database())
    """,
    "default right": """
        select case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
                when 'T' then 'types' else 'schemas' end
            || ' that ' || pg_get_userbyid(d.defaclrole) || ' will make, for '
            || case a.grantee when 0 then 'everybody' else pg_get_userbyid(a.grantee) end,
            string_agg(lower(a.privilege_type), ', ' order by a.privilege_type)
        from pg_default_acl d, aclexplode(d.defaclacl) a where a.grantee <> d.defaclrole group by 1
    """,
}
"""For each kind the question whose rows are the name and the text of a fact; `own` are the relations of ours."""

HARMLESS = ["plpgsql", "pg_stat_statements", "pg_buffercache", "pgstattuple", "amcheck", "pg_visibility"]
"""Extensions that only look on, as the people who run a server install them."""

_OWN = """
with own as (
    select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and not exists (
        select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
)
"""
_ASKED = {kind: _OWN + question for kind, question in KINDS.items()}


def facts() -> Facts:
    """Every fact of the database of this connection, rights apart (`config.audit.rights`)."""
    return {kind: dict(_facts(kind)) for kind in KINDS}


def _facts(kind: str) -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_ASKED[kind], {"harmless": HARMLESS})
        for name, text in cursor.fetchall():
            yield name, fingerprint(text) if kind == "function" else text


def fingerprint(text: str) -> str:
    """A short text that stands for a long one: the same for the same words, whatever ends their lines."""
    lines = (line.rstrip() for line in text.strip().splitlines())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:24]
