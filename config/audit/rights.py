"""The rights in the database of all but its owner: everybody, the application, and roles that somebody made."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection

APPLICATION, EVERYBODY = "the application", "everybody"
Rights = dict[str, dict[str, str]]
"""The rights of each of them, by whom and what it is about: {"the application": {"table rooms_room": "select, …"}}."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role of the server: what it may beyond rights to things, and whose rights it may take on."""

    name: str
    powers: tuple[str, ...]
    member_of: tuple[str, ...]
    made_the_server: bool = False

    def faults(self, *, is_owner: bool) -> Iterator[str]:
        """A sentence for each power that neither the application's nor the owner's role should have."""
        whose = "the owner's role" if is_owner else "the application's role"
        for power in self.powers:
            if is_owner and (self.made_the_server or power not in BEYOND_TRIGGERS):
                continue
            yield f"{whose} {self.name} {power}: alter role {self.name} {_TAKEN_AWAY[power]}"
        for other in () if is_owner else self.member_of:
            yield f"{whose} {self.name} is a member of {other}: revoke {other} from {self.name}"


BEYOND_TRIGGERS = frozenset({"is a superuser", "passes over row security", "may replicate"})
"""Powers that the owner's role does without too."""
_TAKEN_AWAY = {
    "is a superuser": "nosuperuser",
    "may make roles": "nocreaterole",
    "may make databases": "nocreatedb",
    "may replicate": "noreplication",
    "passes over row security": "nobypassrls",
}

_RIGHTS = """
with things as (
    select case c.relkind when 'S' then 'sequence ' else 'table ' end || c.relname as what, c.relowner as owner,
        a.grantee, a.privilege_type, a.is_grantable, false as is_of_readers
    from pg_class c, aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char",
        c.relowner))) a
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f', 'S')
        and not exists (select 1 from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    union all
    select 'column ' || t.attname || ' of ' || c.relname, c.relowner, a.grantee, a.privilege_type, a.is_grantable, false
    from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
    where c.relnamespace = 'public'::regnamespace and not t.attisdropped
    union all
    select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', p.proowner,
        a.grantee, a.privilege_type, a.is_grantable, not p.prosecdef
    from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'the schema', n.nspowner, a.grantee, a.privilege_type, a.is_grantable, false
    from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a where n.nspname = 'public'
    union all
    select 'the database', b.datdba, a.grantee, a.privilege_type, a.is_grantable, a.privilege_type = 'CONNECT'
    from pg_database b, aclexplode(coalesce(b.datacl, acldefault('d', b.datdba))) a
    where b.datname = current_database()
)
select case grantee when 0 then %(everybody)s else pg_get_userbyid(grantee) end, what,
    string_agg(lower(privilege_type) || case when is_grantable then ' (and hand it on)' else '' end, ', '
        order by privilege_type)
from things
where grantee <> owner and grantee <> (select relowner from pg_class where oid = 'public.rooms_room'::regclass)
    and not (is_of_readers and not is_grantable and grantee in (
        select m.member from pg_auth_members m where m.roleid = 'pg_read_all_data'::regrole))
group by 1, 2
"""

_ROLES = """
with recursive inherited as (
    select m.roleid, m.member from pg_auth_members m
    union select m.roleid, i.member from pg_auth_members m join inherited i on i.roleid = m.member
)
select r.rolname, array_remove(array[
        case when r.rolsuper then 'is a superuser' end, case when r.rolcreaterole then 'may make roles' end,
        case when r.rolcreatedb then 'may make databases' end, case when r.rolreplication then 'may replicate' end,
        case when r.rolbypassrls then 'passes over row security' end], null),
    array(select pg_get_userbyid(i.roleid)::text from inherited i where i.member = r.oid order by 1), r.oid = 10
from pg_roles r where r.rolname = any(%s)
"""


def owner_and_application() -> tuple[str, str]:
    """The names of the two roles; the second is "" where one role does both, or the owner asks and nobody else adds.

    Who asks and is neither of them reads for the house: then the application is the one role that adds.
    """
    with connection.cursor() as cursor:
        cursor.execute("""
            select pg_get_userbyid(c.relowner), current_user, array(
                select pg_get_userbyid(a.grantee)::text from pg_class t, aclexplode(t.relacl) a
                where t.oid = 'public.audit_auditevent'::regclass and a.grantee not in (0, c.relowner)
                    and a.privilege_type = 'INSERT')
            from pg_class c where c.oid = 'public.rooms_room'::regclass
        """)
        owner, here, adding = cursor.fetchone()
    if here in adding or (here != owner and not adding):
        return owner, here
    return owner, adding[0] if len(adding) == 1 else ""


def rights() -> Rights:
    """The rights of everybody, the application and any other role here; the owner is left out."""
    _, application = owner_and_application()
    found: Rights = {APPLICATION: {}, EVERYBODY: {}}
    with connection.cursor() as cursor:
        cursor.execute(_RIGHTS, {"everybody": EVERYBODY})
        for grantee, what, may in cursor.fetchall():
            whose = {application: APPLICATION, EVERYBODY: EVERYBODY}.get(grantee, f"role {grantee}")
            found.setdefault(whose, {})[what] = may
    return found


def roles(names: list[str]) -> dict[str, Role]:
    """The roles of these names."""
    with connection.cursor() as cursor:
        cursor.execute(_ROLES, [names])
        return {name: Role(name, tuple(powers), tuple(of), first) for name, powers, of, first in cursor.fetchall()}
