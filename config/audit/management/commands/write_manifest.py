"""Write down what this release's migrations and grants make: for development, on a fresh database."""

from typing import Any

from django.core.management.base import BaseCommand

from config.audit.manifest import FILE, made, written


class Command(BaseCommand):
    help = (
        "Write down what the database of DATABASE_URL is made of, for audit_books to compare rooms with. "
        "`dev.py manifest` runs it on a database that was just migrated and granted."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        manifest = made()
        FILE.write_text(written(manifest), encoding="utf-8")
        self.stdout.write(f"{FILE.name}: {sum(map(len, manifest['facts'].values()))} facts.")
