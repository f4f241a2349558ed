"""Django's `migrate`, for databases that begin with the base of the migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

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
        with constraints_added_in_place():
            super().handle(*args, **options)


@contextmanager
def constraints_added_in_place() -> Iterator[None]:
    """Let a migration's new constraint or index be noted on the model as it is rendered.

    Django renders the model anew for each, and with it every model that is related to it, which here is nearly every
    one: hundreds of times, half of what a new database takes. No field changes by them, and what the database is told
    stands in the operation.
    """
    states: Any = ProjectState  # the method is Django's own and not documented
    usual = states._append_option
    states._append_option = _append_in_place
    try:
        yield
    finally:
        states._append_option = usual


def _append_in_place(state: ProjectState, app_label: str, model_name: str, option_name: str, added: Any) -> None:
    options = state.models[app_label, model_name].options
    options[option_name] = [*options[option_name], added]
    if "apps" in vars(state):  # rendered already
        setattr(state.apps.get_model(app_label, model_name)._meta, option_name, list(options[option_name]))
