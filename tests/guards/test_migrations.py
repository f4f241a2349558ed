"""Migrations of big tables hold nobody up: what rewrites such a table, reads it whole under a lock, or takes away what
the release before still uses, has its reason written in heavy_migrations.toml."""

import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.models.fields import NOT_PROVIDED

from config.audit.database import chained_tables

BIG = {
    ("players", "transfer"), ("games", "hand"), ("games", "handseat"), ("audit", "auditevent"), ("audit", "chainlink"),
    ("requests", "requestkey"), ("rake", "rating"), ("rake", "potanswer"), ("jobs", "job"), ("cage", "buyin"),
    ("cage", "cashout"), ("players", "sitting"), ("players", "moneyact"),
}  # fmt: skip
"""The tables that grow with every hand or every visit."""
OURS = {"audit", "cage", "days", "disputes", "games", "jobs", "players", "rake", "requests", "rooms", "staff", "tables"}
BASE = ("0001_initial", "0002_guards")
"""Nothing upgrades to these: a database begins with them."""
REASONS = tomllib.loads(Path(__file__).with_name("heavy_migrations.toml").read_text(encoding="utf-8"))
TAKEN_AWAY = (migrations.RemoveField, migrations.RenameField, migrations.RenameModel, migrations.DeleteModel)

HOLDS_UP: dict[type[Operation], str] = {
    migrations.AddConstraint: "is read whole for a constraint",
    migrations.AddIndex: "takes no rows while an index is made",
    migrations.AlterField: "may be written anew for a changed field",
}


def heavy(migration: Migration) -> Iterator[str]:
    """A line for each operation that holds up or takes away, of tables that were there before."""
    made_here = {op.name_lower for op in migration.operations if isinstance(op, migrations.CreateModel)}
    for operation in migration.operations:
        name = getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))
        if name not in made_here and (why := _why(operation, (migration.app_label, name))):
            yield f"{migration.app_label}.{migration.name}: {name} {why}"


def _why(operation: Operation, table: tuple[str, str]) -> str:
    """In a word, what the operation does to the table; "" where it is light."""
    if isinstance(operation, TAKEN_AWAY):
        return "loses something that the release before may use"
    if table not in BIG:
        return ""
    if isinstance(operation, AddIndexConcurrently):
        return ""
    if isinstance(operation, migrations.AddField):
        is_filled = operation.field.null or operation.field.db_default is not NOT_PROVIDED
        return "" if is_filled else "has a new field that programs of the release before don't fill"
    return next((words for kind, words in HOLDS_UP.items() if isinstance(operation, kind)), "")


def found() -> dict[str, set[str]]:
    loader = MigrationLoader(None)
    ours = {key: each for key, each in loader.disk_migrations.items() if key[0] in OURS and key[1] not in BASE}
    assert len(ours) > 50
    return {f"{app}.{name}": lines for (app, name), each in ours.items() if (lines := set(heavy(each)))}


def test_every_heavy_migration_has_its_written_reason() -> None:
    assert sorted(found()) == sorted(REASONS), found()
    assert all(len(reason) >= 20 for reason in REASONS.values())


def test_what_is_heavy_is_found() -> None:
    from django.db import models  # noqa: PLC0415 - of this test alone

    check = models.CheckConstraint(condition=models.Q(pk__gt=0), name="x")
    tried: list[tuple[Operation, bool]] = [
        (migrations.AddConstraint("transfer", check), True),
        (migrations.AddConstraint("ban", check), False),
        (migrations.AddIndex("transfer", models.Index(fields=["at"], name="x")), True),
        (AddIndexConcurrently("transfer", models.Index(fields=["at"], name="x")), False),
        (migrations.AlterField("transfer", "amount", models.IntegerField()), True),
        (migrations.AddField("transfer", "x", models.IntegerField()), True),
        (migrations.AddField("transfer", "x", models.IntegerField(default=0)), True),
        (migrations.AddField("transfer", "x", models.IntegerField(db_default=0)), False),
        (migrations.AddField("transfer", "x", models.IntegerField(null=True)), False),
        (migrations.RemoveField("ban", "x"), True),
        (migrations.CreateModel("new", []), False),
    ]
    for operation, is_heavy in tried:
        migration = type("M", (Migration,), {"operations": [operation]})("0099_x", "players")
        assert bool(list(heavy(migration))) == is_heavy, operation


def test_a_field_that_is_added_to_rows_of_the_chain_is_linked_from_then_on() -> None:
    """Its links are made of the columns that were there: without `chained` after it, every new row reads as changed."""
    ours = {key: each for key, each in MigrationLoader(None).disk_migrations.items() if key[0] in OURS}
    texts = {key: Path(inspect.getfile(type(each))).read_text(encoding="utf-8") for key, each in ours.items()}
    lacking = []
    for (app, name), migration in ours.items():
        made_here = {op.name_lower for op in migration.operations if isinstance(op, migrations.CreateModel)}
        added = {op.model_name_lower for op in migration.operations if isinstance(op, migrations.AddField)} - made_here
        since = "".join(text for key, text in texts.items() if key[0] == app and key[1] >= name)
        tables = {f"{app}_{model}" for model in added} & set(chained_tables())
        lacking += [f"{app}.{name}: {table}" for table in tables if f'chained("{table}")' not in since]
    assert lacking == []
