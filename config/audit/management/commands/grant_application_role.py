"""Give the application's role what it needs in the database, and nothing else: after every migration, by the owner."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from psycopg import sql

from config.audit.database import append_only_tables, deletable_tables

READ_ONLY = ("django_migrations",)
DELETED_BY_LIBRARIES = (
    "django_session",
    "axes_accessattempt",
    "axes_accessattemptexpiration",
    "axes_accessfailurelog",
    "axes_accesslog",
    "authtoken_token",
)
"""Tables of libraries from which rows are taken away again: sessions, sign-in attempts, API tokens."""


class Command(BaseCommand):
    help = (
        "Grant the role of DATABASE_URL what the application needs: SELECT and INSERT on rows that are only "
        "added, UPDATE elsewhere, DELETE only where the product itself deletes. "
        "Works as the role of DATABASE_OWNER_URL."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with connections["owner"].cursor() as cursor:
            owner = cursor.connection.info.user
            role = connections["default"].settings_dict.get("USER") or owner
            if role == owner:
                self._say(
                    f"DATABASE_URL and DATABASE_OWNER_URL are the same role, {owner}: it owns the tables already."
                )
                return
            self._require_role(cursor, role)
            tables = connections["owner"].introspection.table_names(cursor)
            for statement in statements(role, tables):
                cursor.execute(statement)
        self._say(f"{role} may use {len(tables)} tables; {len(append_only_tables())} of them it can only add to.")

    def _require_role(self, cursor: Any, role: str) -> None:
        cursor.execute("select 1 from pg_roles where rolname = %s", [role])
        if cursor.fetchone() is None:
            raise CommandError(f"There is no role {role}: create it (CREATE ROLE {role} LOGIN), then run this again.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)


def statements(role: str, tables: list[str]) -> list[sql.Composed]:
    """The grants, in order: everything is taken away first, so that what a table needs no more is gone."""
    grantee = sql.Identifier(role)
    whole_schema = (
        "revoke create on schema public from public",
        "revoke all on all tables in schema public from public, {role}",
        "revoke all on all sequences in schema public from public, {role}",
        "grant usage on schema public to {role}",
        "grant usage on all sequences in schema public to {role}",
    )
    granted = [sql.SQL(statement).format(role=grantee) for statement in whole_schema]
    one_table = sql.SQL("grant {rights} on {table} to {role}")
    return granted + [
        one_table.format(rights=sql.SQL(rights(table)), table=sql.Identifier(table), role=grantee) for table in tables
    ]


def rights(table: str) -> str:
    """What the application may do with a table."""
    if table in READ_ONLY:
        return "select"
    if table in append_only_tables():
        return "select, insert"
    if table in DELETED_BY_LIBRARIES or table in deletable_tables():
        return "select, insert, update, delete"
    return "select, insert, update"
