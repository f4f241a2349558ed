"""Give the application's role what it needs in the database, and nothing else: after every migration, by the owner."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections, transaction

from config.audit.database import append_only_tables
from config.audit.grants import HOLD_FUNCTIONS, LET_READERS_IN, database_statements, statements


class Command(BaseCommand):
    help = (
        "Grant the role of DATABASE_URL what the application needs: SELECT and INSERT on rows that are only "
        "added, UPDATE elsewhere, DELETE only where the product itself deletes, no temporary tables; and fix where "
        "the database's functions look for their tables. Works as the role of DATABASE_OWNER_URL."
    )

    @transaction.atomic(using="owner")
    def handle(self, *args: Any, **options: Any) -> None:
        """Take everything away and give it again, at once: whoever is served meanwhile never sees less."""
        with connections["owner"].cursor() as cursor:
            owner = cursor.connection.info.user
            cursor.execute(HOLD_FUNCTIONS)
            role = connections["default"].settings_dict.get("USER") or owner
            if role == owner:
                self._say(
                    f"DATABASE_URL and DATABASE_OWNER_URL are the same role, {owner}: it owns the tables already."
                )
                return
            self._require_role(cursor, role)
            tables = connections["owner"].introspection.table_names(cursor)
            for statement in [*database_statements(role, cursor.connection.info.dbname), *statements(role, tables)]:
                cursor.execute(statement)
            cursor.execute(LET_READERS_IN)
        self._say(f"{role} may use {len(tables)} tables; {len(append_only_tables())} of them it can only add to.")

    def _require_role(self, cursor: Any, role: str) -> None:
        cursor.execute("select 1 from pg_roles where rolname = %s", [role])
        if cursor.fetchone() is None:
            raise CommandError(f"There is no role {role}: create it (CREATE ROLE {role} LOGIN), then run this again.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
