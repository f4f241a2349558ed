"""The statements that migrate an empty database, kept in var/ from one run for the next.

Django renders its models anew for each step of a migration: most of a minute of work for statements that take a few
seconds. The first run migrates and keeps what it said to the database; later ones say the same again, as long as
nothing has changed that a migration reads. Where anything has, or where nothing is kept, the migrations run.
"""

import ast
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connections
from psycopg import ClientCursor

from devkit.paths import ROOT, VAR

FOLDER = VAR / "migrated"
READ = (
    "config/settings.py", "config/audit/management/commands/migrate.py", "requirements.txt",
    "tests/support/migrated.py",
)  # fmt: skip
"""Files that decide what migrating says, beside the migrations, their SQL and what they import."""
KEPT = 4  # sets of statements: enough for the branches that somebody goes to and fro between
OF_A_BLOCK = ("SAVEPOINT", "RELEASE SAVEPOINT")
TAKEN_BACK = "ROLLBACK"


def migrate() -> None:
    """Bring the empty database to which the connection of the owner leads up to date."""
    kept = FOLDER / f"{fingerprint()}.json"
    if kept.exists():
        say(json.loads(kept.read_text(encoding="utf-8")))
        return
    with heard() as statements:
        call_command("migrate", database="owner", verbosity=0)
    if not any(statement.startswith(TAKEN_BACK) for statement in statements):
        keep(kept, [statement for statement in statements if not statement.startswith(OF_A_BLOCK)])


def say(statements: Iterable[str]) -> None:
    """Say these statements to the database, each in a transaction of its own."""
    with connections["owner"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def keep(file: Path, statements: list[str]) -> None:
    """Write the statements, whole or not at all, and forget the oldest of those of other migrations."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, draft = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(number, "w", encoding="utf-8") as written:
        json.dump(statements, written)
    Path(draft).replace(file)
    for old in sorted(file.parent.glob("*.json"), key=lambda each: (each.stat().st_mtime_ns, each.name))[:-KEPT]:
        old.unlink(missing_ok=True)


@contextmanager
def heard() -> Iterator[list[str]]:
    """Statements sent to the database through the owner's connection in the block, with their values in them."""
    statements: list[str] = []

    def hear(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        given, text = params if many else [params], str(sql)
        statements.extend(
            text if each is None else ClientCursor(context["connection"].connection).mogrify(text, each)
            for each in given
        )
        return execute(sql, params, many, context)

    with connections["owner"].execute_wrapper(hear):
        yield statements


# ------------------------------------------------------------------------------------------------ what migrations read


def fingerprint(root: Path = ROOT) -> str:
    """One word for all that decides what migrating says: another one as soon as any of it is changed."""
    seen = sha256()
    for file in sorted(read_by_migrations(root)):
        text = file.read_bytes()
        seen.update(f"{file.relative_to(root)} {len(text)}\n".encode() + text)
    return seen.hexdigest()[:32]


def read_by_migrations(root: Path) -> set[Path]:
    """The migrations, their SQL, every module that they import, or that such a module imports, and a few files more."""
    apps = [folder for folder in root.iterdir() if (folder / "__init__.py").exists()]
    migrations = {file for app in apps for file in app.rglob("migrations/*.py")}
    found = {file for app in apps for file in app.rglob("*.sql")} | {
        root / name for name in READ if (root / name).exists()
    }
    waiting = migrations | {file for file in found if file.suffix == ".py"}
    while waiting:
        file = waiting.pop()
        found.add(file)
        waiting |= imported_by(file, root) - found
    return found


def imported_by(file: Path, root: Path) -> set[Path]:
    """The files of the project that a module imports."""
    names = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    places = [root.joinpath(*name.split(".")) for name in names]
    either = {place.with_suffix(".py") for place in places} | {place / "__init__.py" for place in places}
    return {each for each in either if each.exists()}
