"""Django's `migrate`, for databases that begin with the base of the migrations."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

BEFORE = ("players", "0002_append_only")
"""A migration that every database of version 0.3 and before has applied, and that is no more."""


class Command(migrate.Command):
    """Refuse a database that was made before the base: nothing upgrades from there."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, unless the database is of before the base."""
        if BEFORE in MigrationRecorder(connections[options["database"]]).applied_migrations():
            message = (
                "This database was made by version 0.3 or before, and nothing upgrades from there: keep it as it is, "
                "and start with a new one (move the folder var/ away, or set DATABASE_URL to an empty database)."
            )
            raise CommandError(message)
        super().handle(*args, **options)
